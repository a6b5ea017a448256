/* run.c - runs another program (a compiler, the loader) and reads its output.
 */
#include "cli/doctor/doctor.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void run_read_all(int fd, char *out, size_t size)
{
    size_t used = 0;
    char rest[4096];
    ssize_t n;

    while (used + 1 < size && (n = read(fd, out + used, size - 1 - used)) > 0)
        used += (size_t)n;
    out[used] = '\0';
    while (read(fd, rest, sizeof(rest)) > 0)
        ; /* drains it, so that it does not die of a closed pipe */
}

bool rdl_doctor_run(char *const argv[], char *out, size_t size)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status, error;
    pid_t child;

    out[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0)
        run_read_all(ends[0], out, size);
    close(ends[0]);
    if (error != 0)
        return false;
    while (waitpid(child, &status, 0) < 0)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
