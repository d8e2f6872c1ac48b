import { expect, test } from 'vitest'
import { changesOf, environmentOf, environmentProblem } from './environment.ts'

test('a launch request’s environment survives the editor', () => {
  const environment = { OMP_NUM_THREADS: '4', LD_LIBRARY_PATH: null, EMPTY: '' }
  expect(environmentOf(changesOf(environment))).toEqual(environment)
})

test('lines without a name do not count; doubled and impossible names are named', () => {
  const line = (name: string) => ({ name, value: 'x', remove: false })
  expect(environmentOf([line(' ')])).toEqual({})
  expect(environmentProblem([line('A'), line('B')])).toBeNull()
  expect(environmentProblem([line('A'), line(' A')])).toContain('A appears twice')
  expect(environmentProblem([line('A=B')])).toContain('A=B')
})
