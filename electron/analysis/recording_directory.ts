/** Reads a recording directory: recording.json of the launcher and the raw files of all processes. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RecordingDescription } from '../../shared/recording.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { RAW_SUFFIX } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import { readRawFile } from '../raw/raw_reader.ts'

export interface RecordingDirectory {
  path: string
  /** null if recording.json is missing or unreadable; `problems` says which. */
  description: RecordingDescription | null
  /** Ordered by start. At least one. */
  processes: RawProcess[]
  /** Image of the kernel's vDSO; null if it was not kept. */
  vdsoPath: string | null
  /** Sentences about files that had to be left out. */
  problems: string[]
}

const descriptionSchema = z.object({
  schema: z.literal('hagstone.recording/1'),
  hagstoneVersion: z.string(),
  command: z.array(z.string()),
  workingDirectory: z.string(),
  startedAt: z.iso.datetime(),
  host: z.string(),
  kernel: z.string(),
  engine: z.enum(['software', 'pebs', 'ibs', 'exhaustive']),
  engineReason: z.string(),
  tools: z.array(z.enum(['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance', 'false-sharing'])),
  exit: z.object({ code: z.int().nullable(), signal: z.string().nullable(), endedAt: z.iso.datetime(), stopped: z.boolean() }).nullable(),
  notes: z.array(z.string()),
})
const LARGEST_DESCRIPTION = 4 << 20

/** @throws RpcError bad-file if the directory holds no readable raw recording */
export function readRecordingDirectory(path: string): RecordingDirectory {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new RpcError('bad-file', `${path} is not a directory; give the directory that "hagstone record" made`)
  }
  const names = readdirSync(path).filter((name) => name.endsWith(RAW_SUFFIX)).sort()
  if (names.length === 0) throw new RpcError('bad-file', `${path} holds no raw recording (*${RAW_SUFFIX}); the target may have ended before recording began`)
  const problems: string[] = []
  const processes: RawProcess[] = []
  let refusal: RpcError | null = null
  for (const name of names) {
    try {
      processes.push(readRawFile(join(path, name)))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      refusal = error
      problems.push(`Left out: ${error.message}.`)
    }
  }
  if (processes.length === 0 && refusal) throw refusal
  processes.sort((a, b) => a.header.startTime - b.header.startTime)
  const vdso = join(path, 'vdso.so')
  const description = readDescription(join(path, 'recording.json'), problems)
  return { path, description, processes, vdsoPath: existsSync(vdso) ? vdso : null, problems }
}

function readDescription(path: string, problems: string[]): RecordingDescription | null {
  if (!existsSync(path)) {
    problems.push('The launcher left no recording.json: command line and exit status are unknown.')
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
