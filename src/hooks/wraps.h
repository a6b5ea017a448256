/* wraps.h - the functions of libc whose calls from instrumented code are
 * accesses, because they read or write memory that they get: WRAP(name).
 *
 * In each object that it compiles, `raddle cc` redirects the calls of `name` to
 * rdl_wrap_<name> (cc/object.c), an entry of the archive like those of list.h.
 * The alternatives are worse.  Interposing `name` in libraddle.so would catch
 * the calls of libc and of every library too.  The linker's --wrap would catch
 * those of static libraries that are not instrumented (libgcc's unwinder among
 * them).  A header or -D changes the meaning of the user's sources.
 * -fno-builtin turns every memcpy(&x, p, 4) into a call.  Another symbol in the
 * object leaves the compiler all its knowledge and costs one jump.  Calls that
 * a compiler expands inline do not get here: short fixed sizes become loads and
 * stores with hooks, but gcc also expands copies and fills of fixed size up to
 * 256 bytes without any hook.  Files that have such calls are compiled with
 * -fno-builtin-NAME after all (cc/accesses.c). */
/* One entry a line. */
/* clang-format off */
WRAP(memcpy)
WRAP(memmove)
WRAP(mempcpy)
WRAP(memset)
WRAP(memcmp)
WRAP(bcmp)
WRAP(memchr)
WRAP(memrchr)
WRAP(memmem)
WRAP(bcopy)
WRAP(bzero)
WRAP(strlen)
WRAP(strnlen)
WRAP(strcpy)
WRAP(stpcpy)
WRAP(strncpy)
WRAP(stpncpy)
WRAP(strcat)
WRAP(strncat)
WRAP(strcmp)
WRAP(strncmp)
WRAP(strcasecmp)
WRAP(strncasecmp)
WRAP(strchr)
WRAP(strrchr)
WRAP(strchrnul)
WRAP(strstr)
WRAP(strspn)
WRAP(strcspn)
WRAP(strpbrk)
WRAP(strdup)
WRAP(strndup)
/* The names of the same calls under _FORTIFY_SOURCE. */
WRAP(__memcpy_chk)
WRAP(__memmove_chk)
WRAP(__mempcpy_chk)
WRAP(__memset_chk)
WRAP(__strcpy_chk)
WRAP(__stpcpy_chk)
WRAP(__strncpy_chk)
WRAP(__stpncpy_chk)
WRAP(__strcat_chk)
WRAP(__strncat_chk)
/* Numbers. */
WRAP(atoi)
WRAP(atol)
WRAP(atoll)
WRAP(atof)
WRAP(strtol)
WRAP(strtoul)
WRAP(strtoll)
WRAP(strtoull)
WRAP(strtod)
WRAP(strtof)
/* Output. */
WRAP(puts)
WRAP(fputs)
WRAP(fwrite)
WRAP(perror)
WRAP(printf)
WRAP(fprintf)
WRAP(dprintf)
WRAP(vprintf)
WRAP(vfprintf)
WRAP(vdprintf)
WRAP(__printf_chk)
WRAP(__fprintf_chk)
WRAP(__vprintf_chk)
WRAP(__vfprintf_chk)
WRAP(warn)
WRAP(warnx)
WRAP(err)
WRAP(errx)
WRAP(setbuf)
WRAP(setvbuf)
/* Others. */
WRAP(aio_error)
WRAP(gai_error)
WRAP(getopt)
WRAP(getopt_long)
WRAP(getopt_long_only)
WRAP(__sched_cpucount)
WRAP(sigemptyset)
WRAP(sigfillset)
WRAP(sigaddset)
WRAP(sigdelset)
WRAP(sigismember)
WRAP(_ZNSt6thread4joinEv)
WRAP(_ZNSt6thread6detachEv)
