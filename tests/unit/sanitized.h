/* sanitized.h - fewer rounds under a sanitizer, which takes four to ten times
 * as long: more of the same random cases reach no other code. */
#ifndef RDL_TESTS_SANITIZED_H
#define RDL_TESTS_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define ROUNDS_OF(n) ((n) / 5)
#else
#define ROUNDS_OF(n) (n)
#endif

#endif
