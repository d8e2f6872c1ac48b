/**
 * The C library selects its copying, filling and searching functions by the processor's features, of which Valgrind
 * hides the newest. It chooses between loops and string instructions by sizes derived from features and caches.
 * Natively, other instructions would run than the counted ones, and samples there would match no count.
 */

const variable = 'GLIBC_TUNABLES'
/**
 * The features that Valgrind shows: no AVX-512, no transactions, and without the preference derived from the latter.
 */
const features = 'glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-RTM,-Prefer_No_VZEROUPPER'
/** Sizes in bytes derived from the caches that Valgrind shows, and from its hiding of fast short rep movsb (FSRM). */
const sizes = [
  'glibc.cpu.x86_rep_movsb_threshold=0x2000',
  'glibc.cpu.x86_non_temporal_threshold=0x200000',
  'glibc.cpu.x86_data_cache_size=0x8000',
  'glibc.cpu.x86_shared_cache_size=0x800000',
]

/**
 * The environment with which glibc makes the same choices natively as under Valgrind; an environment that already names
 * features stays unchanged.
 */
export function asUnderValgrind(environment: Record<string, string>): Record<string, string> {
  const own = environment[variable] ?? ''
  if (own.includes('glibc.cpu.hwcaps=')) return environment
  return { ...environment, [variable]: [own, features, ...sizes].filter((tunables) => tunables !== '').join(':') }
}
