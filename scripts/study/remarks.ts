/** What a person found out about results that are far off; kept beside the numbers, which are computed. */
export function remarks(): string {
  return `## What is behind what is far off

- **Memory that is freed** (FastTree). A sampler does not see \`free\`: whoever gets the memory next overwrites it, and the store looks dead. The
  exhaustive engine counts such bytes apart, as neither waste nor use. In runs of 0.1 s FastTree frees 8 % of the stored bytes unread, and each
  virtual PMU, whatever its period, registers and policy, finds 4 to 7 points more dead stores than the truth. This program has a truth of 7.4 % and an
  estimate of 93.4 %, for 2,000 rounds and a period of 1,009:

  \`\`\`c
  for (long round = 0; round < rounds; round++) {
    volatile long *block = malloc(512 * sizeof(long));
    for (int i = 0; i < 512; i++) block[i] = round;
    free((void *)block);
  }
  \`\`\`

- **Registers** (bzip2, the real sampler). A virtual PMU has its 4 registers for one tool. The real sampler has 3, which the three tools share, and a
  fourth walks to the access. bzip2 comes back to its arrays late: at 10,000 samples per second of a run of 0.1 s more than half of the
  samples came to no trap. The intervals know this, and hold the truth.
- **The C library's copying** (dblat3). It is chosen by the processor's features, some of which Valgrind hides. Natively it is made to be the same
  code here (\`GLIBC_TUNABLES\`); before that was done the reweighted dead stores came to 1.7 %.
- **Stack distances** (dblat3). The similarity is that of the model: exact time distances convert no better.
- **The first three pairs** are those of whole calling contexts. Where the third has less than 5 % of the waste, as in most of these programs, many others
  are nearly as large, and which of them come first is chance.`
}
