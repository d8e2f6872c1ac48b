/** Reads recording.json, which the launcher wrote beside the raw files (shared/recording.ts). */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { TOOLS } from '../../shared/profile/profile.ts'
import type { RecordingDescription } from '../../shared/recording.ts'

/** Several times the output that is kept (electron/record/finishing/kept_output.ts). */
const LONGEST_OUTPUT = 1 << 20

const descriptionSchema = z.object({
  schema: z.literal('hagstone.recording/1'),
  hagstoneVersion: z.string(),
  command: z.array(z.string()),
  workingDirectory: z.string(),
  startedAt: z.iso.datetime(),
  host: z.string(),
  kernel: z.string(),
  engine: z.enum(['software', 'pebs', 'ibs', 'exhaustive', 'virtual']),
  engineReason: z.string(),
  tools: z.array(z.enum(TOOLS)),
  exit: z.object({ code: z.int().nullable(), signal: z.string().nullable(), endedAt: z.iso.datetime(), stopped: z.boolean() }).nullable(),
  notes: z.array(z.string()),
  runs: z
    .array(z.object({ startedAt: z.iso.datetime(), exit: z.object({ code: z.int().nullable(), signal: z.string().nullable() }).nullable() }))
    .max(100_000)
    .exactOptional(),
  energy: z.number().nonnegative().nullable().exactOptional(),
  processors: z.object({ model: z.string().max(1000), count: z.int().positive() }).exactOptional(),
  caches: z
    .array(z.object({ level: z.int().min(1).max(9), bytes: z.int().positive() }))
    .max(32)
    .exactOptional(),
  period: z.number().min(1).exactOptional(),
  tolerance: z.number().min(0).lt(1).exactOptional(),
  granularity: z.enum(['byte', 'word', 'line']).exactOptional(),
  accessRate: z.number().positive().nullable().exactOptional(),
  openmpSleeps: z.literal(true).exactOptional(),
  rank: z.int().nonnegative().nullable().exactOptional(),
  rankCount: z.int().positive().nullable().exactOptional(),
  stoppedBy: z.string().nullable().exactOptional(),
  stoppedAt: z.iso.datetime().nullable().exactOptional(),
  programOutput: z.object({ text: z.string().max(LONGEST_OUTPUT), leftOut: z.int().nonnegative() }).exactOptional(),
})
const LARGEST_DESCRIPTION = 4 << 20

/** Null if it is missing or unreadable; then a sentence is added to `problems`. */
export function readDescription(path: string, problems: string[]): RecordingDescription | null {
  if (!existsSync(path)) {
    problems.push('The launcher wrote no recording.json: command line and exit status are unknown.')
    return null
  }
  try {
    if (statSync(path).size > LARGEST_DESCRIPTION) throw new Error('it is too large')
    return descriptionSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` : (error as Error).message
    problems.push(`recording.json could not be read (${why}): command line and exit status are unknown.`)
    return null
  }
}

/**
 * One description for several ranks: the first rank's, with the total time and the outcome of the first that failed.
 */
export function joinDescriptions(descriptions: RecordingDescription[]): RecordingDescription | null {
  const [first] = descriptions
  if (!first) return null
  const exits = descriptions.flatMap(({ exit }) => exit ?? [])
  const failed = exits.find((exit) => exit.signal !== null || exit.code !== 0) ?? exits[0]
  const ended = exits
    .map(({ endedAt }) => endedAt)
    .sort()
    .at(-1)
  return {
    ...first,
    // Ranks of one machine counted the same energy.
    energy: descriptions.length === 1 ? (first.energy ?? null) : null,
    startedAt: descriptions.map(({ startedAt }) => startedAt).sort()[0]!,
    exit:
      failed && ended !== undefined && exits.length === descriptions.length ? { ...failed, endedAt: ended, stopped: exits.some((exit) => exit.stopped) } : null,
    notes: [...new Set(descriptions.flatMap(({ notes }) => notes))],
    stoppedBy: descriptions.find(({ stoppedBy }) => stoppedBy)?.stoppedBy ?? null,
    stoppedAt: descriptions.every(({ stoppedAt }) => stoppedAt)
      ? descriptions
          .flatMap(({ stoppedAt }) => stoppedAt ?? [])
          .sort()
          .at(-1)!
      : null,
  }
}
