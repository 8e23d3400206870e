//! Counting allocator. Counting is off while timings run, so a timed
//! operation pays one relaxed load per allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub struct Counting;

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

#[inline]
fn note(size: usize) {
    if ON.load(Relaxed) {
        CALLS.fetch_add(1, Relaxed);
        BYTES.fetch_add(size as u64, Relaxed);
    }
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size);
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

/// Allocator traffic of `runs` calls of `f`, per call: (calls, bytes). A
/// reallocation counts as one call of its new size, so `bytes` is cumulative
/// traffic, not peak heap.
pub fn per_call<R>(runs: u64, mut f: impl FnMut() -> R) -> (f64, f64) {
    let calls = CALLS.load(Relaxed);
    let bytes = BYTES.load(Relaxed);
    ON.store(true, Relaxed);
    for _ in 0..runs {
        std::hint::black_box(f());
    }
    ON.store(false, Relaxed);
    (
        (CALLS.load(Relaxed) - calls) as f64 / runs as f64,
        (BYTES.load(Relaxed) - bytes) as f64 / runs as f64,
    )
}
