# Each way of tracking changed memory, forced, brings the same back: programs
# whose memory changes in different ways have one event hash, and the large one
# is right.  All memory is compared with what it was, after each rewind.  An older
# processor does the same.
. "$(dirname "$0")/common.inc"
for name in data tls stack heap much locks stdio environment kernel_writes brk jump \
    signal_mask shared_memory failed_calls; do
    "$RADDLE" cc -g -O1 -pthread "$programs/rewind_$name.c" -o $name
    for track in auto $trackers; do
        case $track in
        copy) older=--no-avx2 ;;
        protect) older=--no-fsgsbase ;;
        *) older= ;;
        esac
        expect 0 "$RADDLE" test --fresh -q -n 30 --determinism "$(many 2000 10)" \
            --isolation rewind --track $track --jobs 1 --check-rewind $older \
            --expect-handled --json report ./$name
        equal "$track $name $(field report 'r["isolation"], r["deterministic"]')" \
            "$track $name ('rewind', True)"
        field report 'r["event_hash"], r["steps"]' >hash.$track
        cmp hash.auto hash.$track || fail "$name: $track has another hash"
    done
done
