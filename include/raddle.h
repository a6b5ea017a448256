/* raddle.h - what a program may tell raddle, if it wants to.
 *
 * Nothing is linked: without raddle every one of these does nothing, at the
 * cost of a load and a branch, and the condition of raddle_assert is not even
 * evaluated.  Under raddle (raddle test, raddle replay) they find the runtime
 * through weak symbols.  For C and C++, gcc and clang; with -DRADDLE_DISABLE
 * all of it vanishes.
 *
 *   raddle_assert(condition)        fails the execution, as assert does; for
 *                                   what is too dear or too strict to check in
 *                                   production
 *   raddle_atomic_begin(), _end()   no other thread steps in between, unless
 *                                   this one waits or yields; they nest
 *   raddle_yield_point()            another thread may step here, where raddle
 *                                   sees no operation of the program
 *   raddle_ignore_begin(), _end()   memory accesses of this thread in between
 *                                   are no places to switch (counters, logs)
 *                                   and do not race; locks and other calls
 *                                   still are; they nest
 *   raddle_ignore_races_begin(), _end()  memory accesses of this thread in
 *                                   between do not race, but another thread
 *                                   may step there; they nest
 *   raddle_block_begin(), _end()    the accesses of this thread in between
 *                                   belong together: --blocks reports where
 *                                   another thread comes between them.  They
 *                                   change nothing, and nest
 *
 *   raddle_associate(a, n, b, m)    the n bytes at a and the m bytes at b
 *                                   belong together: --associations reports
 *                                   threads that access them without a common
 *                                   order; until the memory is freed
 *
 *   raddle_name(address, "label")   reports call the block or variable that
 *                                   begins there so, and its parts
 *                                   "label.field", "label[3]", "label+8"; ""
 *                                   takes the name away
 */
#ifndef RADDLE_H
#define RADDLE_H

/* One condition, also with commas that are no argument's end: templates,
 * lambdas, compound literals.  Two ("x == 1, \"why\"") are an error, not a
 * comma operator that is always true.  Without C99's macros: no commas. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define raddle_assert(...) RADDLE_ASSERT_(!bool(__VA_ARGS__), #__VA_ARGS__)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) &&                    \
    __STDC_VERSION__ >= 199901L
int raddle_one_(_Bool condition); /* nowhere defined */
#define raddle_assert(...)                                                     \
    RADDLE_ASSERT_(((void)sizeof(raddle_one_(__VA_ARGS__)), !(__VA_ARGS__)),   \
                   #__VA_ARGS__)
#else
#define raddle_assert(condition) RADDLE_ASSERT_(!(condition), #condition)
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(RADDLE_DISABLE)

#ifdef __cplusplus
extern "C" {
#endif

/* The address of a function of the runtime, or null.  Through the global
 * offset table even in a program that is not position-independent: else the
 * linker would settle for null when there is no definition yet. */
#define RADDLE_FIND_(name, type)                                               \
    __extension__({                                                            \
        type raddle_found_;                                                    \
        __asm__(".weak " #name "\n\tmovq " #name "@GOTPCREL(%%rip), %0"        \
                : "=r"(raddle_found_));                                        \
        raddle_found_;                                                         \
    })

typedef void (*raddle_plain_)(void);
typedef void (*raddle_failed_)(const char *, const char *, unsigned,
                               const char *);
typedef void (*raddle_associated_)(const volatile void *, unsigned long,
                                   const volatile void *, unsigned long);
typedef void (*raddle_named_)(const volatile void *, const char *);

/* Macros, so that places are the caller's. */
#define RADDLE_CALL_(name)                                                     \
    __extension__({                                                            \
        raddle_plain_ raddle_call_ = RADDLE_FIND_(name, raddle_plain_);        \
        if (raddle_call_ != 0)                                                 \
            raddle_call_();                                                    \
    })

#define RADDLE_ASSERT_(failed, text)                                           \
    __extension__({                                                            \
        raddle_failed_ raddle_call_ =                                          \
            RADDLE_FIND_(raddle_rt_assert_failed, raddle_failed_);             \
        if (raddle_call_ != 0 && (failed))                                     \
            raddle_call_(text, __FILE__, __LINE__, __func__);                  \
    })
#define raddle_atomic_begin() RADDLE_CALL_(raddle_rt_atomic_begin)
#define raddle_atomic_end() RADDLE_CALL_(raddle_rt_atomic_end)
#define raddle_yield_point() RADDLE_CALL_(raddle_rt_yield_point)
#define raddle_ignore_begin() RADDLE_CALL_(raddle_rt_ignore_begin)
#define raddle_ignore_end() RADDLE_CALL_(raddle_rt_ignore_end)
#define raddle_ignore_races_begin() RADDLE_CALL_(raddle_rt_ignore_races_begin)
#define raddle_ignore_races_end() RADDLE_CALL_(raddle_rt_ignore_races_end)
#define raddle_block_begin() RADDLE_CALL_(raddle_rt_block_begin)
#define raddle_block_end() RADDLE_CALL_(raddle_rt_block_end)
#define raddle_associate(a, n, b, m)                                           \
    __extension__({                                                            \
        raddle_associated_ raddle_call_ =                                      \
            RADDLE_FIND_(raddle_rt_associate, raddle_associated_);             \
        if (raddle_call_ != 0)                                                 \
            raddle_call_((a), (n), (b), (m));                                  \
    })
#define raddle_name(address, label)                                            \
    __extension__({                                                            \
        raddle_named_ raddle_call_ =                                           \
            RADDLE_FIND_(raddle_rt_name, raddle_named_);                       \
        if (raddle_call_ != 0)                                                 \
            raddle_call_((address), (label));                                  \
    })

#ifdef __cplusplus
}
#endif

#else

/* Not evaluated, yet used; no sizeof, for there is none of a lambda. */
#define RADDLE_ASSERT_(failed, text) ((void)(0 && (failed)))
#define raddle_atomic_begin() ((void)0)
#define raddle_atomic_end() ((void)0)
#define raddle_yield_point() ((void)0)
#define raddle_ignore_begin() ((void)0)
#define raddle_ignore_end() ((void)0)
#define raddle_ignore_races_begin() ((void)0)
#define raddle_ignore_races_end() ((void)0)
#define raddle_block_begin() ((void)0)
#define raddle_block_end() ((void)0)
#define raddle_associate(a, n, b, m)                                           \
    ((void)(a), (void)(n), (void)(b), (void)(m))
#define raddle_name(address, label) ((void)(address), (void)(label))

#endif
#endif
