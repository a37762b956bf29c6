/* A clock for LD_PRELOAD that is ahead of the system's by the number of seconds in the file $CLOCK_OFFSET. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
    char text[32] = {0};
    int file = open(getenv("CLOCK_OFFSET"), O_RDONLY);
    if (file < 0) return result;
    if (read(file, text, sizeof text - 1) > 0) time->tv_sec += atol(text);
    close(file);
    return result;
}
