/**
 * The C library chooses its copying, filling and searching functions by the processor's features, of which Valgrind hides
 * the newest: natively other instructions run than those that were counted, and samples there can be compared with nothing.
 */

const variable = 'GLIBC_TUNABLES'
/** As processors look that Valgrind shows: no AVX-512, no transactions, and the preference that follows from the latter undone. */
const hidden = 'glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-RTM,-Prefer_No_VZEROUPPER'

/** The environment with which glibc chooses natively what it chooses under Valgrind; one that names features already stays as it is. */
export function asUnderValgrind(environment: Record<string, string>): Record<string, string> {
  const own = environment[variable] ?? ''
  if (own.includes('glibc.cpu.hwcaps=')) return environment
  return { ...environment, [variable]: own === '' ? hidden : `${own}:${hidden}` }
}
