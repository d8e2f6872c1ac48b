import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Validation } from '../../shared/validation.ts'
import { assertDrawable, isValidationFile, readValidation } from './read_validation.ts'

const ofValues = '{\n  "schema": "hagstone.values-validation/1"\n}\n'
const directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
afterAll(() => rmSync(directory, { recursive: true }))

const validation: Validation = {
  schema: 'hagstone.validation/1',
  hagstoneVersion: '0.1.0',
  command: ['true'],
  workingDirectory: '/',
  startedAt: '2026-11-12T08:00:00.000Z',
  host: 'lovelace',
  exit: { code: 0, signal: null },
  duration: 1.5,
  tolerance: 0.01,
  granularity: 'word',
  notes: [],
  tools: [
    {
      tool: 'dead-stores',
      live: null,
      truth: { waste: 1, use: 1, fraction: 0.5, interleavedShare: 0, unaccountedShare: 0, pairs: [], reuse: null },
      estimates: [
        {
          settings: { tool: 'dead-stores', period: 1009, registers: 1, reservoir: 'registers', attribution: 'proportional', kernel: false, skid: 0 },
          variation: null,
          summary: null,
          reuse: null,
          runs: [
            {
              seed: '1',
              samples: 1,
              traps: 0,
              fraction: null,
              ci95: null,
              difference: null,
              covered: null,
              ranks: null,
              reuse: null,
              blindShare: 0,
              unaccountedShare: 1,
              partialShare: 0,
            },
          ],
        },
      ],
    },
  ],
}

function written(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

test('a validation is known by its content, and read as it was written', () => {
  const path = written('any.name', JSON.stringify(validation, null, 2))
  expect(isValidationFile(path)).toBe(true)
  expect(readValidation(path)).toEqual(validation)
})

test('other files are not validations, even with the name of one', () => {
  expect(isValidationFile(written('other.json', '{"schema": "hagstone.report/1"}'))).toBe(false)
  expect(isValidationFile(directory)).toBe(false)
  expect(isValidationFile(join(directory, 'nothing'))).toBe(false)
})

test('a file too large for a validation is rejected unread', () => {
  const path = written('large.json', JSON.stringify(validation))
  truncateSync(path, 2 ** 30)
  expect(() => readValidation(path)).toThrow(/^\S+ is too large to be a validation \(1073741824 bytes\); write it again/)
})

test('anything but a file is rejected unread: a pipe would block', () => {
  const pipe = join(directory, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, directory]) expect(() => readValidation(path)).toThrow(`${path} is not a file; write it again with hagstone validate --output`)
})

test.each([
  ['cut short', JSON.stringify(validation).slice(0, -20), /cut short or damaged/],
  ['of a later version', JSON.stringify({ ...validation, schema: 'hagstone.validation/2' }), /no validation that this version of Hagstone reads: "schema"/],
  ['with an impossible share', JSON.stringify({ ...validation, tolerance: 7 }), /"tolerance" is wrong/],
  ['without a tool', JSON.stringify({ ...validation, tools: [] }), /"tools" is wrong/],
])('a validation %s is refused in one line', (_, text, reason) => {
  const path = written('bad.json', text)
  expect(() => readValidation(path)).toThrow(reason)
  expect(() => readValidation(path)).toThrow(/^[^\n]+; write it again with hagstone validate --output$/)
})

test('a validation of values is distinguished from one with curves', () => {
  const path = join(directory, 'values.json')
  writeFileSync(path, ofValues)
  expect(isValidationFile(path)).toBe(false)
  expect(() => assertDrawable(path)).toThrow(
    `${path} is a validation of values, which has no curves to draw; hagstone validate --tool values prints its tables`,
  )
  writeFileSync(path, JSON.stringify(validation))
  expect(() => assertDrawable(path)).not.toThrow()
})
