import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { suitesFor } from './suites.ts'
import { touchedBy } from './touched.ts'

const nothing = { vitest: [], commandLine: false, native: [], windows: 'none', sanitizers: false }

test.each([
  ['renderer/tree/Tree.tsx', { windows: 'all' }],
  ['renderer/tree/tree_model.test.ts', {}],
  ['shared/metrics/intervals.ts', { windows: 'all', commandLine: true }],
  ['e2e/views/profile.spec.ts', { windows: ['e2e/views/profile.spec.ts'] }],
  ['e2e/cli/recorded.ts', { commandLine: true }],
  [
    'native/symbols/names/demangle.cpp',
    { native: ['symbols'], vitest: ['electron/analysis', 'electron/record', 'electron/symbols'], commandLine: true, sanitizers: true },
  ],
  ['native/agent/code/decode.cpp', { native: ['agent', 'exhaustive'], commandLine: true, sanitizers: true }],
  ['native/common/raw_format.h', { native: [''], vitest: ['electron/analysis', 'electron/record', 'electron/symbols'], commandLine: true, sanitizers: true }],
  ['docs/metrics.md', { vitest: ['e2e/cli/documents.test.ts', 'scripts/documentation'] }],
  ['scripts/bench/main.ts', { vitest: ['scripts/bench'] }],
  ['scripts/setup.sh', { vitest: ['scripts/setup'] }],
])('%s', (path, expected) => {
  expect(touchedBy([path])).toEqual({ ...nothing, ...expected })
})

test('a file that no rule knows touches everything', () => {
  expect(touchedBy(['package-lock.json'])).toMatchObject({ commandLine: true, native: [''], windows: 'all', sanitizers: true })
})

test('several files touch what each of them touches', () => {
  expect(touchedBy(['e2e/b.spec.ts', 'e2e/a.spec.ts', 'native/tracer/main.cpp'])).toEqual({
    ...nothing,
    windows: ['e2e/a.spec.ts', 'e2e/b.spec.ts'],
    native: ['agent', 'tracer'],
    commandLine: true,
  })
  expect(touchedBy([])).toEqual(nothing)
})

test('every folder of sources has a rule of its own', () => {
  const files = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared', 'native', 'docs', 'e2e'], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => touchedBy([file]).vitest.includes('renderer'))).toEqual([])
})

test.each([
  ['electron/paths.ts', 'programs'],
  ['native/tracer/main.cpp', 'test'],
])('set-up for %s builds what its tests need: %s', (path, needed) => {
  expect(suitesFor(touchedBy([path]), 'HEAD').first.command).toEqual(['scripts/setup.sh', needed])
})
