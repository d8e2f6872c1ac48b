/**
 * Coverage-guided fuzzing of TypeScript: inputs that reach new code are kept and mutated further. Until the time is
 * over, the same seed makes the same inputs, as far as coverage is the same.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { Coverage } from './coverage.testing.ts'

export interface Subject {
  seeds: Uint8Array[]
  /** @param others inputs kept so far, to take parts of */
  mutate(input: Uint8Array, others: readonly Uint8Array[], random: SeededRandom): Uint8Array
  /** Throws for a fault. @param thorough whether to include slow checks */
  run(input: Uint8Array, thorough: boolean): Promise<void> | void
}

export interface SearchResult {
  runs: number
  thoroughRuns: number
  seconds: number
  /** Inputs that reached something new, the seeds among them. */
  kept: number
  /** Characters of source that ran. */
  covered: number
  /** The first fault's message and its input file; null for none. */
  fault: { words: string; path: string } | null
}

/** Coverage is read after this many runs: reading costs as much as some of them. */
const BATCH = 32
const THOROUGH_EVERY = 16
/** Also on a busy machine. */
const FEWEST_RUNS = 100
/** More than any input of these sizes should need. Bytes. */
const MOST_MEMORY = 64 << 20

/** @param latest the file with the current input: the one that made the fault, or that the process hangs or dies on */
export async function search(subject: Subject, { seed, seconds, latest }: { seed: number; seconds: number; latest: string }): Promise<SearchResult> {
  mkdirSync(dirname(latest), { recursive: true })
  const random = new SeededRandom(seed)
  const coverage = await Coverage.start()
  const kept: Uint8Array[] = []
  const started = performance.now()
  const elapsed = (): number => (performance.now() - started) / 1000
  let runs = 0
  let thoroughRuns = 0
  const attempt = async (input: Uint8Array, thorough: boolean): Promise<void> => {
    writeFileSync(latest, input)
    const before = process.memoryUsage().arrayBuffers
    await subject.run(input, thorough)
    const taken = process.memoryUsage().arrayBuffers - before
    if (taken > MOST_MEMORY) throw new Error(`it took ${taken} bytes for an input of ${input.length}`)
    runs++
    if (thorough) thoroughRuns++
  }
  interface Tried {
    input: Uint8Array
    thorough: boolean
  }
  const keepWhatIsNew = async (tried: Tried[]): Promise<void> => {
    if ((await coverage.takeNew(false)) === 0) return
    for (const { input, thorough } of tried) {
      await attempt(input, thorough)
      if ((await coverage.takeNew(true)) === 0) continue
      kept.push(input)
      if (!thorough) await attempt(input, true)
    }
  }
  let fault: SearchResult['fault'] = null
  try {
    for (const input of subject.seeds) {
      await attempt(input, true)
      await coverage.takeNew(true)
      kept.push(input)
    }
    while (elapsed() < seconds || runs < FEWEST_RUNS) {
      const batch: Tried[] = []
      while (batch.length < BATCH) {
        const input = subject.mutate(kept[random.nextBelow(kept.length)]!, kept, random)
        const thorough = runs % THOROUGH_EVERY === 0
        await attempt(input, thorough)
        batch.push({ input, thorough })
      }
      await keepWhatIsNew(batch)
    }
  } catch (error) {
    fault = { words: error instanceof Error ? (error.stack ?? error.message) : String(error), path: latest }
  }
  const covered = coverage.size
  await coverage.stop()
  return { runs, thoroughRuns, seconds: elapsed(), kept: kept.length, covered, fault }
}
