/*
 * Simulates a wrong clock and a failing disk for programs that preload it. FAULTY_MACHINE names a file of three 64-bit
 * numbers, which may change at any time: the clock offset in seconds, the disk fault, and the delay of a slow disk in
 * milliseconds. Monotonic clocks stay correct.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SOUND, SLOW_SYNC, FAILING_SYNC, FULL, READ_ONLY };
enum { SECONDS_AHEAD, DISK, DELAY_MS, COUNT };

static const volatile int64_t *orders;

__attribute__((constructor)) static void map_orders(void) {
  const char *name = getenv("FAULTY_MACHINE");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, COUNT * sizeof *orders, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) orders = mapped;
  close(file);
}

static int64_t order(int which) { return orders ? orders[which] : 0; }

/* Uses a system call: allocators read the time while they hold their locks, so this must not allocate. */
int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += order(SECONDS_AHEAD);
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

static int fails_to_sync(void) {
  if (order(DISK) == SLOW_SYNC) usleep((useconds_t)(1000 * order(DELAY_MS)));
  if (order(DISK) != FAILING_SYNC) return 0;
  errno = EIO;
  return 1;
}

int fsync(int file) { return fails_to_sync() ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails_to_sync() ? -1 : (int)syscall(SYS_fdatasync, file); }

/* Pipes and sockets are not on a disk. */
static int fails_to_write(int file) {
  int64_t fault = order(DISK);
  struct stat found;
  if (fault < FULL || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
  errno = fault == FULL ? ENOSPC : EROFS;
  return 1;
}

ssize_t write(int file, const void *bytes, size_t size) {
  return fails_to_write(file) ? -1 : syscall(SYS_write, file, bytes, size);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
  return fails_to_write(file) ? -1 : syscall(SYS_pwrite64, file, bytes, size, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) { return pwrite(file, bytes, size, at); }

static int is_read_only(int flags) {
  if (order(DISK) != READ_ONLY || !(flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))) return 0;
  errno = EROFS;
  return 1;
}

int ftruncate(int file, off_t size) {
  if (order(DISK) == READ_ONLY) return errno = EROFS, -1;
  return (int)syscall(SYS_ftruncate, file, size);
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int open(const char *name, int flags, ...) {
  __builtin_va_list more;
  __builtin_va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? __builtin_va_arg(more, mode_t) : 0;
  __builtin_va_end(more);
  /* Devices such as /dev/null are not on a disk. */
  int is_device = name[0] == '/' && name[1] == 'd' && name[2] == 'e' && name[3] == 'v' && name[4] == '/' && name[5] != 's';
  if (!is_device && is_read_only(flags)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}
int open64(const char *name, int flags, ...) {
  __builtin_va_list more;
  __builtin_va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? __builtin_va_arg(more, mode_t) : 0;
  __builtin_va_end(more);
  return open(name, flags, mode);
}
