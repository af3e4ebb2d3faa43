/* A clock that is wrong by the seconds in the file FAKED_CLOCK, for programs that preload it. They may change at any time. Monotonic
 * clocks, and so all timers, stay as they are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *seconds_ahead;

__attribute__((constructor)) static void map_seconds(void) {
  const char *name = getenv("FAKED_CLOCK");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *seconds_ahead, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) seconds_ahead = mapped;
  close(file);
}

/* A system call: allocators ask for the time while they hold their locks, so nothing here may allocate. */
int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && seconds_ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += *seconds_ahead;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec found;
  int result = clock_gettime(CLOCK_REALTIME, &found);
  now->tv_sec = found.tv_sec;
  now->tv_usec = found.tv_nsec / 1000;
  return result;
}

time_t time(time_t *now) {
  struct timespec found;
  clock_gettime(CLOCK_REALTIME, &found);
  if (now) *now = found.tv_sec;
  return found.tv_sec;
}
