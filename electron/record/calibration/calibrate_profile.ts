/** Calibrating an earlier profile: its raw recording is gone, so its intervals cannot be recomputed. */
import { reweigh } from '../../../shared/metrics/reweighting.ts'
import type { FunctionCode, Profile } from '../../../shared/profile/profile.ts'
import { countInstructions } from '../../analysis/symbols/instruction_counts.ts'
import { readRecordingDirectory } from '../../analysis/recording_directory.ts'
import type { CountingRecording } from '../../analysis/weights/reweigh_profile.ts'
import { reweightingNotes } from '../../analysis/weights/reweigh_profile.ts'
import { TIME_WEIGHTED } from '../../analysis/notes/notes.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { writeProfile } from '../../profile/write_profile.ts'

const withoutIntervals = 'Fractions and shares have no intervals: these are made of the raw recording, which is gone; record with --calibrate to have them.'

/** @throws RpcError, Error of one line */
export function calibrateProfile(path: string, output: string, { directory, command, sameInput }: CountingRecording): void {
  const { profile, close } = openProfile(path)
  try {
    const counts = countInstructions(profile, readRecordingDirectory(directory).processes)
    const { codeAt: _read, ...tables } = profile
    const reweighted = reweigh(tables, { counts, command, sameInput, cpuSeconds: sameInput ? profile.run.targetCpuSeconds : null })
    const notes = [...reweightingNotes(reweighted.run), withoutIntervals, ...profile.notes.filter((note) => note !== TIME_WEIGHTED)]
    writeProfile(output, { ...reweighted, notes }, keptCode(profile))
  } finally {
    close()
  }
}

/** Each function's code once. */
function keptCode(profile: Profile): FunctionCode[] {
  const found = new Map<string, FunctionCode>()
  for (const { module, address } of profile.instructions) {
    const code = profile.codeAt(module, address)
    if (code !== null) found.set(`${code.module} ${code.low}`, code)
  }
  return [...found.values()]
}
