/** Ends a recording when a limit is reached: time, samples, or certainty. */
import { messageOf } from '../../failure.ts'
import { liveFractions } from '../../raw/live/live_fractions.ts'
import { readLiveSnapshot } from '../../raw/live/live_snapshot.ts'
import { LiveTrapLog } from '../../raw/live/live_trap_log.ts'
import { reachedLimit } from './limits.ts'
import type { RecordedSoFar } from './limits.ts'
import { stopRecording } from '../recording_layout.ts'
import type { PreparedRecording } from '../recording_layout.ts'

const lookEvery = 200
/** Reading a large trap log may not take more than this share of a processor: ms to wait for each ms of reading. */
const restPerLook = 10

export interface LimitWatch {
  /** The limit that ended the recording; never resolves when the recording ends otherwise. */
  reached: Promise<string>
  end(): void
}

/**
 * Ends the recording when one of its limits is reached; the target continues. Starts immediately.
 * @param warn gets one line when a limit cannot be watched any more; the recording then ends with the target
 */
export function watchLimits(prepared: PreparedRecording, warn: (line: string) => void): LimitWatch {
  const { limits, description, place } = prepared
  const started = performance.now()
  const sampled = limits.maxSamples !== null || limits.until !== null
  // Samples of earlier runs of the same recording.
  const before = limits.maxSamples === null || (description.runs?.length ?? 1) < 2 ? 0 : readLiveSnapshot(place.recordingDirectory, { trapLog: null }).samples
  const trapLog = limits.until === null ? null : new LiveTrapLog()
  const recorded = (): RecordedSoFar => {
    const elapsed = (performance.now() - started) / 1000
    if (!sampled) return { elapsed, samples: 0, certainty: {} }
    const snapshot = readLiveSnapshot(place.recordingDirectory, { trapLog })
    return { elapsed, samples: snapshot.samples - before, certainty: liveFractions(snapshot) }
  }
  let timer: NodeJS.Timeout | null = null
  const reached = new Promise<string>((resolve) => {
    if (!sampled && limits.duration === null) return
    const look = (): void => {
      const begin = performance.now()
      try {
        const limit = reachedLimit(limits, description.tools, recorded())
        if (limit === null) {
          timer = setTimeout(look, Math.max(lookEvery, (performance.now() - begin) * restPerLook))
          return
        }
        stopRecording(prepared, limit)
        resolve(limit)
      } catch (error) {
        warn(`The recording cannot be watched, so it ends with the program (${messageOf(error)}).`)
      }
    }
    timer = setTimeout(look, lookEvery)
  })
  const end = (): void => {
    if (timer !== null) clearTimeout(timer)
  }
  return { reached, end }
}
