/* mkstemp_names.c - temporary files and directories: new, distinct, open.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLACE "rdl" /* where it is run: nobody else makes names there */

static char names[2][2][32];

static void *maker(void *argument)
{
    char(*name)[32] = argument;
    char directory[] = PLACE "-XXXXXX", unused[] = PLACE "XXXXXX";
    struct stat status;

    for (int i = 0; i < 2; i++) {
        int fd;

        strcpy(name[i], i == 0 ? PLACE "-XXXXXX" : PLACE "-XXXXXX.txt");
        fd = i == 0 ? mkstemp(name[i]) : mkstemps(name[i], 4);
        assert(fd >= 0 && write(fd, "x", 1) == 1);
        assert(fstat(fd, &status) == 0 && (status.st_mode & 0777) == 0600);
        close(fd);
        assert(stat(name[i], &status) == 0 && status.st_size == 1);
        assert(strstr(name[i], "XXXXXX") == NULL);
        unlink(name[i]);
    }
    assert(mkdtemp(directory) == directory);
    assert(stat(directory, &status) == 0 && S_ISDIR(status.st_mode));
    assert(rmdir(directory) == 0);
    assert(mkdtemp(unused) == unused && rmdir(unused) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char wrong[] = "no-places";
    FILE *file = tmpfile();

    pthread_create(&a, NULL, maker, names[0]);
    pthread_create(&b, NULL, maker, names[1]);
    assert(mkstemp(wrong) == -1 && errno == EINVAL);
    assert(file != NULL && fputs("x", file) >= 0 && fclose(file) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strcmp(names[0][0], names[1][0]) != 0);
    assert(strcmp(names[0][1], names[1][1]) != 0);
}
