/** Reuse distances for a terminal: both histograms as bars, percentiles, and miss ratios at this machine's caches. */
import { counted, groupedDigits } from '../../../shared/names/counted.ts'
import type { Conversion, DistanceHistogram, ExactReuse, Report, ReuseReport } from '../../../shared/report.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { amountText, percentText, wrap, wrapParts } from '../format.ts'

const LONGEST_BAR = 40
const NEGLIGIBLE = 1e-5

export function reuseLines({ reuse, run }: Report, width: number): string[] {
  if (!reuse) return ['No reuse distances were recorded; record with --tool reuse-distance.']
  return [reuse, ...(reuse.exact?.otherGranularities ?? [])].flatMap((report, i) => [...(i > 0 ? [''] : []), ...granularityLines(report, run, width)])
}

function granularityLines(reuse: ReuseReport, run: RunDescription, width: number): string[] {
  return [
    ...wrapParts(reuse.exact ? countedHead(reuse, reuse.exact) : sampledHead(reuse), width, '  '),
    '',
    'Time distance',
    ...histogramLines(reuse.time, width),
    ...(reuse.stack ? ['', 'Stack distance', ...histogramLines(reuse.stack, width)] : []),
    ...(reuse.exact ? modelLines(reuse.exact, reuse.conversion, width) : []),
    ...missRatioLines(reuse, run),
    ...(reuse.notes.length > 0 ? [''] : []),
    ...reuse.notes.flatMap((note) => wrap(`- ${note}`, width, '  ')),
  ]
}

function sampledHead({ traps, censoredShare, granularity, accessRate, stack, conversion }: ReuseReport): string[] {
  return [
    counted(traps, 'reuse'),
    `${percentText(censoredShare)} of the samples not reused or not awaited`,
    `${granularity} granularity`,
    ...(accessRate === null ? [] : [`${groupedDigits(accessRate)} accesses per second`]),
    ...(stack ? [`stack distances by ${conversion}`] : []),
  ]
}

function countedHead({ traps, granularity }: ReuseReport, { first }: ExactReuse): string[] {
  return [`every access counted: ${counted(traps, 'reuse')}`, counted(first, 'first access', 'first accesses'), `${granularity} granularity`]
}

/** The prediction of a sampler without any error: how far off the conversion is for this program. */
function modelLines({ stackFromTime, similarity, smoothedSimilarity }: ExactReuse, conversion: Conversion, width: number): string[] {
  const facts = [`by ${conversion}`, `S ${similarity.toFixed(3)}`, `Ŝ ${smoothedSimilarity.toFixed(3)} against the exact ones`]
  return ['', 'Stack distance as it follows from time distances', ...wrapParts(facts, width, '  '), ...histogramLines(stackFromTime, width)]
}

/** Nearly empty bins at the far end are left out. */
function histogramLines({ unit, bins, percentiles }: DistanceHistogram, width: number): string[] {
  const axis = (distance: number): string => (unit === 'bytes' ? sizeText(distance) : amountText(distance, 'ns'))
  const shown = bins.slice(0, bins.findLastIndex((bin) => bin.share > NEGLIGIBLE) + 1)
  const most = Math.max(...shown.map((bin) => bin.share))
  const names = shown.map(({ from, to }) => (to === null ? `${axis(from)} and more` : `below ${axis(to)}`))
  const column = Math.max(0, ...names.map((name) => name.length))
  const longest = Math.max(1, Math.min(LONGEST_BAR, width - column - 12))
  const bars = shown.map(({ share }, i) =>
    `${names[i]!.padStart(column)}  ${percentText(share).padStart(7)}  ${'█'.repeat(Math.round((share / most) * longest))}`.trimEnd(),
  )
  const cumulated = percentiles.map(({ share, distance }) => `${percentText(share)} ${distance === null ? 'beyond' : `below ${axis(distance)}`}`)
  return [...bars, ...wrapParts(cumulated, width, '  ')]
}

function missRatioLines({ missRatio }: ReuseReport, { caches }: RunDescription): string[] {
  if (missRatio.length === 0) return []
  const at = (bytes: number): number => missRatio.findLast((point) => point.bytes <= bytes)?.ratio ?? 1
  const sizes =
    caches.length > 0
      ? caches.map(({ level, bytes }) => ({ name: `L${level} ${sizeText(bytes)}`, bytes }))
      : [32, 1024, 32768].map((kibibytes) => ({ name: sizeText(kibibytes * 1024), bytes: kibibytes * 1024 }))
  return [
    '',
    'Miss ratio of a cache that evicts the least recently used',
    ...sizes.map(({ name, bytes }) => `  ${name.padEnd(14)}${percentText(at(bytes)).padStart(7)}`),
  ]
}
