import { DEFAULT_CONVERSION } from '../../shared/metrics/reuse/stack_distance.ts'
import type { Conversion } from '../../shared/report.ts'

/** A person's choices for reuse distances. */
export interface ReuseChoices {
  measure: 'time' | 'stack'
  of: 'program' | 'pair' | 'object'
  /** Number of the data object; null: the most often reused one. */
  object: number | null
  /** Scale of the histogram's heights. */
  scale: 'linear' | 'log'
  conversion: Conversion
  /** The typed text; empty: CPU time is not converted. */
  accessRate: string
  /** End of the first bin, in the unit of the axis; null: as suits the unit. */
  firstBin: number | null
  binCount: number
  /** Size of a cache as typed, for its miss ratio; empty: none. */
  cacheSize: string
}

export const firstChoices: ReuseChoices = {
  measure: 'time',
  of: 'program',
  object: null,
  scale: 'linear',
  conversion: DEFAULT_CONVERSION,
  accessRate: '',
  firstBin: null,
  binCount: 20,
  cacheSize: '',
}

export const firstBins = [64, 256, 1024, 4096, 16_384, 65_536]
export const leastBins = 4
export const mostBins = 40

export const conversionWords: Record<Conversion, { title: string; description: string }> = {
  windows: {
    title: 'by phase',
    description: 'The expected stack distance, from the distribution of each phase of the run; counted runs have no phases and use the expected value',
  },
  expectation: { title: 'expected value', description: 'The expected stack distance, from the distribution of all time distances (StatStack)' },
  shen: { title: 'Shen et al.', description: 'The expected stack distance with binomial spread (Shen et al., POPL 2007, as in RDX)' },
}

/** Accesses per second from typed text: a number, also as 2e9 or with k, M, G. Null: nothing is typed. */
export function accessRateOf(text: string): { rate: number | null; problem: string | null } {
  if (text.trim() === '') return { rate: null, problem: null }
  const match = /^([\d.]+(?:e\d+)?)\s*([kMG]?)$/.exec(text.trim().replaceAll(',', ''))
  const rate = match === null ? Number.NaN : Number(match[1]) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[match[2] as '' | 'k' | 'M' | 'G']
  if (Number.isFinite(rate) && rate > 0) return { rate, problem: null }
  return { rate: null, problem: 'Not a number of accesses per second. Enter, for example, 1.5e9 or 800M.' }
}

/** Bytes from typed text: a number with KB, MB, GB in powers of two, as cache sizes are given. Null: nothing is typed. */
export function cacheSizeOf(text: string): { bytes: number | null; problem: string | null } {
  if (text.trim() === '') return { bytes: null, problem: null }
  const match = /^([\d.]+)\s*([kmgt]?)i?b?$/i.exec(text.trim().replaceAll(',', ''))
  const bytes = match === null ? Number.NaN : Number(match[1]) * 1024 ** ['', 'k', 'm', 'g', 't'].indexOf((match[2] ?? '').toLowerCase())
  if (Number.isFinite(bytes) && bytes >= 1) return { bytes: Math.round(bytes), problem: null }
  return { bytes: null, problem: 'Not a cache size. Enter, for example, 48 KiB or 2 MiB.' }
}
