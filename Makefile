# Two commands do everything on a fresh Debian 12:
#   make demo     builds, finds a bug in an example, replays it
#   make check    builds and runs all tests
# One test: make check T=name.  With a sanitizer: make SAN=address unit cli.
CC = gcc
PREFIX ?= /usr/local
BUILD ?= build
ifdef SAN
CC = clang
# No more than a report needs: it is built in every check.  Optimising what
# sanitizers add costs more than it saves, except in the inner loops.
SANFLAGS = $(SANLEVEL) $(SANDEBUG) -fsanitize=$(SAN),undefined \
        -fno-sanitize-recover=undefined
SANDEBUG := -gline-tables-only
SANLEVEL := -O0
BUILD := build/$(SAN)
endif
# Of unit tests, in half the time of ld.
UNITLINK := -fuse-ld=$(if $(SAN),lld,gold)

WARN := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla
BASE := -std=gnu11 -g -O2 $(WARN) -Isrc -D_GNU_SOURCE -MMD -MP
# The runtime runs inside the target, between any two of its instructions.  A
# target may bring functions that it exports too (malloc): for clang, say so.
RUNTIME_FLAGS := $(BASE) -fPIC -fvisibility=hidden -fno-stack-protector \
        -ffunction-sections -fdata-sections -fsemantic-interposition
LIBS := libdw libelf jansson sqlite3 libutf8proc
# Debian has no pkg-config file for Zydis.
DRIVER_LIBS = $(shell pkg-config --libs $(LIBS)) -lZydis
# Of optimisation, where it is not that of BASE.
LEVEL :=
# Where optimised code keeps its variables takes gcc a tenth of its time; tests of
# the symboliser ask for that.
TRACKING := -fno-var-tracking
DRIVER_FLAGS = $(BASE) $(TRACKING) $(LEVEL) $(SANFLAGS) $(shell pkg-config --cflags $(LIBS))

# The sources of these rooms, with their subfolders.
sources = $(foreach room,$(1),$(wildcard $(addprefix src/$(room)/,*.[cS] \
        */*.[cS] */*/*.[cS])))
SHARED_SRC := $(call sources,base strategy explore coverage detect predict)
RUNTIME_SRC := $(SHARED_SRC) $(call sources,runtime)
LIBRARY_SRC := $(SHARED_SRC) $(call sources,util frameworks exec schedule trace reorder syn minimize \
        explain symbols store regress campaign report gen)
# Compiled on the user's machine, with each module that raddle gen tests.
LIBRARY_SRC := $(filter-out src/gen/driver/%,$(LIBRARY_SRC))
GEN_FILES := gen/interpreter.c gen/apart.c gen/gen/driver/wire.h gen/base/payload.h
CLI_SRC := $(call sources,cli cc)
HOOKS_SRC := $(wildcard src/hooks/*.c src/hooks/*.S)
UNIT_SRC := $(wildcard tests/unit/*.c)
# raddle-gen is built if libclang is there: raddle itself does not need it.
LLVM := $(patsubst %/include/clang-c/Index.h,%,$(lastword $(sort \
        $(wildcard /usr/lib/llvm-*/include/clang-c/Index.h))))
GENREAD_SRC := $(if $(LLVM),$(call sources,genread))

object = $(patsubst %,$(BUILD)/$(1)/%.o,$(basename $(2)))
RUNTIME_OBJ := $(call object,runtime,$(RUNTIME_SRC))
LIBRARY_OBJ := $(call object,driver,$(LIBRARY_SRC))
DRIVER_OBJ := $(LIBRARY_OBJ) $(call object,driver,$(CLI_SRC))
GENREAD_OBJ := $(call object,driver,$(GENREAD_SRC))
HOOKS_OBJ := $(call object,hooks,$(HOOKS_SRC))
unit_object = $(call object,driver,$(1:%=tests/unit/%.c))
$(call object,driver,$(SHARED_SRC)) $(call unit_object,coverage_programs \
        coverage_random explore explore_upper heap strategy_guided_random \
        strategy_guides_agree): SANLEVEL := -O1
# These read their own debug information, of optimised code.
SYMBOL_UNITS := $(call unit_object,finding_text symbol symbol_blocks symbol_tree table \
        table_room)
$(SYMBOL_UNITS): SANDEBUG := -g
$(SYMBOL_UNITS): SANLEVEL := -O1
$(SYMBOL_UNITS): TRACKING :=
# The code of tests runs once where it is compiled once: optimising it costs more
# than it saves, except in loops that run long.
LONG_UNITS := $(call unit_object,coverage_bound coverage_programs coverage_random \
        coverage_shared explore explore_upper gen_linearisable image schedule \
        strategy_guided_random strategy_guides_agree)
$(filter-out $(SYMBOL_UNITS) $(LONG_UNITS),$(call object,driver,$(UNIT_SRC))): LEVEL := -O0
UNITS := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/unit/%)
# Parts of the runtime that a unit test is linked with.
IMAGE_SRC := $(wildcard src/runtime/rewind/image/*.c) \
        $(addprefix src/runtime/core/,runtime_memory.c runtime_descriptors.c) \
        $(addprefix src/runtime/syscalls/,buffers.c unprotect.c)

.PHONY: all
all: $(BUILD)/raddle $(BUILD)/libraddle.so $(BUILD)/libraddle_hooks.a \
        $(BUILD)/include/raddle.h $(BUILD)/raddle-cc $(BUILD)/raddle-c++ \
        $(addprefix $(BUILD)/,$(GEN_FILES)) $(if $(LLVM),$(BUILD)/raddle-gen)

$(BUILD)/raddle: $(DRIVER_OBJ)
	$(CC) $(SANFLAGS) -o $@ $^ $(DRIVER_LIBS)

$(BUILD)/raddle-gen: $(GENREAD_OBJ) $(BUILD)/library.a
	$(CC) $(SANFLAGS) -o $@ $^ -L$(LLVM)/lib -lclang \
	    $(shell pkg-config --libs jansson)
$(GENREAD_OBJ): DRIVER_FLAGS += -I$(LLVM)/include \
        -DRDL_CLANG_RESOURCES='"$(lastword $(sort $(wildcard $(LLVM)/lib/clang/*)))"'

# A copy of the compiler's unwinder for the runtime's own walks, without
# functions of the target (src/runtime/observe/unwind.c).
WALKER := $(BUILD)/runtime/walker.o
$(WALKER): src/runtime/observe/unwind.c
	@mkdir -p $(@D)
	$(CC) -r -nostdlib -o $@ -Wl,-u,_Unwind_Backtrace -lgcc_eh
	objcopy --redefine-sym _Unwind_Backtrace=rdl_walk_backtrace --redefine-sym _Unwind_GetCFA=rdl_walk_cfa \
	    --redefine-sym _Unwind_GetIP=rdl_walk_pc --redefine-sym _Unwind_GetRegionStart=rdl_walk_function \
	    --redefine-sym _Unwind_GetGR=rdl_walk_register --wildcard --keep-global-symbol 'rdl_walk_*' $@

$(BUILD)/libraddle.so: $(RUNTIME_OBJ) $(WALKER) src/runtime/exports.map
	$(CC) -shared -o $@ $(RUNTIME_OBJ) $(WALKER) -Wl,--gc-sections,--sort-section=name -Wl,-z,now,-z,defs \
	    -Wl,--version-script=src/runtime/exports.map -Wl,-soname,libraddle.so \
	    -Wl,--push-state,--no-as-needed -lgcc_s -Wl,--pop-state

$(BUILD)/libraddle_hooks.a: $(HOOKS_OBJ)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/raddle-cc $(BUILD)/raddle-c++: | $(BUILD)/raddle
	ln -sf raddle $@

# Alone in its folder, where raddle cc finds it.
$(BUILD)/include/raddle.h: include/raddle.h
	@mkdir -p $(@D)
	cp $< $@

# What raddle gen compiles with a module and its driver.c, where it finds it.
$(BUILD)/gen/interpreter.c: src/gen/driver/interpreter.c
$(BUILD)/gen/apart.c: src/gen/driver/apart.c
$(BUILD)/gen/gen/driver/wire.h: src/gen/driver/wire.h
$(BUILD)/gen/base/payload.h: src/base/payload.h
$(addprefix $(BUILD)/,$(GEN_FILES)):
	@mkdir -p $(@D)
	cp $< $@

# Of which each unit test takes what it needs.
$(BUILD)/library.a: $(LIBRARY_OBJ)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/unit/%: $(BUILD)/driver/tests/unit/%.o $(BUILD)/library.a
	@mkdir -p $(@D)
	$(CC) $(SANFLAGS) $(UNITLINK) -o $@ $(filter %.o,$^) $(BUILD)/library.a $(UNIT_LIBS)
UNIT_LIBS = $(DRIVER_LIBS) $(shell pkg-config --libs cmocka)
.SECONDARY: $(call object,driver,$(UNIT_SRC))

$(addprefix $(BUILD)/unit/,image image_kernel own_memory): \
        $(call object,driver,$(IMAGE_SRC))
$(BUILD)/unit/elf_symbol: $(call object,driver,src/runtime/machine/elf_symbol.c)
$(BUILD)/unit/streams: $(call object,driver,src/runtime/machine/streams.c)
$(BUILD)/unit/race_clocks: $(call object,driver,src/runtime/observe/race_clocks.c)
$(BUILD)/unit/race_shadow: $(call object,driver,src/runtime/observe/race_shadow.c)
$(BUILD)/unit/announced: $(call object,driver, \
    src/runtime/observe/tables/announced.c)
$(BUILD)/unit/block_tables: $(call object,driver, \
    src/runtime/observe/tables/block_table.c src/runtime/observe/tables/association_table.c)
$(BUILD)/unit/split_table: $(call object,driver, \
    src/runtime/observe/tables/split_table.c)
$(BUILD)/unit/aside: $(call object,driver,src/runtime/core/aside.c)

$(BUILD)/runtime/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(RUNTIME_FLAGS) -c -o $@ $<
# An initialiser that throws or is cancelled unwinds through pthread_once.
$(BUILD)/runtime/src/runtime/sync/once.o: RUNTIME_FLAGS += -fexceptions
$(BUILD)/runtime/%.o: %.S
	@mkdir -p $(@D)
	$(CC) $(RUNTIME_FLAGS) -c -o $@ $<
$(BUILD)/driver/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(DRIVER_FLAGS) -c -o $@ $<
# The page of raddle report is part of raddle; it draws with uPlot.
UPLOT := third_party/uplot
$(BUILD)/page.html: scripts/page.sh $(wildcard src/report/page/*) \
        $(wildcard $(UPLOT)/* $(UPLOT)/dist/*)
	@mkdir -p $(@D)
	scripts/page.sh src/report/page $(UPLOT) > $@.tmp
	mv $@.tmp $@
$(BUILD)/driver/src/report/page.o: src/report/page.S $(BUILD)/page.html
	@mkdir -p $(@D)
	$(CC) $(BASE) -DRDL_PAGE='"$(BUILD)/page.html"' -c -o $@ $<

$(BUILD)/hooks/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(BASE) -fPIC -fvisibility=hidden -c -o $@ $<
$(BUILD)/hooks/%.o: %.S
	@mkdir -p $(@D)
	$(CC) $(BASE) -fPIC -c -o $@ $<

# Not what tests have built below it.
-include $(shell find $(BUILD) -path '*/work' -prune -o -type f -name '*.d' -print 2>/dev/null)

# --- The two commands -------------------------------------------------------

.PHONY: demo check setup-build setup
setup-build:
	@scripts/setup.sh build
setup:
	@scripts/setup.sh all

demo: setup-build
	@$(MAKE) --no-print-directory -q all 2>/dev/null || \
	    echo "building raddle into $(BUILD): a minute or so on two CPUs"
	@$(MAKE) --no-print-directory -s -j2 all
	@scripts/demo.sh $(BUILD)

# All parts, or what of them has a test of that name.
RUN = @tests/run.py $(BUILD) --only '$(or $(T),*)'
check: setup
	$(RUN) compile cc cli browser build rewind real unit programs \
	    $(if $(T),,static sanitized)
	@echo "make check: all passed"

# --- Their parts ------------------------------------------------------------

.PHONY: static units unit cc cli browser build programs rewind real sanitized
SOURCES = $(shell git ls-files '*.c' '*.h' '*.cc' 2>/dev/null)
# Format, includes, large variables of the runtime, exported symbols.
static: all
	@clang-format --dry-run -Werror $(filter src/% tests/unit/%,$(SOURCES))
	@scripts/check-includes.sh
	@scripts/check_statics.py $(BUILD)
	@nm -D --defined-only $(BUILD)/libraddle.so | awk '{print $$3}' | \
	    LC_ALL=C sort | diff -u tests/exports.txt - || { echo \
	    "exported symbols differ: if meant, make exports"; exit 1; }

units: $(UNITS)
unit: units
# browser: the page of raddle report, in headless Chromium.
unit cc cli browser build programs rewind real: all
	$(RUN) $@
# With the other compiler, which sees other things: everything compiles with
# both, and both runtimes are run.
sanitized:
	$(RUN) $@

.PHONY: exports
exports: all
	nm -D --defined-only $(BUILD)/libraddle.so | awk '{print $$3}' | \
	    LC_ALL=C sort > tests/exports.txt

# --- Longer than a check ----------------------------------------------------

.PHONY: bench soundness
# A table of ratios, in a few minutes: bench/README.md.  QUICK=1: in one.
bench: all
	@bench/run.py $(BUILD)/raddle --work $(BUILD)/work/bench \
	    $(if $(QUICK),--quick) $(if $(AGAINST),--against $(AGAINST))

# Published programs from Debian's sources, and bugs put into them:
# bench/field/README.md.  Some minutes the first time; T=name: one of them.
.PHONY: field
field: all
	@scripts/setup.sh field
	@bench/field/run.py $(BUILD)/raddle --work $(BUILD)/work/field \
	    --only '$(or $(T),*)'

# raddle prove against random schedules, in a minute: bench/prove.py.
.PHONY: bench-prove
bench-prove: all
	@bench/prove.py

# Mistakes in the exploration, each with the program that shows it: some minutes.
.PHONY: prove-mutants
prove-mutants: all
	@bench/prove_mutants.py $(BUILD)/work/mutants

# Nanoseconds that each coverage metric costs an event.
.PHONY: bench-events
bench-events: $(BUILD)/driver/bench/coverage_events.o $(LIBRARY_OBJ)
	$(CC) $(SANFLAGS) -o $(BUILD)/coverage_events $^ $(DRIVER_LIBS)
	@$(BUILD)/coverage_events

# What strategies cover and how soon they find bugs: bench/coverage/README.md.
# At most 20 minutes; bench-coverage-full: hours.
.PHONY: bench-coverage bench-coverage-full
bench-coverage bench-coverage-full: all
	@bench/coverage/study.py $(BUILD)/raddle --work $(BUILD)/work/coverage \
	    $(if $(findstring full,$@),--full)

# Which metrics predict failures: some minutes.
.PHONY: bench-metrics
bench-metrics: all $(BUILD)/driver/bench/coverage_sets.o $(LIBRARY_OBJ)
	$(CC) $(SANFLAGS) -o $(BUILD)/coverage_sets \
	    $(filter %.o,$^) $(DRIVER_LIBS)
	@bench/coverage/metrics.py $(BUILD)/raddle $(BUILD)/coverage_sets \
	    --work $(BUILD)/work/metrics

# Nanoseconds that a decision of each guided strategy costs.
.PHONY: bench-picks
bench-picks: $(BUILD)/driver/bench/strategy_picks.o $(LIBRARY_OBJ)
	$(CC) $(SANFLAGS) -o $(BUILD)/strategy_picks $^ \
	    $(UNIT_LIBS)
	@$(BUILD)/strategy_picks

# Data races: raddle, ThreadSanitizer, Helgrind and DRD on the programs of
# tests/races, and what detection costs.  Some minutes.
.PHONY: bench-detect
bench-detect: all
	@bench/detect.py $(BUILD)/raddle --work $(BUILD)/work/detect

# Block races and associated variables on the programs of tests/blocks: each
# kind where it is, none elsewhere; 20 seeds, 1,000 executions.  Some minutes.
.PHONY: bench-blocks
bench-blocks: all
	@python3 tests/blocks.py $(BUILD)/raddle $(BUILD)/work/blocks

# Modules with a bug each: how soon raddle gen finds it, and that it reports
# nothing about their mended twins.  An hour or so; QUICK=1: some minutes.
.PHONY: bench-gen
bench-gen: all
	@bench/gen/run.py $(BUILD)/raddle --work $(BUILD)/work/gen \
	    --only '$(or $(T),*)' $(if $(MINUTES),--minutes $(MINUTES)) \
	    $(if $(PART),--part $(PART)) $(if $(QUICK),--seeds 2 --twins 20000)

# Seconds to map the places of a large program: raddle regress.
.PHONY: bench-mapping bench-regress
bench-mapping: $(BUILD)/driver/bench/regress_mapping.o $(LIBRARY_OBJ)
	$(CC) $(SANFLAGS) -o $(BUILD)/regress_mapping $^ $(DRIVER_LIBS)
	@$(BUILD)/regress_mapping

# How soon raddle regress finds a regression: some minutes.
bench-regress: all
	@bench/regress/run.py $(BUILD)/raddle --work $(BUILD)/work/regress

# The corpus in every way, each repetition a hundred times: ten minutes or so.
.PHONY: corpus-full
corpus-full: all
	$(RUN) --work $(BUILD)/work/full programs-full

# The rewind's tests with the full counts (10,000 executions of one schedule of
# each program, a million for growth, 100,000 crashes): an hour or so.
soundness: all
	@SOUNDNESS=1 LIMIT=7200 $(RUN:@%=%) --work $(BUILD)/work/soundness rewind
	@tests/races/random_programs.py $(BUILD)/raddle $(BUILD)/work/soundness/races 3 \
	    1000 --prove
	@tests/races/random_programs.py $(BUILD)/raddle $(BUILD)/work/soundness/races 4 \
	    1000 --executions 3000
	@python3 tests/races.py $(BUILD)/raddle $(BUILD)/work/soundness/tricky --tricky \
	    --clean 20000
	@for cc in gcc clang; do tests/prove/differential.py $(BUILD)/raddle \
	    $(BUILD)/work/soundness/prove $(or $(SEED),$(shell date +%s)) 1000 --cc $$cc && \
	    tests/prove/families.py $(BUILD)/raddle $(BUILD)/work/soundness/families \
	    --cc $$cc && \
	    tests/prove/walks.py $(BUILD)/raddle $(BUILD)/work/soundness/walks \
	    --cc $$cc || exit 1; done
	@for test in killed jobs; do KILLS=50 $(MAKE) cli T=prove_$$test || exit 1; done

# Every failing program of the corpus is shrunk; the shrunk schedules are checked.
.PHONY: shrink-corpus causes
shrink-corpus: all
	@tests/shrink.py $(BUILD)/raddle --work $(BUILD)/work/shrink \
	    --only '$(or $(T),*)'

# Whether the explanation of each program of bench/coverage/bugs names its cause.
causes: all
	@bench/coverage/causes.py $(BUILD)/raddle --work $(BUILD)/work/causes

.PHONY: install clean
VERSION = $(shell sed -n 's/^\#define RDL_VERSION "\(.*\)"/\1/p' src/cli/cli.h)
FILLED = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|'
# Man pages and shell completion, from the option tables: a moment, so always.
.PHONY: generated
generated: all
	packaging/generate.py $(BUILD)/raddle $(BUILD)/share
install: all generated
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin include lib/raddle \
	    lib/pkgconfig lib/cmake/Raddle share/raddle)
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1 \
	    bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	install -m 644 $(BUILD)/share/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(BUILD)/share/completion/raddle.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/raddle
	install -m 644 $(BUILD)/share/completion/_raddle \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 $(BUILD)/share/completion/raddle.fish \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 644 include/raddle.h $(DESTDIR)$(PREFIX)/include
	install -d $(DESTDIR)$(PREFIX)/lib/raddle/include
	ln -sf ../../../include/raddle.h $(DESTDIR)$(PREFIX)/lib/raddle/include
	install -d $(addprefix $(DESTDIR)$(PREFIX)/lib/raddle/gen/,gen/driver base)
	for f in $(GEN_FILES); do install -m 644 $(BUILD)/$$f \
	    $(DESTDIR)$(PREFIX)/lib/raddle/$$f || exit 1; done
	$(if $(LLVM),install $(BUILD)/raddle-gen $(DESTDIR)$(PREFIX)/lib/raddle)
	install -m 644 packaging/criterion_main.c $(DESTDIR)$(PREFIX)/share/raddle
	install -m 644 packaging/RaddleConfig.cmake \
	    $(DESTDIR)$(PREFIX)/lib/cmake/Raddle
	$(FILLED) packaging/RaddleConfigVersion.cmake.in > \
	    $(DESTDIR)$(PREFIX)/lib/cmake/Raddle/RaddleConfigVersion.cmake
	$(FILLED) packaging/raddle.pc.in > \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig/raddle.pc
	install $(BUILD)/raddle $(DESTDIR)$(PREFIX)/bin
	ln -sf raddle $(DESTDIR)$(PREFIX)/bin/raddle-cc
	ln -sf raddle $(DESTDIR)$(PREFIX)/bin/raddle-c++
	install -m 644 $(BUILD)/libraddle.so $(BUILD)/libraddle_hooks.a \
	    $(DESTDIR)$(PREFIX)/lib/raddle

clean:
	rm -rf build
