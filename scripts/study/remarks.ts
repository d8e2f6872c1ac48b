/** What a person found out about results that are far off; kept beside the numbers, which are computed. */
export function remarks(): string {
  return `## What is behind what is far off

- **Memory that is freed** (FastTree). A sampler does not see \`free\`: whoever gets the memory next overwrites it, and the store looks dead. The
  exhaustive engine counts such bytes apart, as neither waste nor use. In a run of 0.1 s FastTree frees 7.9 % of the stored bytes before they are accessed
  again, and every virtual PMU, whatever its period, registers and policy, finds 5.1 to 9.4 points more dead stores than the truth of 17.8 %. Were all of
  these bytes wasted it would be 24.3 %, and that is the estimate. 21 % are freed before anything is stored there again: silent stores, which the
  reweighted sampler took for 14.1 points too many, may come to anything up to 52.5 %. \`hagstone validate\` says these bounds. This program has a truth of
  7.4 % dead stores and an estimate of 93.4 %, for 2,000 rounds and a period of 1,009:

  \`\`\`c
  for (long round = 0; round < rounds; round++) {
    volatile long *block = malloc(512 * sizeof(long));
    for (int i = 0; i < 512; i++) block[i] = round;
    free((void *)block);
  }
  \`\`\`

- **Registers** (bzip2 and cjpeg, the real sampler). A virtual PMU has its 4 registers for one tool. The real sampler has 3, which the three tools share,
  and a fourth walks to the access. Both programs come back to their arrays late: at 10,000 samples per second of a run of 0.1 s about half of
  the samples came to no trap. The intervals know this, and hold the truth.
- **Threads** (xz). Under the exhaustive engine a thread's calls stand below the call that started it, for the sampler they begin with the thread. Until
  contexts of both were made the same below the thread's start, 27 % of xz' samples were not found again, and its dead stores by the clock were
  15.6 points off the truth weighted by its samples; now all are found, and it is 2.9.
- **The C library's copying** (dblat3). It is chosen by the processor's features, some of which Valgrind hides. Natively it is made to be the same
  code here (\`GLIBC_TUNABLES\`); before that was done the reweighted dead stores came to 1.7 %.
- **Stack distances** (dblat3 and flac). The similarity is that of the model: exact time distances convert no better.
- **The first three pairs** are those of whole calling contexts. Where the third has less than 5 % of the waste, as in most of these programs, many others
  are nearly as large, and which of them come first is chance.`
}
