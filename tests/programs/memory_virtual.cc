/* memory_virtual.cc - an object that its base class makes known while it is
 * being built: another thread calls a virtual function before the vtable of
 * the derived class is in place.
 * EXPECT: assertion at 43
 * EXECUTIONS: 300
 */
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Base;
static std::atomic<Base *> known;

struct Base {
    Base()
    {
        known.store(this);
    }
    virtual ~Base()
    {
    }
    virtual bool complete() const
    {
        return false;
    }
};

struct Derived : Base {
    bool complete() const override
    {
        return true;
    }
};

alignas(Derived) static char place[sizeof(Derived)];

static void use()
{
    Base *b = known.load();

    if (b != nullptr)
        assert(b->complete());
}

int main()
{
    std::thread t(use);
    Base *b = new (place) Derived;

    t.join();
    assert(b->complete());
    b->~Base();
    return 0;
}
