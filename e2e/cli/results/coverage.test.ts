/** Where the waste of a program is, of which all has one cause: in findings with a remedy, without a rule, or nobody's fault. */
import { expect, it } from 'vitest'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { temporaryDirectory } from '../directory.ts'
import { ADVICE_SAMPLES, allFindingsIn, findingsOfBatch } from './advice_samples.ts'

const path = temporaryDirectory()
/** The loader and the program's output have other causes. */
const MOSTLY = 0.9

it.runIf(exhaustiveEngineIsBuilt).each([
  ['zeroed_then_filled', 'withRemedy'],
  ['set_members', 'unexplained'],
  ['saved_registers', 'unavoidable'],
] as const)('knows where the waste of %s is: %s', async (name, part) => {
  const profile = path(`${name}.hagstone`)
  await findingsOfBatch([ADVICE_SAMPLES.find((sample) => sample.name === name)!], 'O2', profile)
  expect(allFindingsIn(profile).coverage?.[part]).toBeGreaterThan(MOSTLY)
})
