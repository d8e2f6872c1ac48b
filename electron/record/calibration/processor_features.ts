/**
 * The C library chooses its copying, filling and searching functions by the processor's features, of which Valgrind hides the
 * newest, and between their loops and string instructions by sizes that follow from features and caches: natively other
 * instructions would run than those that were counted, and samples there could be compared with nothing.
 */

const variable = 'GLIBC_TUNABLES'
/** As processors look that Valgrind shows: no AVX-512, no transactions, and the preference that follows from the latter undone. */
const features = 'glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-RTM,-Prefer_No_VZEROUPPER'
/** What follows from the caches that Valgrind shows, in bytes, and from its hiding that short rep movsb are fast (FSRM). */
const sizes = ['glibc.cpu.x86_rep_movsb_threshold=0x2000', 'glibc.cpu.x86_non_temporal_threshold=0x200000', 'glibc.cpu.x86_shared_cache_size=0x800000']

/** The environment with which glibc chooses natively what it chooses under Valgrind; one that names features already stays as it is. */
export function asUnderValgrind(environment: Record<string, string>): Record<string, string> {
  const own = environment[variable] ?? ''
  if (own.includes('glibc.cpu.hwcaps=')) return environment
  return { ...environment, [variable]: [own, features, ...sizes].filter((tunables) => tunables !== '').join(':') }
}
