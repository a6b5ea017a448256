/* leveldb_snapshots.cc - two threads write pairs in one batch and read both
 * through a snapshot: the two are always equal.  The files are in memory. */
#include <cassert>
#include <memory>
#include <string>
#include <thread>

#include "helpers/memenv/memenv.h"
#include "leveldb/db.h"
#include "leveldb/env.h"
#include "leveldb/write_batch.h"

static void work(leveldb::DB *db, const std::string &value)
{
    leveldb::WriteBatch both;
    both.Put("first", value);
    both.Put("second", value);
    leveldb::Status status = db->Write(leveldb::WriteOptions(), &both);
    assert(status.ok());

    leveldb::ReadOptions options;
    options.snapshot = db->GetSnapshot();
    std::string first, second;
    assert(db->Get(options, "first", &first).ok());
    assert(db->Get(options, "second", &second).ok());
    assert(first == second);
    db->ReleaseSnapshot(options.snapshot);
}

int main()
{
    std::unique_ptr<leveldb::Env> env(
        leveldb::NewMemEnv(leveldb::Env::Default()));
    leveldb::Options options;
    options.env = env.get();
    options.create_if_missing = true;
    leveldb::DB *db = nullptr;
    leveldb::Status status = leveldb::DB::Open(options, "/db", &db);
    assert(status.ok());
    std::thread one(work, db, "1"), two(work, db, "2");
    one.join();
    two.join();
    delete db;
    return 0;
}
