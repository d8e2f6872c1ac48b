/** How large the study is; the environment chooses. */

function positive(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!(value > 0)) {
    console.error(`${name} must be a number above 0`)
    process.exit(2)
  }
  return value
}

/** About so many seconds a program runs natively. */
export const studySeconds = positive('STUDY_SECONDS', 1)
/** Virtual PMUs of each setting. */
export const studySeeds = Math.round(positive('STUDY_SEEDS', 5))
/** Samples per second of CPU time of native recordings. */
export const studyRate = Math.round(positive('STUDY_RATE', 1000))
/** Native recordings of each tool beside an exact run, taken together. */
export const studyLiveRuns = Math.round(positive('STUDY_LIVE_RUNS', 10))
/** Recordings of the deviation. */
export const studyRepetitions = Math.round(positive('STUDY_REPETITIONS', 10))

/** Loads, and stores, from sample to sample; the first is what policies and registers are compared at. */
export const accuracyPeriods = [10_007, 100_003]
export const reusePeriods = [1009, 10_007]
export const registerCounts = [4, 3, 2, 1]
/** Instructions measured, and passed over, as LOADSPY VI-B varies them: only ON changes. */
export const burstyWindows = ['1M/99M', '10M/99M', '50M/99M']
