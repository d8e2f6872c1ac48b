/** A person's explanations of results that are far off; kept beside the numbers, which are computed. */
export function remarks(): string {
  return `## Causes of large differences

- **The first three pairs** are pairs of whole calling contexts, and loops are unrolled: flac's first five pairs of silent stores have 1.81 % of the waste each, the five of xz 2.55 % each, and
  FastTree's first five of redundant loads 0.30 % each. Single bytes decide which three of them come first, and no sampler can distinguish them. The tables show in brackets how often a
  sampler without error misses as many, with as many traps: above 5 %, the miss is chance. Of 96 rankings five are below 5 %, and five would be below it by chance alone.
- **gawk's third pair of dead stores** (a spill in \`str2wstr\`, 2.8 % of the waste; the fourth has 1.6 %) is missed for a reason, which differs between the samplers.
  *Virtual PMUs*: in some phases, all registers wait for bytes that are never accessed again. By WITCH's rule (\`registers\`), the chance that a sample gets a register falls with each sample, so
  8,200 to 8,800 of 11,112 samples trap. A trap represents all samples of its context since the last one: a few traps represent a whole phase, and are not independent draws. With the
  rules \`common\` and \`oldest\`, 9,900 to 10,100 trap, and all three pairs are found with every seed. A program of fifty lines shows the same, \`resources/samples/waiting_registers.c\`:
  \`registers\` misses its third pair (11.8 % of the waste; the fourth has 5.9 %) with nine seeds of ten, \`common\` and \`oldest\` with none
  (\`hagstone validate --tool dead-stores --period 101 --registers 4 --seeds 10 -- build/native/samples/waiting_registers\`, column *leaders*). Both rules are worse if data is accessed again late (*Reuse distances*), so
  \`registers\` remains the default.
  *The real sampler*: that store is 1.2 % of all stores and 0.16 % of the clock's samples, because it never stalls: four of 2,500 traps, which are weighted eightfold and scatter as four traps do. To
  measure both again, run \`STUDY_SECONDS=0.1 STUDY_SEEDS=2 STUDY_RATE=10000 STUDY_LIVE_RUNS=4 npm run study -- --program gawk --section accuracy --again\`.
- **Tools that run together** share three registers: walking takes one of the processor's four. In an earlier study all three tools ran together, and half of bzip2's and cjpeg's samples did not trap:
  130 to 1,450 traps each, differences of up to 12.4 points by the clock and 14.1 reweighted, and 27 of 36 rankings without one of the first three. Here, as in the papers, each tool has the registers
  to itself, and the traps of several runs are combined.
- **Data that is never accessed again** (cjpeg). Its coefficients are stored once, encoded, and freed: neither waste nor use. They are 16 % of the samples of silent stores. The ground truth weighted
  by samples counted them as used until it left out samples without an outcome, as the exact fractions do.
- **Data that is accessed again late** (bzip2, the real sampler). Half of the samples at its arrays are given up for newer ones before their bytes are accessed again, and a context that never
  traps is in no estimate. The interval includes this: 14 to 30 % for dead stores by the clock. The same holds for the two threads of xz.
  zopfli (virtual PMUs) fills its hash tables (\`ZopfliResetHash\`) before each pass over the text, and the fill overwrites the values of the pass before: 4.5 of its 19.0 % dead stores. 44 % of the
  samples do not trap. With 4, 8, and 16 registers the estimate is 1.9, 1.6, and 1.0 points below the ground truth, mean of 6 seeds (\`--registers 4,8,16\`); its interval contains the ground truth each time.
- **Freed memory** (FastTree). The next owner of the memory overwrites it, and the store looks dead. The exhaustive engine counts such bytes separately, as neither waste nor use: 7.9 % of the stored bytes before
  they are accessed, 21 % before anything is stored there again. Virtual PMUs, which did not see \`free\`, found 6.5 points too many dead stores. Now their watchpoints, like those of the real sampler, end with
  the memory.
- **Repeated string instructions** (FastTree). A large \`memset\` is one \`rep stosb\`. The real sampler always took its last byte, which represented the whole block: 11 % of FastTree's stored bytes are of that
  instruction, 13 % of them silent, but the estimate was 88 %, so silent stores were 8.5 points too high when reweighted. The sampler now takes the iteration at which the interrupt arrives, or at which the
  skipped accesses end; \`resources/samples/repeated_stores.c\` tests it.
- **Threads** (xz). Under the exhaustive engine, a thread's calls are below the call that started it; for the sampler, they begin with the thread. To compare, contexts of both start below the thread's start.
- **The C library's copying** (dblat3). The processor's features decide which functions copy and fill. Features and caches decide where in them a loop ends and \`rep movsb\` begins, and
  Valgrind hides some of these. Natively, both choices are made the same here (\`GLIBC_TUNABLES\`). Before the functions were the same, the reweighted dead stores were 1.7 %. Before the sizes were, on a processor with fast short
  \`rep movsb\`, 11 to 20 % of the samples were at instructions that had not been counted, and dead stores, silent stores, and redundant loads were 6.0, 11.1, and 9.7 points from the ground truth weighted by
  samples. Now they are 0.3, 0.6, and 0.1 from it. units and zopfli were also measured after that, the other programs before: at most 3.6 % of their samples (FastTree) were at such instructions.
- **Stack distances** (hmmsearch, lp_solve, and dblat3). These were measured with the model of the papers, which takes an access for one location and the run for one phase; exact time distances converted no
  better. Since then the conversion knows the locations of an access and the phases of the run ([metrics.md](metrics.md)). On shorter inputs S is now 0.95 for hmmsearch, 0.98 for lp_solve, and 0.95 for dblat3.
- **Ranks that wait** (hmmsearch). One of its two ranks distributes the work and polls for messages without a pause (\`MPI_Probe\`: 2.9 million iterations of Open MPI's \`opal_progress\` in a search of
  0.02 s). Under Valgrind both ranks take the same CPU time, whether or not Open MPI is told to yield (\`mpi_yield_when_idle\`). The rank spins and is not stuck; under Valgrind's own tool \`none\` both take 2.6 s. A third of
  the exact run searched the recording for the call site of each frame, which scopes of loads need. The call sites are in memory now, and both ranks take 51 s of CPU instead of 100 s. An earlier exact run
  took 18 minutes on a machine that ran ten other jobs.

The [earlier study](lab/earlier-study.md) has the measurements from before these changes.`
}
