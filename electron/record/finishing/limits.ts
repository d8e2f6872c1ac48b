/** Limits that end a recording while its program continues: --duration, --max-samples, --until ci=R. */
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import type { Tool } from '../../../shared/run.ts'
import type { RecordingLimits } from '../options.ts'

/** The progress of a recording. */
export interface RecordedSoFar {
  /** Wall-clock s since the target started. */
  elapsed: number
  samples: number
  /** The precision of a tool's total fraction; absent before its first trap. */
  certainty: Partial<Record<Tool, Certainty>>
}

interface Certainty {
  /** Half width of the 95 % interval; null with too few traps. */
  halfWidth: number | null
  traps: number
}

/**
 * A tool is not waited for once another one is precise enough with this many traps and it has too few for an interval:
 * the program hardly has the tool's kind of waste.
 */
const TRAPS_OF_ANOTHER = 100 * FEWEST_TRAPS

/** Tools whose result is a fraction, which an interval can narrow down. */
export function hasFraction(tool: Tool): boolean {
  return tool !== 'reuse-distance'
}

/** The limit that was reached, as the user wrote it; null while the recording continues. */
export function reachedLimit(limits: RecordingLimits, tools: Tool[], recorded: RecordedSoFar): string | null {
  if (limits.duration !== null && recorded.elapsed >= limits.duration) return `--duration ${limits.duration} s`
  if (limits.maxSamples !== null && recorded.samples >= limits.maxSamples) return `--max-samples ${limits.maxSamples}`
  if (limits.until === null) return null
  const { until } = limits
  const judged = tools.filter(hasFraction)
  const trapsOf = (tool: Tool): number => recorded.certainty[tool]?.traps ?? 0
  const known = judged.filter((tool) => (recorded.certainty[tool]?.halfWidth ?? Number.POSITIVE_INFINITY) <= until)
  const open = judged.filter((tool) => !known.includes(tool))
  if (known.length === 0) return null
  const limit = `--until ci=${percent(until)}`
  if (open.length === 0) return limit
  const hopeless = open.every((tool) => trapsOf(tool) < FEWEST_TRAPS) && known.some((tool) => trapsOf(tool) >= TRAPS_OF_ANOTHER)
  return hopeless ? `${limit} (${open.map((tool) => `${tool} has ${trapsOf(tool)} observations, too few to wait for`).join(', ')})` : null
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))}%`
}
