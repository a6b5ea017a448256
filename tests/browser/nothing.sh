# What is not there is said: no execution, nothing verified, no end, no finding, no
# coverage, one moment, a finding that could not be replayed, source that could
# not be read.
. "$(dirname "$0")/common.inc"
campaign
cat >clean.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    return pthread_join(t, NULL);
}
C
"$RADDLE" cc -g -pthread clean.c -o clean
echo 'int main(void) { return 0; }' >single.c
"$RADDLE" cc -g single.c -o single
echo '__attribute__((constructor)) static void early(void) { __builtin_trap(); }' >>single.c
"$RADDLE" cc -g single.c -o early
"$RADDLE" test --jobs 1 -n 50 --out clean-campaign ./clean >tested 2>&1
"$RADDLE" report clean-campaign -o clean.html
gcc -g -pthread clean.c -o blind
"$RADDLE" test --jobs 1 -n 50 --out blind-campaign ./blind >tested 2>&1
"$RADDLE" report blind-campaign -o blind.html
"$RADDLE" test --jobs 1 -n 3 --out unverified-campaign ./single >tested 2>&1 || [ $? = 3 ]
"$RADDLE" report unverified-campaign -o unverified.html
"$RADDLE" test --jobs 1 --metrics none --out empty-campaign ./early >tested 2>&1 || [ $? = 3 ]
"$RADDLE" report empty-campaign -o empty.html
# Without its source it cannot be shown, without its program not even replayed.
rm till.c
"$RADDLE" report campaign -o unread.html
rm till
"$RADDLE" report campaign -o gone.html
browse report.html data.json
