/** What a person found out about results that are far off; kept beside the numbers, which are computed. */
export function remarks(): string {
  return `## What is behind what is far off

- **The first three pairs** are those of whole calling contexts, and loops are unrolled: flac's first five pairs of silent stores have 1.81 % of the waste each, xz' five of 2.55 % each,
  FastTree's first five of redundant loads 0.30 % each. Which three of such come first is decided by single bytes, and no sampler can tell them apart. The tables say in brackets how often a
  sampler that makes no error misses as many, with as many traps: where that is above 5 % the miss is chance. Of 96 rankings five are below, where five would be by chance alone.
- **gawk's third pair of dead stores** (a spill in \`str2wstr\`, 2.8 % of the waste; the fourth has 1.6 %) is missed for a reason, by each kind of sampler for its own.
  *Virtual PMUs*: there are phases in which all registers wait for bytes that nobody accesses again. By WITCH's rule (\`registers\`) a sample gets a register with a chance that falls with each sample, so
  that 8,200 to 8,800 of 11,112 samples trap, and a trap speaks for all samples of its context since the one before: a few traps speak for a whole phase, and are no independent draws. With the
  rules \`common\` and \`oldest\` 9,900 to 10,100 trap, and all three pairs are found with every seed. A program of fifty lines shows the same, \`resources/samples/waiting_registers.c\`:
  \`registers\` misses its third pair (11.8 % of the waste; the fourth has 5.9 %) with nine seeds of ten, \`common\` and \`oldest\` with none
  (\`hagstone validate --tool dead-stores --period 101 --registers 4 --seeds 10 -- build/native/samples/waiting_registers\`, column *leaders*). Both rules are worse where data comes back late (*Reuse distances*), so that
  \`registers\` stays.
  *The real sampler*: that store is 1.2 % of all stores and 0.16 % of what the clock finds, for it waits for nothing: four of 2,500 traps, which are weighed up eightfold and scatter as four do. Both are
  measured again by \`STUDY_SECONDS=0.1 STUDY_SEEDS=2 STUDY_RATE=10000 STUDY_LIVE_RUNS=4 npm run study -- --program gawk --section accuracy --again\`.
- **Tools that run together** share the three registers that walking leaves of the processor's four. In an earlier study all three did, and half of bzip2's and cjpeg's samples came to no trap:
  130 to 1,450 traps each, differences of up to 12.4 points by the clock and 14.1 reweighted, 27 of 36 rankings without one of the first three. Here each tool has them to itself, as
  in the papers, and the traps of some runs count together.
- **What is never accessed again** (cjpeg). Its coefficients are stored once, encoded, and freed: neither waste nor use. They are 16 % of the samples of silent stores, and the truth weighted
  by samples had them as used until it left out, as the exact fractions do, what nothing decided.
- **Data that comes back late** (bzip2, the real sampler). Half of the samples at its arrays are given up for newer ones before their bytes are accessed again, and a context that never comes to a
  trap is in no estimate. The interval knows this: 14 to 30 % for dead stores by the clock. So it is with the two threads of xz.
  zopfli (virtual PMUs) fills its tables of hashes (\`ZopfliResetHash\`) before each pass over the text, and the fill kills what the pass before has left there: 4.5 of its 19.0 % dead stores. 44 % of the
  samples come to no trap. With 4, 8 and 16 registers it is 1.9, 1.6 and 1.0 points below the truth, mean of 6 seeds (\`--registers 4,8,16\`); its interval holds the truth each time.
- **Memory that is freed** (FastTree). Whoever gets it next overwrites it, and the store looks dead. The exhaustive engine counts such bytes apart, as neither waste nor use: 7.9 % of the stored bytes before
  they are accessed, 21 % before anything is stored there again. Virtual PMUs, which did not see \`free\`, found 6.5 points too many dead stores; now their watchpoints, and the real sampler's, end with the
  memory.
- **Repeated string instructions** (FastTree). A large \`memset\` is one \`rep stosb\`. The real sampler always took the last byte of it, which spoke for the whole block: 11 % of FastTree's stored bytes are of that
  instruction, 13 % of them silent, and the estimate was 88 %, so that silent stores were 8.5 points too many when reweighted. It takes the iteration now that the interrupt meets, or that the skipped
  accesses end at; \`resources/samples/repeated_stores.c\` holds it to that.
- **Threads** (xz). Under the exhaustive engine a thread's calls stand below the call that started it, for the sampler they begin with the thread: contexts of both are made the same below the thread's start.
- **The C library's copying** (dblat3). Which functions copy and fill is chosen by the processor's features, and where within them a loop ends and \`rep movsb\` begins by features and caches, of which
  Valgrind hides some. Natively both are made the same here (\`GLIBC_TUNABLES\`). Before the functions were, the reweighted dead stores came to 1.7 %; before the sizes were, on a processor with fast short
  \`rep movsb\`, 11 to 20 % of the samples fell on instructions that had not been counted, and dead stores, silent stores and redundant loads were 6.0, 11.1 and 9.7 points beside the truth weighted by
  samples. Now they are 0.3, 0.6 and 0.1 beside it. units and zopfli were measured after that too, the other programs before: at most 3.6 % of their samples (FastTree) fell on such instructions.
- **Stack distances** (hmmsearch, lp_solve and dblat3). The similarity is that of the model: exact time distances convert no better.
- **Ranks that wait** (hmmsearch). Of its two ranks one deals out the work and asks for messages without a pause (\`MPI_Probe\`: 2.9 million rounds of Open MPI's \`opal_progress\` in a search of
  0.02 s): below Valgrind both take the same CPU time, whether or not Open MPI is told to yield (\`mpi_yield_when_idle\`). It spins and is not stuck; below Valgrind's own tool \`none\` both take 2.6 s. A third of
  the exact run went into a search of the recording for each frame's call site, which scopes of loads ask for; they are in memory now, and both ranks take 51 s of CPU in the place of 100 s. An earlier exact run
  of it took 18 minutes on a machine that did ten other things.

The [earlier study](lab/earlier-study.md) has what was measured before these changes.`
}
