/**
 * Measures the executed parts of Hagstone's own sources by V8's precise coverage, which guides the search for inputs that reach more.
 */
import { Session, type Profiler } from 'node:inspector/promises'

/** The sources under test, without tests and their helpers. */
const MEASURED = /\/(electron|shared)\/(?!.*\.(?:testing|test)\.ts)/

export class Coverage {
  readonly #session = new Session()
  /** 1 for each character of a script that ran, by the script's number. */
  readonly #ran = new Map<string, Uint8Array>()

  static async start(): Promise<Coverage> {
    const coverage = new Coverage()
    coverage.#session.connect()
    await coverage.#session.post('Profiler.enable')
    await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    return coverage
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }

  /** Characters of source that ran since the last call and never before. @param keep whether they count as run from now on */
  async takeNew(keep: boolean): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let found = 0
    for (const script of result) {
      if (!MEASURED.test(script.url)) continue
      const ran = executed(script)
      const before = this.#ran.get(script.scriptId) ?? new Uint8Array()
      for (let at = 0; at < ran.length; at++) if (ran[at] === 1 && before[at] !== 1) found++
      if (keep) this.#ran.set(script.scriptId, union(before, ran))
    }
    return found
  }

  /** Characters of source that ran so far. */
  get size(): number {
    let sum = 0
    for (const ran of this.#ran.values()) for (const each of ran) sum += each
    return sum
  }
}

/** Functions precede those nested in them, and so do a function's ranges: later marks are more exact. */
function executed({ functions }: Profiler.ScriptCoverage): Uint8Array {
  const end = functions.reduce((most, { ranges }) => Math.max(most, ranges[0]?.endOffset ?? 0), 0)
  const ran = new Uint8Array(end)
  const ordered = functions.toSorted((a, b) => a.ranges[0]!.startOffset - b.ranges[0]!.startOffset || b.ranges[0]!.endOffset - a.ranges[0]!.endOffset)
  for (const { ranges } of ordered) for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran
}

function union(a: Uint8Array, b: Uint8Array): Uint8Array {
  const longer = a.length > b.length ? a.slice() : b.slice()
  const shorter = a.length > b.length ? b : a
  for (let at = 0; at < shorter.length; at++) longer[at]! |= shorter[at]!
  return longer
}
