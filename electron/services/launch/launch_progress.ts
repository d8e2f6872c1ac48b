import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import type { PreparationHooks } from '../../record/exhaustive/prepare.ts'

/** Milliseconds between two reports to the windows. */
export const reportEvery = 500

export function startingProgress(recording: RecordingId): LaunchProgress {
  return {
    recording,
    state: 'starting',
    elapsed: 0,
    samples: 0,
    traps: 0,
    blindSpot: { longest: 0, share: 0 },
    handlerShare: 0,
    fraction: null,
    topPairs: [],
    analysed: 0,
    output: null,
    error: null,
    targetOutput: '',
  }
}

/**
 * Reports the progress of the preparation to the windows: finding the loops of a large program takes a while the first
 * time.
 */
export async function reportPreparation<T>(
  recording: RecordingId,
  onProgress: (progress: LaunchProgress) => void,
  signal: AbortSignal,
  prepare: (hooks: PreparationHooks) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let preparing: LaunchProgress['preparing']
  const report = (): void =>
    onProgress({ ...startingProgress(recording), elapsed: (performance.now() - startedAt) / 1000, ...(preparing === undefined ? {} : { preparing }) })
  const timer = setInterval(report, reportEvery)
  report()
  try {
    return await prepare({
      signal,
      onProgress(share, what) {
        preparing = { share, what }
        report()
      },
    })
  } finally {
    clearInterval(timer)
  }
}
