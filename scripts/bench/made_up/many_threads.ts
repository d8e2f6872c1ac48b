/** Raw recordings of programs with as many threads as clusters' nodes have, made up: how merging them fares is measured on these. */
import { CONTEXT_RETURN_ADDRESS } from '../../../electron/raw/raw_layout.ts'
import { RawFileBuilder } from '../../../electron/raw/raw_writer.testing.ts'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'

/** Callees of each caller. Threads do similar work, so most of their outer contexts are the same. */
const callees = 6
const deepest = 40
const killedBy = 1

/** @param contexts of each thread, at least 2 @param pairs of each thread */
export function manyThreads(threads: number, contexts: number, pairs: number, seed = 7): RawFileBuilder {
  const random = new SeededRandom(seed)
  const file = new RawFileBuilder().module(1, '/bin/program')
  for (let thread = 1; thread <= threads; thread++) {
    file.nextWriter().thread(thread, `worker ${thread}`).threadEnd(thread, 1_000_000_000)
    const path = [file.threadRoot(thread, thread)]
    const accesses: number[] = []
    for (let made = 1; made < contexts; made++) {
      const isAccess = random.nextUnit() < 0.5 || path.length === deepest || made === contexts - 1
      const offset = 0x1000 + 0x1000 * path.length + 0x10 * random.nextBelow(callees)
      const context = file.context(thread, path.at(-1)!, 1, isAccess ? offset + 8 : offset, isAccess ? 0 : CONTEXT_RETURN_ADDRESS)
      if (isAccess) accesses.push(context)
      else path.push(context)
      while (path.length > 1 && random.nextUnit() < 0.4) path.pop()
    }
    const access = (): number => accesses[random.nextBelow(accesses.length)]!
    for (let pair = 0; pair < pairs; pair++) file.pair(thread, access(), access(), killedBy, { traps: 1, credit: 1, amount: 8 })
  }
  return file
}
