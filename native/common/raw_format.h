/* SPDX-License-Identifier: MIT
 *
 * The raw recording: the output of a sampler or the exhaustive engine, one file per process image,
 * in a directory together with the launcher's recording.json. Readers must treat every byte as untrusted.
 *
 *   [file header, HAGSTONE_HEADER_SIZE bytes][extent 0][extent 1] ... each HAGSTONE_EXTENT_SIZE bytes
 *
 * The file is little-endian and grows by whole extents (fallocate, then mapped). An extent belongs to one
 * writer at a time: a writer is one thread's place in the file, handed on to the next thread when its thread
 * ends; writer 0 is the process itself (module map, threads), written outside signal handlers under a lock.
 * A writer fills one extent of each kind at a time, in ascending `ordinal`.
 *
 *   extent = [hagstone_extent, 64 bytes][record][record]...   up to `used` bytes, records 8-byte aligned
 *   record = [hagstone_record, 8 bytes][payload, padded with zeros to a multiple of 8]
 *
 * LOG extents hold immutable records; `used` is advanced (release) only after record and checksum are
 * complete, so everything below `used` is valid at any instant, also after SIGKILL.
 * COUNTER extents hold records whose payload is updated in place by their one writer: `check` is then a
 * sequence number, odd while an update is under way. Every field is 8-byte aligned or shares an aligned 8-byte
 * word that is stored at once, and only grows, so a reader that finds an odd sequence in a dead file may still use the fields: they
 * are at most one sample apart.
 *
 * Versioning: readers refuse a `version` greater than theirs; unknown record types are skipped by length. Structures
 * grow at their end only: fields missing from a shorter payload are zero. */
#ifndef HAGSTONE_RAW_FORMAT_H
#define HAGSTONE_RAW_FORMAT_H

#include <stdint.h>

#define HAGSTONE_RAW_MAGIC 0x454e4f5453474148ull /* "HAGSTONE" */
#define HAGSTONE_EXTENT_MAGIC 0x54584548u         /* "HEXT" */
#define HAGSTONE_RAW_VERSION 2u
#define HAGSTONE_HEADER_SIZE 4096u
#define HAGSTONE_EXTENT_SIZE 16384u
#define HAGSTONE_EXTENT_HEADER_SIZE 64u
#define HAGSTONE_RAW_SUFFIX ".hagraw"
/* An empty file beside the raw files: unrecorded-PID-ERRNO-NAME, of a process that could create no raw file. NAME is its
 * thread's name with '_' for all but letters, digits and dots. The file's owner is the user that the process ran as. */
#define HAGSTONE_UNRECORDED_PREFIX "unrecorded-"
/* A record never exceeds its extent. */
#define HAGSTONE_MAX_RECORD (HAGSTONE_EXTENT_SIZE - HAGSTONE_EXTENT_HEADER_SIZE)

enum hagstone_state {
  HAGSTONE_STATE_RUNNING = 1,   /* also after the process was killed */
  HAGSTONE_STATE_FINISHED = 2,  /* the process ended in an orderly way, or recording was stopped on request */
  HAGSTONE_STATE_EXECUTED = 3,  /* the process image was replaced by exec */
  HAGSTONE_STATE_OUT_OF_SPACE = 4, /* the file could not grow: everything before that is here */
  HAGSTONE_STATE_UNABLE = 5     /* sampling could not start: see `failure` */
};

enum hagstone_engine {
  HAGSTONE_ENGINE_SOFTWARE = 1,
  HAGSTONE_ENGINE_PEBS = 2,
  HAGSTONE_ENGINE_IBS = 3,
  HAGSTONE_ENGINE_EXHAUSTIVE = 4,
  HAGSTONE_ENGINE_VIRTUAL = 5
};
enum hagstone_driver { HAGSTONE_DRIVER_ACCESSES = 1, HAGSTONE_DRIVER_CPU_TIME = 2 };
enum hagstone_transport { HAGSTONE_TRANSPORT_SIGTRAP = 1, HAGSTONE_TRANSPORT_ASYNC = 2, HAGSTONE_TRANSPORT_TRACER = 3 };
enum hagstone_reservoir {
  HAGSTONE_RESERVOIR_REGISTERS = 1,
  HAGSTONE_RESERVOIR_COMMON = 2,
  HAGSTONE_RESERVOIR_OLDEST = 3,
  HAGSTONE_RESERVOIR_NEVER = 4
};
enum hagstone_attribution { HAGSTONE_ATTRIBUTION_PROPORTIONAL = 1, HAGSTONE_ATTRIBUTION_NONE = 2 };

enum hagstone_tool {
  HAGSTONE_TOOL_DEAD_STORES = 1,
  HAGSTONE_TOOL_SILENT_STORES = 2,
  HAGSTONE_TOOL_REDUNDANT_LOADS = 3,
  HAGSTONE_TOOL_REUSE_DISTANCE = 4,
  HAGSTONE_TOOL_FALSE_SHARING = 5,
  HAGSTONE_TOOL_SPATIAL_LOADS = 6, /* this and all below: exhaustive engine only */
  HAGSTONE_TOOL_REGISTERS = 7,
  HAGSTONE_TOOL_VALUES = 8
};

/* metrics.md section 1. */
enum hagstone_relation {
  HAGSTONE_RELATION_KILLED_BY = 1,
  HAGSTONE_RELATION_USED_BY = 2,
  HAGSTONE_RELATION_REDUNDANT_WITH = 3,
  HAGSTONE_RELATION_CHANGED_BY = 4,
  HAGSTONE_RELATION_REUSED_BY = 5,
  HAGSTONE_RELATION_SHARED_WITH = 6
};

/* Times are CLOCK_MONOTONIC nanoseconds unless said otherwise. */
struct hagstone_header {
  uint64_t magic;
  uint32_t version;
  uint32_t header_size;
  uint32_t extent_size;
  uint32_t extent_count;    /* extents whose header is complete; store-release */
  uint32_t state;           /* enum hagstone_state, updated in place */
  uint32_t failure;         /* enum hagstone_failure (agent), 0 for none */
  uint32_t process_id;
  uint32_t parent_process_id;
  uint64_t start_time;
  uint64_t start_realtime;  /* CLOCK_REALTIME, nanoseconds since the epoch */
  uint64_t end_time;        /* 0 while running; updated at orderly ends */
  uint32_t engine;
  uint32_t driver;
  uint32_t transport;
  uint32_t watch_registers; /* debug registers that watch (not counting the one that walks) */
  uint32_t reservoir;
  uint32_t attribution;
  uint64_t period;          /* base period: ns of CPU time (driver cpu-time), or accesses */
  uint64_t seed;
  uint64_t tools;           /* bit i set: tool i was recorded */
  uint32_t skip_range;      /* K: accesses skipped at random before one is sampled, software engine */
  uint32_t stop_budget;     /* most stops of one sample's walk, software engine */
  uint32_t depth_cap;       /* deepest context kept; deeper ones are cut at the root and marked */
  uint32_t registers_found; /* debug registers that could be opened */
  char executable[1024];    /* zero-terminated path of the process image, cut if longer */
  uint32_t distance_unit;   /* enum hagstone_distance_unit of reuse records, 0: no reuse recorded */
  uint32_t granularity;     /* of reuse distance: 1, 8 or 64 bytes */
  uint32_t tolerance;       /* relative, of floating-point comparisons, in billionths */
  int32_t rank;             /* of the MPI or Slurm task, -1: none */
  uint64_t load_event;      /* config of the PMU events that sample, 0: none */
  uint64_t store_event;
  uint64_t window_on; /* exhaustive engine, bursty: instructions measured and passed over in turn; 0: all measured */
  uint64_t window_off;
  uint32_t reuse_granularities; /* exhaustive engine: bit 0 bytes, bit 1 words, bit 2 lines */
  uint32_t value_table_size; /* tool values: most entries of a table; 0: not measured */
  uint32_t value_roles; /* bit i: enum hagstone_value_role i was profiled */
  uint32_t value_profile; /* enum hagstone_value_profile */
  uint32_t value_back_off; /* convergent: pause as a multiple of the executions so far, in thousandths */
  uint32_t value_flags; /* enum hagstone_value_option, ored */
  uint32_t
      spatial_threshold; /* exhaustive engine: share of non-unique values above which marked ones are recorded, billionths */
  uint32_t early_periods; /* base periods between samples in the first early_time ns of the process's CPU time, at least */
  uint32_t steady_periods; /* and later, at least; 0, in earlier files too: 1 all the time */
  uint64_t early_time;
};

/* How values are profiled (metrics.md section 8). */
enum hagstone_value_profile {
  HAGSTONE_VALUE_PROFILE_FULL = 0,
  HAGSTONE_VALUE_PROFILE_RISING = 1, /* convergent, heuristic 1: for as long as the invariance rises */
  HAGSTONE_VALUE_PROFILE_BOUNDS = 2 /* convergent, heuristic 2: rises by more than 2 % or falls by more than 4 % */
};
enum hagstone_value_option {
  HAGSTONE_VALUE_CONSTANT_BACK_OFF = 1, /* otherwise random, by half around value_back_off */
  HAGSTONE_VALUE_NO_CLEARING = 2,
  HAGSTONE_VALUE_REFERENCE = 4 /* a full table beside each convergent one */
};

/* The unit of reuse distances: ns of the thread's own CPU time, or loads and stores retired. */
enum hagstone_distance_unit { HAGSTONE_DISTANCE_CPU_TIME = 1, HAGSTONE_DISTANCE_ACCESSES = 2 };

/* File `control` beside the raw files, one page, made by the launcher and mapped by every process that records
 * into it. The launcher writes `request`; agents read it at every sampling interrupt. Without the file nothing can be
 * asked of them. */
#define HAGSTONE_CONTROL_NAME "control"
#define HAGSTONE_CONTROL_SIZE 4096u
#define HAGSTONE_CONTROL_MAGIC 0x4c52544e4f434748ull /* "HGCONTRL" */
enum hagstone_control_request {
  HAGSTONE_CONTROL_RECORD = 0,
  HAGSTONE_CONTROL_PAUSE = 1, /* no samples until RECORD again; armed watchpoints are given up */
  HAGSTONE_CONTROL_STOP = 2 /* for good: watchpoints and sources are closed, state becomes FINISHED; the target continues */
};
struct hagstone_control {
  uint64_t magic;
  uint32_t request;
  uint32_t reserved;
};

/* File `pace` beside it, one page, made by the launcher and mapped for writing by every process whose rate begins high: what
 * sampling interrupts cost early on, over all processes of the recording. Without the file each process is on its own.
 * Every process that may write raw files may write here, so it only decides rates. */
#define HAGSTONE_PACE_NAME "pace"
#define HAGSTONE_PACE_SIZE 4096u
struct hagstone_pace {
  uint64_t interrupts;
  uint64_t cost; /* ns of CPU time that the profiler took for them and for their consequences */
};

enum hagstone_extent_kind { HAGSTONE_EXTENT_LOG = 1, HAGSTONE_EXTENT_COUNTERS = 2 };

struct hagstone_extent {
  uint32_t magic;
  uint32_t kind;
  uint32_t writer;
  uint32_t ordinal; /* 0, 1, 2 ... within (writer, kind) */
  uint64_t used; /* bytes of this extent in use, this header included; store-release */
  uint64_t reserved[5];
};

enum hagstone_record_type {
  HAGSTONE_RECORD_MODULE = 1,
  HAGSTONE_RECORD_MODULE_UNLOAD = 2,
  HAGSTONE_RECORD_THREAD = 3,
  HAGSTONE_RECORD_THREAD_END = 4,
  HAGSTONE_RECORD_CONTEXT = 5,
  HAGSTONE_RECORD_TRAP = 6,
  HAGSTONE_RECORD_REUSE = 7,
  HAGSTONE_RECORD_CENSORED = 8,
  HAGSTONE_RECORD_BLOCK = 9,
  HAGSTONE_RECORD_SCOPE = 10,
  HAGSTONE_RECORD_OBJECT = 11,
  HAGSTONE_RECORD_REGION = 12,
  HAGSTONE_RECORD_TIME_POINT = 13,
  /* counters, updated in place */
  HAGSTONE_RECORD_PAIR = 64,
  HAGSTONE_RECORD_WATCH_CONTEXT = 65,
  HAGSTONE_RECORD_STATISTICS = 66,
  HAGSTONE_RECORD_SHARED_PAIR = 67,
  HAGSTONE_RECORD_EXACT_PAIR = 68,
  HAGSTONE_RECORD_BLOCK_COUNT = 69,
  HAGSTONE_RECORD_WITHOUT_PAIR = 70,
  HAGSTONE_RECORD_REUSE_COUNT = 71,
  HAGSTONE_RECORD_OBJECT_COUNT = 72,
  HAGSTONE_RECORD_ACCESS_COUNT = 73,
  HAGSTONE_RECORD_VALUE_TABLE = 74,
  HAGSTONE_RECORD_CONTEXT_COUNT = 75,
  HAGSTONE_RECORD_OBJECT_REUSE_COUNT = 76,
  HAGSTONE_RECORD_PAIR_COUNTS = 77,
  HAGSTONE_RECORD_INTERRUPTED_CONTEXT = 78,
  HAGSTONE_RECORD_TRACE = 79,
  HAGSTONE_RECORD_SPATIAL_VALUES = 80
};

struct hagstone_record {
  uint32_t type_and_length; /* type in the low 8 bits, payload length in bytes (unpadded) above */
  uint32_t check; /* LOG: hagstone_checksum of the payload; COUNTERS: sequence */
};

/* A loaded object. `index` is unique in the process and is never used again, so that a module loaded where
 * another one was unloaded is another module. Addresses of contexts are ELF virtual addresses:
 * run-time address - bias. Followed by build_id_length bytes, then path_length bytes (no terminator).
 * The vDSO's path is "[vdso]"; the main program's is absolute. */
struct hagstone_module {
  uint32_t index; /* from 1; see the pseudo modules below */
  uint32_t reserved;
  uint64_t bias;
  uint64_t start; /* lowest and one past the highest run-time address */
  uint64_t end;
  uint64_t load_time;
  uint16_t build_id_length;
  uint16_t path_length;
  uint32_t reserved2;
};
struct hagstone_module_unload {
  uint32_t index;
  uint32_t reserved;
  uint64_t time;
};

/* Values of hagstone_context.module that are no loaded object. */
#define HAGSTONE_MODULE_UNKNOWN 0xffffffffu /* offset: the run-time address, in no known module (JIT code) */
#define HAGSTONE_MODULE_THREAD_ROOT \
  0xfffffffeu /* offset: thread index; parent 0, or where another thread created it or began the region that it works on */
#define HAGSTONE_MODULE_SYSTEM_CALL \
  0xfffffffdu /* exhaustive: leaf that represents the kernel; offset: system call number */
#define HAGSTONE_MODULE_REGION \
  0xfffffffcu /* region that the program named, between thread root and outermost frame; offset: id */

struct hagstone_thread {
  uint32_t index; /* from 1 in order of creation within the process; 1 is the main thread */
  uint32_t thread_id;
  uint64_t start_time;
  uint32_t start_module; /* start routine of the thread, 0 for the main thread */
  uint32_t reserved;
  uint64_t start_offset;
  char name[16]; /* comm at the time of the record, zero-padded */
};
struct hagstone_thread_end {
  uint32_t index;
  uint32_t reserved;
  uint64_t end_time;
  uint64_t cpu_time;
  char name[16];
  uint64_t unwatched_time; /* CPU time while the thread had no debug registers, ns: coverage = 1 - unwatched / cpu */
};

enum hagstone_context_flag {
  HAGSTONE_CONTEXT_RETURN_ADDRESS = 1, /* offset is a return address: look up offset - 1 */
  HAGSTONE_CONTEXT_TRUNCATED = 2, /* the frames between the thread root and this one were cut (depth cap) */
  HAGSTONE_CONTEXT_PARTIAL = 4, /* unwinding stopped below this frame; the rest is unknown */
  HAGSTONE_CONTEXT_FRAME_POINTER = 8, /* this frame was reached without call frame information */
  HAGSTONE_CONTEXT_SIGNAL_FRAME = 16, /* the frame was interrupted by a signal: offset is the instruction itself */
  HAGSTONE_CONTEXT_AFTER = 32, /* leaf: the access is by the instruction before this one, not decodable */
  HAGSTONE_CONTEXT_REGION_CALL =
      64, /* call of the code of a parallel region: offset is where that function begins. No frame of its own */
  HAGSTONE_CONTEXT_CREATED = 256 /* thread root: the parent is where the thread was created */
};

/* A region that the program named (resources/include/hagstone.h), the same for all threads of the process. Followed by
 * name_length bytes, no terminator. */
struct hagstone_region {
  uint32_t id; /* from 1, unique within the process */
  uint32_t name_length;
};

/* One node of a writer's calling-context tree. The leaf of an access is the accessing instruction itself. */
struct hagstone_context {
  uint32_t id; /* from 1, unique within the writer */
  uint32_t parent; /* 0: none (thread roots only); always written before its children */
  uint32_t module;
  uint32_t flags;
  uint64_t offset;
};

/* One trap in order of time, the material of intervals and time lines. A process stops writing these after
 * a quota (statistic trap_log_full); the pairs go on counting. */
struct hagstone_trap {
  uint64_t time;
  uint32_t pair; /* id of the pair within the writer */
  float credit; /* base periods this trap represents (metrics.md section 2, proportional attribution) */
};

/* One trap of the tool reuse-distance; replaces a TRAP record, under the same quota. */
struct hagstone_reuse {
  uint64_t time;
  uint64_t distance; /* time distance in the unit of the header, the profiler's own share taken off; at least 1 */
  uint32_t pair;
  float credit;
  uint64_t address; /* run-time, of the sampled access; 0: not known */
  uint32_t periods; /* base periods that its sample represents; 0 in earlier files: 1 */
  uint32_t reserved;
};

/* A watchpoint of the tool reuse-distance that ended without a trap (metrics.md section 4, censoring). */
struct hagstone_censored {
  uint64_t time;
  uint64_t distance; /* since the sampled access, in the unit of the header */
  uint32_t context; /* of the sampled access */
  uint32_t flags; /* enum hagstone_censored_flag */
  uint64_t address; /* run-time, of the sampled access; 0: not known */
  uint32_t periods; /* as in hagstone_reuse */
  uint32_t reserved;
};
enum hagstone_censored_flag {
  HAGSTONE_CENSORED_EVICTED = 1, /* given up for a newer sample; otherwise its thread or the recording ended */
  HAGSTONE_CENSORED_OTHER_PART = 2, /* as HAGSTONE_PAIR_OTHER_PART */
  HAGSTONE_CENSORED_FREED = 4 /* its memory ended: it is never reused */
};

/* Counters of one pair (metrics.md section 1): both contexts belong to the same writer. A pair's identity within the
 * writer is (tool, relation, flags, watch, trap). */
struct hagstone_pair {
  uint32_t id; /* from 1, unique within the writer */
  uint8_t tool;
  uint8_t relation;
  uint16_t flags; /* enum hagstone_pair_flag */
  uint32_t watch; /* context of the earlier access */
  uint32_t trap; /* context of the later access */
  uint64_t traps; /* traps seen */
  double credit; /* sum of credited samples s, each of one base period */
  double amount; /* driver accesses: sum of s * period * length, bytes; cpu-time: s * period, ns */
  uint64_t bytes; /* sum of the lengths of the sampled accesses */
  uint64_t partial; /* traps whose watchpoint covered part of the sampled access and spoke for the rest */
  double latency; /* sum over traps of credit * latency of the sampled access in cycles, where the PMU tells */
  double latency_credit; /* credit of the traps whose latency is known */
  double cache_misses; /* credit of those whose sampled access missed the last-level cache */
};
enum hagstone_pair_flag {
  HAGSTONE_PAIR_APPROXIMATE = 1, /* compared as floating point, within tolerance */
  HAGSTONE_PAIR_CALLING_UNSURE = 2,
  HAGSTONE_PAIR_OTHER_PART = 4, /* reuse: another part of the cache line than the sampled one was watched */
  HAGSTONE_PAIR_OVERLAP = 8, /* sharing: both threads accessed the same bytes (true sharing); otherwise false sharing */
  HAGSTONE_PAIR_LOADED = 16 /* registers: the later write is a load into the register */
};

/* A pair of contexts in two threads (tool false-sharing), kept by the writer of the later access. */
struct hagstone_shared_pair {
  struct hagstone_pair pair; /* pair.watch is a context of `watch_writer`, pair.trap of this writer */
  uint32_t watch_writer;
  uint32_t line_module; /* of the cache line that was shared first, or HAGSTONE_MODULE_UNKNOWN (heap, stack) */
  uint64_t line_offset; /* of its first byte: ELF virtual address, or the run-time address where no module is known */
  uint32_t watch_stores; /* the earlier access was a store */
  uint32_t trap_stores; /* the later access was a store */
};

/* mu and eta of metrics.md section 2 for one (tool, context of sampled accesses). */
struct hagstone_watch_context {
  uint32_t context;
  uint32_t tool;
  uint64_t sampled; /* mu: base periods that the samples taken here represent */
  double accounted; /* eta: those accounted for by traps, and by memory that ended, which no pair has as credit */
  uint64_t armed; /* samples that got a watchpoint */
  uint64_t bytes; /* sum over them of the length of the sampled access */
  /* Watchpoints by how they ended, each with its base periods times the inverse of the probability that its register kept it so long, times the
   * length of the sampled access where accesses are counted (hagstone_attribution_count_end). */
  double weighed_waste;
  double weighed_use;
  double weighed_ended; /* with their memory */
  uint64_t samples; /* taken here; 0 in earlier files: as many as `sampled` */
};

/* Sampling interrupts of the CPU-time clock that found the thread in one context, whether they led to a sample or not, and
 * clock ticks that found it in the kernel: the CPU-time profile. The leaf is the instruction that was to run next.
 * Interrupts that found the profiler itself are in no such record. */
struct hagstone_interrupted_context {
  uint32_t context;
  uint32_t reserved;
  uint64_t interrupts;
  uint64_t periods; /* earlier files, without `time`: base periods (header.period) that they represent */
  uint64_t time; /* ns of CPU time that they represent */
};

/* The same interrupts one by one, in order of time, as a timeline of the thread. Followed by as many struct
 * hagstone_trace_sample as fit in the record, of which `count` are written. A writer fills one record after another; the
 * thread of a sample is that of its context. Where a process has many interrupts, the trace joins some of them with the
 * next one of their thread (statistic joined_in_trace), whose context then represents the CPU time of both. */
struct hagstone_trace {
  uint64_t base; /* times of the samples are microseconds since then */
  uint32_t count; /* only grows */
  uint32_t reserved;
};
struct hagstone_trace_sample {
  uint32_t context;
  uint32_t time; /* microseconds */
  uint32_t cpu_time; /* microseconds of CPU time that it represents; the remainder of rounding goes to the next one */
};

/* ---- Exhaustive engine (native/exhaustive): all contexts of a process belong to writer 1. ---- */

/* Code that runs from beginning to end once it is entered, with the accesses that each execution makes. The same
 * instruction may stand in several blocks. Followed by access_count struct hagstone_block_access, and by as many uint16_t:
 * the instructions after the access before up to the one that makes this access. */
struct hagstone_block {
  uint32_t id; /* from 1, unique within the process */
  uint32_t module; /* or HAGSTONE_MODULE_UNKNOWN */
  uint64_t offset; /* ELF virtual address (or run-time address) of its first instruction */
  uint32_t access_count;
  uint32_t instruction_count;
};
struct hagstone_block_access {
  uint32_t offset; /* of the instruction, from the block's */
  uint8_t kind; /* enum hagstone_block_access_kind */
  uint8_t element; /* enum hagstone_element of compare.h */
  uint16_t bytes; /* of one execution */
};
enum hagstone_block_access_kind {
  HAGSTONE_ACCESS_LOAD = 1,
  HAGSTONE_ACCESS_STORE = 2,
  /* Tool registers: a value written to a register (metrics.md section 7), */
  HAGSTONE_ACCESS_REGISTER = 3,
  HAGSTONE_ACCESS_LOADED_REGISTER = 4 /* or loaded into one */
};

/* How often a block ran in a calling context; context 0: in all of them together (counting run). */
struct hagstone_block_count {
  uint32_t block;
  uint32_t context;
  uint64_t count;
};

/* Accesses that no block tells: of system calls, and guarded ones (masked moves), which the blocks leave out. */
struct hagstone_access_count {
  uint32_t context; /* of the access itself, as in pairs */
  uint32_t kind; /* enum hagstone_block_access_kind */
  uint64_t instances;
  uint64_t bytes;
};

/* Accesses of one kind in a calling context, of all its blocks that are counted in no context (their BLOCK_COUNT has
 * context 0). */
struct hagstone_context_count {
  uint32_t context; /* of one of the accesses; its parent is the calling context */
  uint32_t kind; /* enum hagstone_block_access_kind */
  uint64_t instances;
  uint64_t bytes;
};

/* An exact pair of the tools dead-stores, silent-stores, redundant-loads, reuse-distance, spatial-loads and registers. Its identity is (tool,
 * relation, flags, watch, trap, scope, object). Relations that are not kept pair by pair (USED_BY, CHANGED_BY) follow
 * for each context of the earlier access: bytes accessed - waste - WITHOUT_PAIR. The engine holds counts back to write many
 * at a time: in the file of a killed process these records, like WITHOUT_PAIR and REUSE_COUNT, may be up to 2 s old. */
struct hagstone_exact_pair {
  uint32_t id; /* from 1, unique within the process */
  uint8_t tool;
  uint8_t relation;
  uint16_t flags; /* enum hagstone_pair_flag */
  uint32_t watch; /* context of the earlier access */
  uint32_t trap; /* context of the later access */
  uint32_t scope; /* id of a scope record; 0: not known */
  uint32_t object; /* id of an object record; 0: none */
  uint64_t instances; /* later accesses that ended in this pair; reuse: locations reused, of the coarsest granularity */
  uint64_t bytes; /* all or nothing of the later access, split by earlier contexts (metrics.md section 2) */
  uint64_t interleaved_instances; /* another thread accessed the bytes in between: in neither of the two above */
  uint64_t interleaved_bytes;
};

/* To be added to the counts in the record of an exact pair, for many pairs side by side: those of programs that have
 * millions lie in few pages. Since version 2. */
struct hagstone_pair_count {
  uint32_t instances;
  uint32_t bytes;
};
#define HAGSTONE_PAIRS_COUNTED_TOGETHER 2038u /* an extent is full of them */
struct hagstone_pair_counts {
  uint32_t first; /* id of the pair that the first of them is of; the others are of those with the next ids */
  uint32_t reserved;
  struct hagstone_pair_count counts[HAGSTONE_PAIRS_COUNTED_TOGETHER];
};

/* Bytes of one (tool, context) that ended in no pair and in no use. */
struct hagstone_without_pair {
  uint32_t context; /* of the earlier access; for `first` the only one */
  uint32_t tool;
  uint64_t unfinished; /* never accessed again before the end, or before the end of a window */
  uint64_t freed; /* ended by free, munmap and the like (KILLED_BY free) */
  uint64_t interleaved; /* ended by another thread's access, or used with another thread's access in between */
  uint64_t first; /* accesses without an earlier one of their kind */
};

/* A tool's findings by some moment of the run, as sums since its beginning: the material of time lines. Written now and
 * then, the more seldom the longer the process runs, and at its end; only of tools that find waste in memory accesses. */
struct hagstone_time_point {
  uint64_t time;
  uint64_t instructions; /* statistic instructions, all threads together */
  uint32_t tool;
  uint32_t reserved;
  uint64_t waste; /* bytes in the tool's pairs */
  uint64_t accessed; /* bytes of all accesses of the tool's kind, those of the kernel too */
};

/* Exact reuse distances as counts, 3 significant digits (hagstone_distance_bucket). pair 0: whole process. Of a pair a
 * record is of the 32nd part of an octave: all its distances there are of `bucket`, or that is the middle of the part. */
struct hagstone_reuse_count {
  uint32_t pair; /* id of an exact pair */
  uint8_t axis; /* enum hagstone_distance_axis */
  uint8_t granularity; /* 1, 8 or 64 bytes */
  uint16_t reserved;
  uint32_t bucket;
  uint32_t reserved2;
  uint64_t count;
};
enum hagstone_distance_axis {
  HAGSTONE_AXIS_TIME = 1, /* accesses after the use up to and including the reuse */
  HAGSTONE_AXIS_STACK = 2, /* distinct locations in between */
  HAGSTONE_AXIS_FIRST = 3 /* no distance: first accesses to their location (cold misses), bucket 0 */
};

/* The same of one data object: reuses, attributed to the later access. */
struct hagstone_object_reuse_count {
  uint32_t object; /* id of an object record */
  uint8_t axis; /* enum hagstone_distance_axis */
  uint8_t granularity; /* 1, 8 or 64 bytes */
  uint16_t reserved;
  uint32_t bucket;
  uint32_t reserved2;
  uint64_t count;
};

/* Distances below 2048 have buckets of their own; above, every octave has 1024 of equal width. */
static inline uint32_t hagstone_distance_bucket(uint64_t distance) {
  const uint32_t shift = distance < 2048 ? 0 : 53u - (uint32_t)__builtin_clzll(distance);
  return shift * 1024u + (uint32_t)(distance >> shift);
}

/* Where the redundancy of a pair lies (metrics.md section 5). */
struct hagstone_scope {
  uint32_t id; /* from 1, unique within the process */
  uint32_t kind; /* enum hagstone_scope_kind */
  uint32_t context; /* calling context of the loop's or function's frame (its call site), of writer 1 */
  uint32_t module;
  uint64_t offset; /* ELF virtual address: loop header, or an instruction of the function */
};
enum hagstone_scope_kind { HAGSTONE_SCOPE_LOOP = 1, HAGSTONE_SCOPE_FUNCTION = 2 };

/* Data: followed by name_length bytes (of a static symbol), no terminator. */
struct hagstone_object {
  uint32_t id; /* from 1, unique within the process */
  uint32_t kind; /* enum hagstone_object_kind */
  uint32_t context; /* heap, mmap: context of the allocation; 0: not known */
  uint32_t module; /* static: its module, otherwise HAGSTONE_MODULE_UNKNOWN */
  uint64_t offset; /* static: ELF virtual address */
  uint64_t bytes; /* size; heap: of the first block of the context */
  uint32_t name_length;
  uint32_t reserved;
};
enum hagstone_object_kind { HAGSTONE_OBJECT_STATIC = 1, HAGSTONE_OBJECT_HEAP = 2, HAGSTONE_OBJECT_MAPPED = 3 };

/* Loads of one object (LOADSPY eq. 3). */
struct hagstone_object_count {
  uint32_t object;
  uint32_t tool;
  uint64_t instances; /* loads */
  uint64_t bytes;
  uint64_t redundant_instances; /* precise */
  uint64_t redundant_bytes;
  uint64_t
      approximate_instances; /* within tolerance of floating point; precise or approximate by the load's element, never both */
  uint64_t approximate_bytes;
};

/* Values of one static instruction, all threads together (metrics.md section 8). A value wider than 8 bytes has a table for
 * each of its 8-byte elements. Followed by entry_count struct hagstone_value_count, the most frequent first; a count of 0
 * ends them. Its identity is (module, offset, role, slot, flags). Written as a whole now and then: in the file of a killed
 * process all of it may be some seconds old. */
struct hagstone_value_table {
  uint32_t id; /* from 1, unique within the process */
  uint32_t module; /* or HAGSTONE_MODULE_UNKNOWN */
  uint64_t offset; /* ELF virtual address: of the instruction; PARAMETER: of the procedure's first */
  uint8_t role; /* enum hagstone_value_role */
  uint8_t instruction_class; /* enum hagstone_instruction_class; PARAMETER: 0 */
  uint8_t element; /* enum hagstone_element of compare.h */
  uint8_t bytes; /* of the value: 1 to 8, zero-extended in the entries */
  uint16_t slot; /* what * 8 + number of the 8-byte element; what: see the roles */
  uint8_t flags; /* enum hagstone_value_table_flag */
  uint8_t entry_count;
  uint8_t operation; /* OPERAND: enum hagstone_value_operation */
  uint8_t in_memory[7]; /* bit i % 8 of byte i / 8: entry i is the address of memory that the process had when this
                               was written; of entries behind these bits it is not known */
  uint64_t executions; /* PARAMETER: entries of the procedure. Not the values of guarded accesses left out */
  uint64_t profiled; /* executions whose value was examined */
  uint64_t repeats; /* of those: the same value as the one before (MRV-1 = repeats / profiled) */
  uint64_t zeros; /* of those: all bits zero */
  uint64_t retried; /* of those: after profiling was turned on again */
  uint64_t converged; /* tests of convergence that turned profiling off */
  uint64_t increasing; /* tests that went on */
  uint64_t decreasing;
};
struct hagstone_value_count {
  uint64_t value;
  uint64_t count;
};
enum hagstone_value_role {
  HAGSTONE_VALUE_LOADED = 1, /* what: number of the access within the instruction */
  HAGSTONE_VALUE_STORED = 2, /* likewise */
  HAGSTONE_VALUE_RESULT = 3, /* register written by anything but a plain load; what: enum hagstone_value_register */
  HAGSTONE_VALUE_PARAMETER = 4, /* what: 0 to 5: RDI RSI RDX RCX R8 R9 at the entry of the procedure */
  HAGSTONE_VALUE_OPERAND = 5, /* what: 0 numerator, first factor, radicand; 1 divisor, second factor */
  HAGSTONE_VALUE_TARGET = 6 /* run-time address that a call or jump through a register or memory goes to; what: 0. Not
                                   of returns. Where loads and results are profiled */
};
enum hagstone_value_register {
  HAGSTONE_VALUE_GENERAL = 0, /* 16 in the order of their encoding: RAX RCX RDX RBX RSP RBP RSI RDI R8 ... */
  HAGSTONE_VALUE_VECTOR = 16, /* 16: XMM, YMM */
  HAGSTONE_VALUE_X87 = 32, /* 8, in the order in which the instruction writes them */
  HAGSTONE_VALUE_MMX = 40 /* 8 */
};
enum hagstone_value_operation { HAGSTONE_VALUE_DIVIDE = 1, HAGSTONE_VALUE_SQUARE_ROOT = 2, HAGSTONE_VALUE_MULTIPLY = 3 };
enum hagstone_value_table_flag {
  HAGSTONE_VALUE_TABLE_REFERENCE = 1 /* the full profile beside a convergent one of the same values */
};
/* Table 2 of Calder, Feller and Eustace; division of integers is among the other integer arithmetic, square root among the
 * other floating-point operations. */
enum hagstone_instruction_class {
  HAGSTONE_CLASS_INTEGER_LOAD = 1,
  HAGSTONE_CLASS_FP_LOAD = 2,
  HAGSTONE_CLASS_ADDRESS = 3,
  HAGSTONE_CLASS_STORE = 4,
  HAGSTONE_CLASS_INTEGER_MULTIPLY = 5,
  HAGSTONE_CLASS_FP_MULTIPLY = 6,
  HAGSTONE_CLASS_FP_DIVIDE = 7,
  HAGSTONE_CLASS_INTEGER_ARITHMETIC = 8,
  HAGSTONE_CLASS_FP_ARITHMETIC = 9,
  HAGSTONE_CLASS_COMPARE = 10,
  HAGSTONE_CLASS_SHIFT = 11,
  HAGSTONE_CLASS_CONDITIONAL_MOVE = 12,
  HAGSTONE_CLASS_FP_OTHER = 13
};

enum { HAGSTONE_SPATIAL_VALUES = 10, HAGSTONE_SPATIAL_STRIP = 64, HAGSTONE_SPATIAL_VALUE_BYTES = 16 };
struct hagstone_spatial_value {
  uint64_t count;
  uint8_t value[HAGSTONE_SPATIAL_VALUE_BYTES]; /* the first bytes of it, padded with zeros */
};

/* Equal values at the marks of the program (metrics.md section 6; REDSPY 4.2), of writer 1. Identity: (context, object,
 * group, type, approximate, element_bytes). Counted are inspections whose share of non-unique elements is above the
 * threshold of the header; values are those of the latest of them. */
struct hagstone_spatial_values {
  uint32_t id; /* from 1, unique within the process */
  uint32_t context; /* of the mark; 0: ends of windows, registers only */
  uint32_t object; /* id of an object record; 0: none is known */
  uint32_t element_bytes;
  uint8_t group; /* enum hagstone_value_group */
  uint8_t type; /* enum hagstone_value_type of hagstone.h */
  uint8_t approximate;
  uint8_t value_count; /* of `common` */
  uint8_t strip_count; /* of `strip` */
  uint8_t reserved[3];
  uint64_t inspections; /* also those below the threshold */
  uint64_t above; /* inspections above the threshold; the following fields count only these */
  uint64_t elements;
  uint64_t unique; /* elements that are a base value: equal to no earlier one in the order of their values */
  uint64_t latest_elements; /* of the latest inspection above the threshold */
  uint64_t latest_unique;
  struct hagstone_spatial_value common[HAGSTONE_SPATIAL_VALUES]; /* the commonest values first */
  uint8_t strip[HAGSTONE_SPATIAL_STRIP][HAGSTONE_SPATIAL_VALUE_BYTES]; /* elements at equal distances, first and last */
};
enum hagstone_value_group {
  HAGSTONE_GROUP_ARRAY = 0,
  HAGSTONE_GROUP_GENERAL = 1,
  HAGSTONE_GROUP_X87 = 2,
  HAGSTONE_GROUP_SIMD = 3
};

/* X(name, what it counts). The order is the file format: append only. */
#define HAGSTONE_STATISTICS(X) \
  X(timer_signals, "sampling interrupts that reached the thread") \
  X(samples, "samples that ended at a wanted access") \
  X(armed, "samples that got a watchpoint") \
  X(replaced, "watchpoints given up for a newer sample (reservoir)") \
  X(not_chosen, "samples that no watchpoint was given up for (reservoir)") \
  X(traps, "watchpoint traps that ended in a pair") \
  X(own_traps, "traps by the sampled access itself, swallowed") \
  X(unfinished, "watchpoints still armed when their thread ended") \
  X(walk_stops, "execution stops on the way to the sampled accesses") \
  X(walk_stops_avoided, "branches decided without a stop") \
  X(blind_runs, "runs of consecutive samples that could not be watched") \
  X(blind_samples, "samples in blind runs longer than one") \
  X(blind_longest, "longest blind run (maximum over threads)") \
  X(dropped_stop_budget, "walk needed more stops than its budget") \
  X(dropped_barren, "code region known to hold no wanted access") \
  X(dropped_undecodable, "instruction on the way could not be decoded") \
  X(dropped_system_call, "system call on the way") \
  X(dropped_code_unreadable, "code on the way was not readable or not in a known module") \
  X(dropped_address_unsupported, "wanted access with an address form that is not computed (gather, scatter)") \
  X(dropped_address_unreadable, "branch target in memory was not readable") \
  X(dropped_address_forbidden, "access to the thread control block or to profiler memory, never watched") \
  X(dropped_own_code, "interrupt or access inside the profiler itself") \
  X(dropped_overrun, "interrupt arrived while the profiler was still busy") \
  X(dropped_walk_lost, "the stop did not come where it was expected before the next interrupt") \
  X(dropped_arm_failed, "kernel refused to move a watchpoint") \
  X(dropped_stale_trap, "trap of a watchpoint that had been moved meanwhile") \
  X(dropped_blocked_trap, "trap reported late because the signal was blocked") \
  X(dropped_imprecise, "trapping instruction could not be determined") \
  X(dropped_no_context, "no room for a calling context or a pair") \
  X(dropped_overlap, "sampled bytes are watched already") \
  X(contexts, "unwinds, of samples and of traps") \
  X(contexts_truncated, "unwinds cut at the depth cap") \
  X(contexts_partial, "unwinds that ended before the thread's root") \
  X(frames_by_tables, "frames unwound by call frame information") \
  X(frames_by_frame_pointer, "frames unwound without call frame information") \
  X(handler_time, "ns inside the profiler's handlers") \
  X(cpu_time, "ns of CPU time of the threads, at their last sample or end") \
  X(trap_log_full, "traps counted but not in the trap log (quota)") \
  X(foreign_signals, "SIGTRAPs of the target, handed on to it") \
  X(threads_unwatched, "threads that got no debug registers or timer") \
  X(unsafe_modules, "modules without usable call frame information") \
  X(kept_traps, \
    "traps that left their watchpoint armed (a store under a redundant-loads watchpoint, an access of the profiler)") \
  X(censored_evicted, "reuse watchpoints given up for a newer sample") \
  X(dropped_value_unreadable, "value of the sampled access was not readable when it was to be kept or compared") \
  X(dropped_counter_backwards, "reuse whose counters went backwards") \
  X(dropped_counter_multiplexed, "reuse whose counters were multiplexed or throttled") \
  X(dropped_sample_lost, "samples that the kernel reported as lost or throttled") \
  X(dropped_sample_foreign, "sample records that were not of the thread or the events asked for") \
  X(dropped_sample_inexact, "samples without an exact instruction or data address") \
  X(published, "sampled addresses shown to the other threads (false sharing)") \
  X(published_watched, "watchpoints armed on another thread's address, several for one address") \
  X(published_expired, "watchpoints on another thread's address given up because it was too old") \
  X(accesses, "loads and stores counted by the PMU") \
  X(own_accesses, "accesses of the profiler, taken off the counted ones") \
  X(period_raised, "times the sampling period was doubled to hold the overhead") \
  X(period_lowered, "times the sampling period was halved again") \
  X(paused, "sampling interrupts while recording was paused") \
  X(threads_rotated, "times a thread gave its debug registers to another") \
  X(cpu_time_unwatched, "ns of CPU time of threads while they had no debug registers") \
  X(registers_refused, "errno of the last refused debug register, 0: none") \
  X(sampled_no_access, "sampled operations that were no loads or stores (ibs)") \
  X(dropped_kept_too_often, "watchpoints given up after too many traps that left them armed") \
  X(instructions, "instructions executed (exhaustive), in measured windows and outside") \
  X(instructions_measured, "instructions executed in measured windows (exhaustive)") \
  X(windows, "measured windows (exhaustive, bursty)") \
  X(loads, "loads measured (exhaustive)") \
  X(load_bytes, "bytes loaded (exhaustive)") \
  X(stores, "stores measured (exhaustive)") \
  X(store_bytes, "bytes stored (exhaustive)") \
  X(kernel_load_bytes, "bytes that system calls read (exhaustive)") \
  X(kernel_store_bytes, "bytes that system calls wrote (exhaustive)") \
  X(dropped_pairs_full, "accesses whose pair found no room (exhaustive)") \
  X(dropped_access_form, "accesses of a form that is not followed (exhaustive)") \
  X(stack_repairs, "returns that did not match their call: longjmp, exceptions (exhaustive)") \
  X(dropped_distances_full, "reuses whose distance found no room (exhaustive)") \
  X(collection_stops, "times the program stopped collection (hagstone_stop_collection)") \
  X(dropped_marks_unreadable, "marked arrays that were not readable (exhaustive)") \
  X(dropped_marks_no_object, "marked objects that are no static variable, heap block or mapping (exhaustive)") \
  X(dropped_marks_unusable, "marks with sizes or types that mean nothing (exhaustive)") \
  X(dropped_marks_no_room, "marks that found no room (exhaustive)") \
  X(dropped_regions, "regions that were not followed: nested too deeply, or too many names") \
  X(dropped_values_full, "value tables that found no room (exhaustive)") \
  X(repeating_instructions, "instructions that wrote to a register what it held (exhaustive, registers)") \
  X(repeating_floating_instructions, \
    "instructions that wrote floating point to a register that held it within tolerance (exhaustive, registers)") \
  X(dropped_register_form, "register writes in translated code that the translation hides (exhaustive, registers)") \
  X(freed, "watchpoints whose memory ended: free, munmap, mremap") \
  X(interrupts_without_context, "sampling interrupts whose calling context found no room") \
  X(dropped_ended, "the thread ended before the clock tick that was to bring its first sample") \
  X(sampled_periods, "base periods that the sampling interrupts stand for") \
  X(squared_periods, "sum of the squares of these periods") \
  X(longest_period, "most base periods that one sampling interrupt represents (maximum over threads)") \
  X(kernel_time, \
    "ns of CPU time that threads spent in the kernel, the profiler's calls included; of threads that ran 10 ms or longer " \
    "to their end") \
  X(ended_by_seccomp, "processes whose recording ended because they confined themselves (seccomp)") \
  X(ended_by_tracing, "processes whose recording ended because another tracer took over") \
  X(ended_by_breakpoints, "processes whose recording ended because they opened breakpoint events of their own") \
  X(signal_blocked, "threads that ended with SIGTRAP blocked by a system call of the program's own, after few interrupts") \
  X(signal_replaced, "threads that ended with another handler of SIGTRAP, set by such a call, after few interrupts") \
  X(clock_closed, "threads whose sampling clock was closed by such a call") \
  X(displaced_traps, "traps whose signal was lost to that of a clock tick, and that were found by their counters") \
  X(joined_in_trace, "sampling interrupts that the trace joined with the next one of their thread (quota)") \
  X(published_met, \
    "traps of another thread's address that needed no watchpoint: the sampled access touched its cache line") \
  X(published_beside, "other threads' addresses not watched: they ran on the same processor (earlier versions only)") \
  X(published_spare, "further watchpoints on another thread's address that ended without a trap") \
  X(clock_ticks, \
    "threads sampled at clock ticks, because they changed between waiting and running too often for perf's clock") \
  X(rests, "sampling interrupts of such threads in times without watchpoints, which cost too much at each wait") \
  X(given_up_resting, "watchpoints given up where such a time began") \
  X(published_in_turns, \
    "other threads' addresses taken that were published on the same processor, where threads take turns") \
  X(shared_in_turns, "traps of another thread's address whose two threads ran on the same processor") \
  X(kernel_interrupts, "interrupts of the timer used without perf that came in a system call: no samples, only CPU time") \
  X(processor_wait, "ns that threads were ready to run but had no processor; of threads that ran 10 ms or longer")

enum hagstone_statistic {
#define HAGSTONE_X(name, description) HAGSTONE_STATISTIC_##name,
  HAGSTONE_STATISTICS(HAGSTONE_X)
#undef HAGSTONE_X
      HAGSTONE_STATISTIC_COUNT
};
/* Payload of HAGSTONE_RECORD_STATISTICS: uint64_t[count]; one per writer, its first counter record. */

/* FNV-1a over 32-bit little-endian words of the zero-padded payload. */
static inline uint32_t hagstone_checksum(const void *payload, uint32_t length) {
  const unsigned char *p = (const unsigned char *)payload;
  uint32_t hash = 2166136261u, i = 0;
  for (; i + 4 <= length; i += 4) {
    uint32_t word = (uint32_t)p[i] | (uint32_t)p[i + 1] << 8 | (uint32_t)p[i + 2] << 16 | (uint32_t)p[i + 3] << 24;
    hash = (hash ^ word) * 16777619u;
  }
  if (i < length) {
    uint32_t word = 0;
    for (uint32_t shift = 0; i < length; i++, shift += 8) word |= (uint32_t)p[i] << shift;
    hash = (hash ^ word) * 16777619u;
  }
  return hash;
}

#endif
