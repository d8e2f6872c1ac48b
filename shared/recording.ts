/**
 * recording.json: what the launcher knows and the raw files do not. It lies in the recording directory beside
 * process-*.hagraw and vdso.so (the running kernel's vDSO image, for symbols). Written when the target starts and
 * replaced (by rename) when it ends, so a killed launcher leaves the first version. Untrusted input like the rest.
 */
import type { Engine, Tool } from './report.ts'

export interface RecordingDescription {
  schema: 'hagstone.recording/1'
  hagstoneVersion: string
  command: string[]
  workingDirectory: string
  /** ISO 8601. */
  startedAt: string
  host: string
  kernel: string
  engine: Engine
  engineReason: string
  tools: Tool[]
  /** Filled in when the target has ended. */
  exit: { code: number | null; signal: string | null; endedAt: string; stopped: boolean } | null
  /** Sentences for the profile's notes (e.g. "the script's interpreter was profiled"). */
  notes: string[]
}
