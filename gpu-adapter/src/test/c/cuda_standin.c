/*
 * A stand-in for the CUDA driver library on a machine without a GPU: the same symbols over host
 * memory, and strict about how they are used.
 *
 * What the driver documents as an error is answered with the driver's code. What it leaves
 * undefined or forgives (a context that is gone, memory used under another context, a context
 * released over live memory) is an error here too. Every wrong use is noted in words, and
 * standin_violation tells them, so that a caller who swallows a code is still caught.
 *
 * Time passes as on a device: copies to and within the device, and fills, are queued and take
 * effect only when something waits for them (a synchronisation, a copy back, a free). What a NIC
 * or another process would see before that is what standin_peek shows.
 *
 * Device memory is host memory between two pages that nobody may touch, at the address that it
 * says, so that a library that takes device addresses for host addresses still works on it.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct context *CUcontext;

enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  ILLEGAL_ADDRESS = 700,
  UNKNOWN = 999
};

enum { MOST_DEVICES = 8, MOST_VIOLATIONS = 64, VIOLATION_BYTES = 256, NAME_BYTES = 64 };

#define CONTEXT_ALIVE 0x6b767072u

struct context {
  unsigned alive; /* CONTEXT_ALIVE while retained; contexts are never freed, so it can be asked */
  CUdevice device;
  int retained;
};

struct allocation {
  struct allocation *next;
  struct context *owner;
  CUdeviceptr address;
  size_t size;
  void *mapping;
  size_t mapped;
};

/* One effect that is on its way: bytes to be put somewhere, or device bytes to be moved. */
struct pending {
  struct pending *next;
  CUdeviceptr to;
  CUdeviceptr from; /* 0: staged holds the bytes */
  unsigned char *staged;
  size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct context *current;
static int initialised;
static int devices = 1;
static size_t memory_of_device = (size_t)256 << 20;
static struct context *primary[MOST_DEVICES];
static struct allocation *allocations;
static struct pending *first_pending;
static struct pending **last_pending = &first_pending;
static char violations[MOST_VIOLATIONS][VIOLATION_BYTES];
static int violation_count;
static char failing_function[NAME_BYTES];
static CUresult failing_code;

static CUresult wrong(CUresult code, const char *form, ...) {
  if (violation_count < MOST_VIOLATIONS) {
    va_list values;
    va_start(values, form);
    vsnprintf(violations[violation_count], VIOLATION_BYTES, form, values);
    va_end(values);
  }
  violation_count++;
  return code;
}

/* The code that a test wished for this function, once. */
static CUresult wished(const char *function) {
  if (failing_function[0] && strcmp(function, failing_function) == 0) {
    failing_function[0] = 0;
    return failing_code;
  }
  return OK;
}

static CUresult check_initialised(const char *function) {
  CUresult code = wished(function);
  if (code) return code;
  if (!initialised) return wrong(NOT_INITIALIZED, "%s before cuInit", function);
  return OK;
}

static CUresult check_context(const char *function) {
  CUresult code = check_initialised(function);
  if (code) return code;
  if (!current) return wrong(INVALID_CONTEXT, "%s on a thread without a current context", function);
  if (current->alive != CONTEXT_ALIVE)
    return wrong(INVALID_CONTEXT, "%s under a context that was released", function);
  return OK;
}

static struct allocation *holding(CUdeviceptr address) {
  for (struct allocation *each = allocations; each; each = each->next)
    if (address >= each->address && address - each->address < each->size) return each;
  return NULL;
}

static CUresult check_range(const char *function, CUdeviceptr address, size_t size) {
  struct allocation *memory = holding(address);
  if (!memory) return wrong(INVALID_VALUE, "%s: no device memory at 0x%llx", function, address);
  if (size > memory->size - (address - memory->address))
    return wrong(INVALID_VALUE, "%s: %zu bytes at offset %llu of %zu", function, size,
                 address - memory->address, memory->size);
  if (memory->owner != current)
    return wrong(INVALID_CONTEXT, "%s under the context of another device", function);
  return OK;
}

static void *bytes(CUdeviceptr address) { return (void *)(size_t)address; }

static void settle(void) {
  while (first_pending) {
    struct pending *done = first_pending;
    if (done->from) memmove(bytes(done->to), bytes(done->from), done->size);
    else memcpy(bytes(done->to), done->staged, done->size);
    first_pending = done->next;
    free(done->staged);
    free(done);
  }
  last_pending = &first_pending;
}

static struct pending *queue(CUdeviceptr to, CUdeviceptr from, size_t size) {
  struct pending *added = calloc(1, sizeof *added);
  if (!added) abort();
  added->to = to;
  added->from = from;
  added->size = size;
  if (!from && !(added->staged = malloc(size ? size : 1))) abort();
  *last_pending = added;
  last_pending = &added->next;
  return added;
}

static size_t used_of(CUdevice device) {
  size_t used = 0;
  for (struct allocation *each = allocations; each; each = each->next)
    if (each->owner->device == device) used += each->size;
  return used;
}

#define LOCKED(body)            \
  pthread_mutex_lock(&lock);    \
  CUresult code = body;         \
  pthread_mutex_unlock(&lock);  \
  return code

/* ---- the driver's own functions ---- */

static CUresult init(unsigned flags) {
  CUresult code = wished("cuInit");
  if (code) return code;
  if (flags) return wrong(INVALID_VALUE, "cuInit with flags %u", flags);
  if (!devices) return NO_DEVICE;
  initialised = 1;
  return OK;
}

CUresult cuInit(unsigned flags) { LOCKED(init(flags)); }

CUresult cuDriverGetVersion(int *version) {
  if (!version) return INVALID_VALUE;
  *version = 12080;
  return OK;
}

static CUresult count_devices(int *count) {
  CUresult code = check_initialised("cuDeviceGetCount");
  if (!code) *count = devices;
  return code;
}

CUresult cuDeviceGetCount(int *count) { LOCKED(count_devices(count)); }

static CUresult check_device(const char *function, int device) {
  CUresult code = check_initialised(function);
  if (code) return code;
  if (device < 0 || device >= devices) return wrong(INVALID_DEVICE, "%s: no device %d", function, device);
  return OK;
}

static CUresult find_device(CUdevice *device, int ordinal) {
  CUresult code = check_device("cuDeviceGet", ordinal);
  if (!code) *device = ordinal;
  return code;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) { LOCKED(find_device(device, ordinal)); }

static CUresult name_device(char *name, int length, CUdevice device) {
  CUresult code = check_device("cuDeviceGetName", device);
  if (!code) snprintf(name, (size_t)length, "stand-in device %d", device);
  return code;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  LOCKED(name_device(name, length, device));
}

static CUresult size_device(size_t *size, CUdevice device) {
  CUresult code = check_device("cuDeviceTotalMem_v2", device);
  if (!code) *size = memory_of_device;
  return code;
}

CUresult cuDeviceTotalMem_v2(size_t *size, CUdevice device) { LOCKED(size_device(size, device)); }

static CUresult retain(CUcontext *context, CUdevice device) {
  CUresult code = check_device("cuDevicePrimaryCtxRetain", device);
  if (code) return code;
  if (!primary[device]) {
    primary[device] = calloc(1, sizeof **primary);
    if (!primary[device]) return OUT_OF_MEMORY;
    primary[device]->alive = CONTEXT_ALIVE;
    primary[device]->device = device;
  }
  primary[device]->retained++;
  *context = primary[device];
  return OK;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  LOCKED(retain(context, device));
}

static CUresult release(CUdevice device) {
  CUresult code = check_device("cuDevicePrimaryCtxRelease_v2", device);
  if (code) return code;
  struct context *context = primary[device];
  if (!context)
    return wrong(INVALID_CONTEXT, "cuDevicePrimaryCtxRelease_v2: the context is not retained");
  if (--context->retained) return OK;
  settle();
  context->alive = 0;
  primary[device] = NULL;
  if (used_of(device))
    return wrong(OK, "cuDevicePrimaryCtxRelease_v2 over %zu bytes of live memory", used_of(device));
  return OK;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) { LOCKED(release(device)); }

static CUresult set_current(CUcontext context) {
  CUresult code = check_initialised("cuCtxSetCurrent");
  if (code) return code;
  if (context && context->alive != CONTEXT_ALIVE)
    return wrong(INVALID_CONTEXT, "cuCtxSetCurrent to a context that was released");
  current = context;
  return OK;
}

CUresult cuCtxSetCurrent(CUcontext context) { LOCKED(set_current(context)); }

static CUresult synchronize(void) {
  CUresult code = check_context("cuCtxSynchronize");
  if (!code) settle();
  return code;
}

CUresult cuCtxSynchronize(void) { LOCKED(synchronize()); }

static CUresult allocate(CUdeviceptr *address, size_t size) {
  CUresult code = check_context("cuMemAlloc_v2");
  if (code) return code;
  if (!size) return wrong(INVALID_VALUE, "cuMemAlloc_v2 of 0 bytes");
  if (size > memory_of_device - used_of(current->device)) return OUT_OF_MEMORY;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inner = (size + page - 1) / page * page;
  struct allocation *added = calloc(1, sizeof *added);
  unsigned char *mapping =
      mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!added || mapping == MAP_FAILED ||
      mprotect(mapping + page, inner, PROT_READ | PROT_WRITE)) {
    free(added);
    return OUT_OF_MEMORY;
  }
  memset(mapping + page, 0xa5, inner); /* a device's memory is not zero at first */
  added->owner = current;
  added->address = (CUdeviceptr)(size_t)(mapping + page);
  added->size = size;
  added->mapping = mapping;
  added->mapped = inner + 2 * page;
  added->next = allocations;
  allocations = added;
  *address = added->address;
  return OK;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) { LOCKED(allocate(address, size)); }

static CUresult free_memory(CUdeviceptr address) {
  CUresult code = check_context("cuMemFree_v2");
  if (code) return code;
  for (struct allocation **at = &allocations; *at; at = &(*at)->next) {
    struct allocation *each = *at;
    if (each->address != address) continue;
    if (each->owner != current)
      return wrong(INVALID_CONTEXT, "cuMemFree_v2 under the context of another device");
    settle();
    *at = each->next;
    munmap(each->mapping, each->mapped);
    free(each);
    return OK;
  }
  return wrong(INVALID_VALUE, "cuMemFree_v2: nothing is allocated at 0x%llx (freed twice?)", address);
}

CUresult cuMemFree_v2(CUdeviceptr address) { LOCKED(free_memory(address)); }

static CUresult copy_in(CUdeviceptr to, const void *from, size_t size) {
  CUresult code = check_context("cuMemcpyHtoD_v2");
  if (!code) code = check_range("cuMemcpyHtoD_v2", to, size);
  if (!code) memcpy(queue(to, 0, size)->staged, from, size);
  return code;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
  LOCKED(copy_in(to, from, size));
}

static CUresult copy_out(void *to, CUdeviceptr from, size_t size) {
  CUresult code = check_context("cuMemcpyDtoH_v2");
  if (!code) code = check_range("cuMemcpyDtoH_v2", from, size);
  if (code) return code;
  settle();
  memcpy(to, bytes(from), size);
  return OK;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) { LOCKED(copy_out(to, from, size)); }

static CUresult copy_within(CUdeviceptr to, CUdeviceptr from, size_t size) {
  CUresult code = check_context("cuMemcpyDtoD_v2");
  if (!code) code = check_range("cuMemcpyDtoD_v2", to, size);
  if (!code) code = check_range("cuMemcpyDtoD_v2", from, size);
  if (!code) queue(to, from, size);
  return code;
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size) {
  LOCKED(copy_within(to, from, size));
}

static CUresult fill(CUdeviceptr to, unsigned char value, size_t size) {
  CUresult code = check_context("cuMemsetD8_v2");
  if (!code) code = check_range("cuMemsetD8_v2", to, size);
  if (!code) memset(queue(to, 0, size)->staged, value, size);
  return code;
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t size) {
  LOCKED(fill(to, value, size));
}

static const struct {
  CUresult code;
  const char *name;
  const char *meaning;
} errors[] = {
    {OK, "CUDA_SUCCESS", "no error"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static CUresult describe(CUresult code, const char **text, int wants_name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code) {
      *text = wants_name ? errors[i].name : errors[i].meaning;
      return OK;
    }
  *text = NULL;
  return INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult code, const char **text) { return describe(code, text, 1); }

CUresult cuGetErrorString(CUresult code, const char **text) { return describe(code, text, 0); }

/* ---- what a test asks ---- */

/* As if the library had just been loaded, with so many devices of so much memory. */
void standin_reset(int device_count, size_t bytes_of_device) {
  pthread_mutex_lock(&lock);
  settle();
  while (allocations) {
    struct allocation *gone = allocations;
    allocations = gone->next;
    munmap(gone->mapping, gone->mapped);
    free(gone);
  }
  for (int i = 0; i < MOST_DEVICES; i++) {
    if (primary[i]) primary[i]->alive = 0;
    primary[i] = NULL;
  }
  devices = device_count < MOST_DEVICES ? device_count : MOST_DEVICES;
  memory_of_device = bytes_of_device;
  initialised = 0;
  current = NULL;
  violation_count = 0;
  failing_function[0] = 0;
  pthread_mutex_unlock(&lock);
}

/* The next call of that function fails with that code and has no effect. */
void standin_fail_next(const char *function, CUresult code) {
  pthread_mutex_lock(&lock);
  snprintf(failing_function, NAME_BYTES, "%s", function);
  failing_code = code;
  pthread_mutex_unlock(&lock);
}

int standin_violations(void) { return violation_count; }

/* In words; null past the last one that was kept. */
const char *standin_violation(int index) {
  return index >= 0 && index < violation_count && index < MOST_VIOLATIONS ? violations[index] : NULL;
}

long standin_live_allocations(void) {
  pthread_mutex_lock(&lock);
  long count = 0;
  for (struct allocation *each = allocations; each; each = each->next) count++;
  pthread_mutex_unlock(&lock);
  return count;
}

/* The device whose context is current on the calling thread; -1 without a living one. */
int standin_current_device(void) {
  pthread_mutex_lock(&lock);
  int device = current && current->alive == CONTEXT_ALIVE ? current->device : -1;
  pthread_mutex_unlock(&lock);
  return device;
}

/* How often primary contexts are retained and not released. */
int standin_retained(void) {
  pthread_mutex_lock(&lock);
  int count = 0;
  for (int i = 0; i < MOST_DEVICES; i++) count += primary[i] ? primary[i]->retained : 0;
  pthread_mutex_unlock(&lock);
  return count;
}

/* What a NIC would read now: nothing that is still queued. 0 if all of it is device memory. */
int standin_peek(CUdeviceptr from, void *to, size_t size) {
  pthread_mutex_lock(&lock);
  struct allocation *memory = holding(from);
  int is_outside = !memory || size > memory->size - (from - memory->address);
  if (!is_outside) memcpy(to, bytes(from), size);
  pthread_mutex_unlock(&lock);
  return is_outside;
}
