/* image_kernel.c - what the kernel writes into tracked memory, and what it is
 * told to protect, whatever the tracker. */
#include "image_setup.h"
#include "runtime/syscalls/unprotect.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static void read_into(char *at, size_t size, bool allowed)
{
    int fds[2];
    char data[PAGE];

    memset(data, 77, sizeof(data));
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(write(fds[1], data, size), size);
    if (allowed) {
        assert_int_equal(read(fds[0], at, size), size);
        assert_memory_equal(at, data, size);
    } else {
        assert_int_equal(read(fds[0], at, size), -1);
        assert_int_equal(errno, EFAULT);
    }
    close(fds[0]);
    close(fds[1]);
}

static void the_kernel_writes_too(void **state)
{
    struct range *r = MEGABYTE, *s = SPARSE_RANGE;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        uint64_t sum;
        bool closed;

        add_all();
        if (!save(trackers[t]))
            continue;
        closed = rdl_dirty_pages_closed();
        sum = rdl_image_checksum();
        for (int round = 0; round < 5; round++) {
            size_t page = rdl_rng_below(&rng, 200);
            char *at = r->start + page * PAGE + 4000;

            rdl_image_touch(at, 200);
            read_into(at, 200, true);
            rdl_image_touch(s->start + MIB, 4);
            read_into(s->start + MIB, 4, true);
            assert_int_equal(rdl_image_checksum(), sum);
            rdl_image_restore();
            assert_int_equal(rdl_image_checksum(), sum);
            check(r, 0, MIB);
            check(s, 0, 2 * MIB);
        }
        read_into(r->start + 250 * PAGE, 9, !closed);
        assert_int_equal(rdl_image_open(), closed);
        read_into(r->start + 250 * PAGE, 9, true);
        read_into(s->start + 2 * MIB, 9, true);
        assert_false(rdl_image_open());
        rdl_image_restore();
        check_all();
        /* Closed again. */
        read_into(r->start + 250 * PAGE, 9, !closed);
        rdl_image_restore();
        check(r, 0, MIB);
    }
}

static void a_call_is_known_by_its_arguments(void **state)
{
    struct range *r = MEGABYTE;
    /* Across a page each. */
    char *data = r->start + 3 * PAGE - 50, *more = r->start + 9 * PAGE - 50;
    char *events = r->start + 40 * PAGE;
    struct iovec vectors[] = { { data, 100 }, { more, 100 } };
    int fds[2];

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (!save(trackers[t]))
            continue;
        for (int round = 0; round < 5; round++) {
            int *place = (int *)(r->start + (20 + round) * PAGE);
            const long pipe_arg[6] = { (long)place };
            long arg[6] = { 0, (long)vectors, 2 };
            const long epoll_arg[6] = { 0, (long)events, 1000 };

            rdl_unprotect_call(SYS_pipe, pipe_arg);
            assert_int_equal(pipe(place), 0);
            fds[0] = place[0];
            fds[1] = place[1];
            assert_int_equal(write(fds[1], ranges[0].original, 20), 20);
            assert_int_equal(write(fds[1], MEGABYTE->original, 180), 180);
            arg[0] = fds[0];
            rdl_unprotect_call(SYS_readv, arg);
            assert_int_equal(readv(fds[0], vectors, 2), 200);
            assert_memory_equal(more, MEGABYTE->original + 80, 100);
            close(fds[0]);
            close(fds[1]);
            rdl_unprotect_call(SYS_epoll_pwait2, epoll_arg);
            read_into(events + 999 * sizeof(struct epoll_event), 12, true);
            rdl_image_restore();
            check(r, 0, MIB);
        }
    }
}

/* What the target protects itself faults for the target. */
static void lost_pages_are_the_targets(void **state)
{
    char *at = MEGABYTE->start + 30 * PAGE;

    (void)state;
    add_all();
    assert_true(save("protect"));
    rdl_image_lost(at, PAGE);
    assert_int_equal(mprotect(at, PAGE, PROT_NONE), 0);
    assert_false(rdl_image_fault((uintptr_t)at));
    assert_true(rdl_image_fault((uintptr_t)at + PAGE));
    assert_int_equal(mprotect(at, PAGE, PROT_READ | PROT_WRITE), 0);
    at[0] ^= 1;
    rdl_image_remapped(at, PAGE);
    rdl_image_restore();
    check(MEGABYTE, 0, MIB);
    at[0] ^= 1; /* seen again */
    rdl_image_restore();
    check(MEGABYTE, 0, MIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_writes_too),
        cmocka_unit_test(a_call_is_known_by_its_arguments),
        cmocka_unit_test(lost_pages_are_the_targets),
    };

    image_make_world();
    return cmocka_run_group_tests_name("image_kernel", tests, NULL, NULL);
}
