/*
 * Posts one request of NIXL again and again and polls it without a rest, as a C program does, and answers how many
 * nanoseconds that took; -1 if a copy failed. The functions are those of libnixl_capi.so, handed in.
 */
#include <stdint.h>
#include <time.h>

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t nixl_rounds(int (*post)(void *, void *, void *), int (*status)(void *, void *), void *agent, void *request,
                    int64_t copies) {
  int64_t start = now();
  for (int64_t copy = 0; copy < copies; copy++) {
    int answer = post(agent, request, 0);
    while (answer == 1) answer = status(agent, request);
    if (answer < 0) return -1;
  }
  return now() - start;
}
