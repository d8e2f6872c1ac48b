/** What ends a recording while its program goes on: --duration, --max-samples, --until ci=R. */
import type { Tool } from '../../shared/report.ts'
import type { RecordingLimits } from './options.ts'

/** What a running recording has come to. */
export interface RecordedSoFar {
  /** Wall-clock s since the target started. */
  elapsed: number
  samples: number
  /** Half-width of the 95 % interval of a tool's total fraction; null while too few traps tell. */
  halfWidths: Partial<Record<Tool, number | null>>
}

/** Tools whose result is a fraction, which an interval can narrow down. */
export function hasFraction(tool: Tool): boolean {
  return tool !== 'reuse-distance'
}

/** The limit that was reached, as the person wrote it; null while the recording goes on. */
export function reachedLimit(limits: RecordingLimits, tools: Tool[], recorded: RecordedSoFar): string | null {
  if (limits.duration !== null && recorded.elapsed >= limits.duration) return `--duration ${limits.duration} s`
  if (limits.maxSamples !== null && recorded.samples >= limits.maxSamples) return `--max-samples ${limits.maxSamples}`
  if (limits.until === null) return null
  const { until } = limits
  const judged = tools.filter(hasFraction)
  const known = judged.every((tool) => (recorded.halfWidths[tool] ?? Number.POSITIVE_INFINITY) <= until)
  return known && judged.length > 0 ? `--until ci=${percent(until)}` : null
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))}%`
}
