/** Tests that sample are skipped on machines that cannot: some virtual machines swallow the debug exceptions of watchpoints. */
import { probeMachine } from '../../electron/record/machine/probe.ts'

/** Empty or absent: this machine samples. Workers inherit it. */
const variable = 'HAGSTONE_TEST_WHY_NO_SAMPLING'

/** Before the first test. Where perf is forbidden, a tracer may still watch, so only what opens and stays silent counts. */
export default async function findOutWhetherThisMachineSamples(): Promise<void> {
  const { watchpointSigtrap, watchpointAsync } = await probeMachine()
  const attempts = [watchpointSigtrap, watchpointAsync]
  const silent = attempts.some(({ opens }) => opens) && !attempts.some(({ fires }) => fires)
  process.env[variable] = silent ? 'watchpoints open but never fire: this virtual machine does not pass debug exceptions on' : ''
}

/** Why no test can sample here; null if it can. */
export function whyNoSampling(): string | null {
  const reason = process.env[variable] ?? ''
  return reason === '' ? null : reason
}

let skip = (reason: string): void => {
  throw new Error(reason)
}

/** What ends the running test as skipped: each test runner has its own. */
export function skipBy(skipTest: (reason: string) => void): void {
  skip = skipTest
}

/** Ends the running test as skipped where nothing can be sampled. */
export function needSampling(): void {
  const reason = whyNoSampling()
  if (reason !== null) skip(reason)
}

/** The command samples a program. */
export function samples([command, ...words]: string[]): boolean {
  const engine = words.findIndex((word) => /^--engine(=|$)/.test(word))
  const own = words.indexOf('--')
  const exhaustive = engine >= 0 && (own < 0 || engine < own) && (words[engine]!.endsWith('=exhaustive') || words[engine + 1] === 'exhaustive')
  return command === 'record' && !exhaustive && !words.some((word) => word === '--help' || word === '-h')
}
