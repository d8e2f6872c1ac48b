/** Set-up of the tests of the command line: how Vitest ends a test as skipped. */
import { TestRunner } from 'vitest'
import { skipBy } from '../support/need_sampling.ts'

skipBy((reason) => {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error(reason)
  test.context.skip(reason)
})
