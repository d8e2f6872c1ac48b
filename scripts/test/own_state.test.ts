import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { stateFile } from '../../electron/state_directory.ts'

test('tests do not write into the state of the user who runs them', () => {
  expect(stateFile('recent-runs.json').startsWith(`${tmpdir()}/hagstone-state-`)).toBe(true)
})
