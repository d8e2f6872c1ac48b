/**
 * The layers are law only if the linter sees every forbidden direction: small offenders, the real configuration. Includes of
 * the native parts, which no linter sees, are read here.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'hagstone-layers-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(project, '.oxlintrc.json'))
  for (const layer of ['shared', 'electron', 'renderer']) write(`${layer}/thing.ts`, 'export const thing = 1\n')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** The linter's messages about one file of the miniature project. */
function lint(path: string, text: string): string {
  write(path, text)
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--deny-warnings', '--format=unix', path], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout
}
const importing = (module: string) => `import * as other from '${module}'\nexport const used = other\n`

test.each([
  ['shared/offender.ts', 'node:fs'],
  ['shared/offender.ts', 'react'],
  ['shared/offender.ts', 'electron'],
  ['shared/offender.ts', '../electron/thing.ts'],
  ['shared/deep/offender.ts', '../../renderer/thing.ts'],
  ['shared/offender.test.ts', '../electron/thing.ts'],
  ['renderer/offender.ts', 'node:fs'],
  ['renderer/offender.ts', 'electron'],
  ['renderer/deep/offender.tsx', '../../electron/thing.ts'],
  ['electron/offender.ts', '../renderer/thing.ts'],
  ['electron/deep/offender.ts', '../../renderer/thing.ts'],
  ['electron/offender.ts', 'react'],
  ['electron/offender.ts', 'monaco-editor/editor/editor.api.js'],
  ['electron/offender.ts', '../scripts/thing.ts'],
  ['electron/offender.test.ts', '../e2e/thing.ts'],
  ['renderer/offender.ts', '../scripts/thing.ts'],
  ['renderer/offender.ts', '../e2e/thing.ts'],
  ['shared/offender.ts', '../scripts/thing.ts'],
  ['shared/offender.ts', '../e2e/thing.ts'],
])('%s may not import %s', (path, module) => {
  expect(lint(path, importing(module))).toContain('no-restricted-imports')
})

test.each([
  ['electron/offender.ts', 'fs'],
  ['renderer/offender.ts', 'fs'],
  ['shared/offender.ts', 'path'],
])('%s cannot reach Node by the bare name %s', (path, module) => {
  expect(lint(path, importing(module))).toContain('prefer-node-protocol')
})

test.each([
  ['shared/offender.ts', 'document'],
  ['shared/offender.ts', 'process'],
  ['renderer/offender.ts', 'process'],
])('%s may not use the global %s', (path, global) => {
  expect(lint(path, `export const used = ${global}\n`)).toContain('no-restricted-globals')
})

test.each([
  ['electron/user.ts', '../shared/thing.ts'],
  ['electron/user.ts', 'node:fs'],
  ['renderer/user.ts', '../shared/thing.ts'],
  ['renderer/user.ts', 'react'],
  ['shared/user.test.ts', 'node:fs'],
  ['shared/user.test.ts', '../scripts/test/long.ts'],
  ['electron/user.test.ts', '../scripts/test/long.ts'],
])('%s may import %s', (path, module) => {
  expect(lint(path, importing(module))).toBe('')
})

/** #include lines of the tracked native sources below a folder, as [file, included]. */
function includes(folder: string): Array<[string, string]> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], { cwd: root, encoding: 'utf8' })
  return files
    .split('\n')
    .filter((file) => /\.(c|h|cpp)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*#\s*include\s+([<"][^>"]+[>"])/gm)].map((match): [string, string] => [file, match[1] ?? '']),
    )
}
const isTest = ([file]: [string, string]) => /(_test|\/test[^/]*)\.|\/tests?\//.test(file)

test('native/common is freestanding: it includes its own headers and the compiler’s only', () => {
  const freestanding = new Set(['<stdint.h>', '<stddef.h>', '<stdbool.h>', '<stdatomic.h>', '<limits.h>', '<float.h>', '<stdalign.h>'])
  const found = includes('native/common')
  expect(found.length).toBeGreaterThan(0)
  const foreign = found.filter((include) => !isTest(include) && !freestanding.has(include[1]) && !/^"(native\/)?(common\/)?[\w.]+"$/.test(include[1]))
  expect(foreign).toEqual([])
})

test.each([
  ['native/agent', /symbols\/|napi\.h|libdw/],
  ['native/symbols', /agent\//],
])('%s includes nothing of its neighbours', (folder, forbidden) => {
  expect(includes(folder).filter(([, included]) => forbidden.test(included))).toEqual([])
})

/** A header and the source of the same name, as one name: `native/agent/code/walk/walk`. */
const module = (file: string) => file.replace(/\.\w+$/, '')

/** Modules by module that includes them. Of several files that an include can mean, it means the one nearest to its own file. */
function includedModules(lines: Array<[string, string]>): Map<string, Set<string>> {
  const files = new Set(lines.map(([file]) => file))
  const byName = Map.groupBy(files, (file) => file.slice(file.lastIndexOf('/') + 1))
  const steps = (from: string, to: string) => {
    const [own, other] = [from.split('/'), to.split('/')]
    const shared = own.findIndex((part, i) => part !== other[i])
    return own.length + other.length - 2 * shared
  }
  const found = new Map<string, Set<string>>()
  for (const [file, quoted] of lines) {
    const name = quoted.slice(1, -1)
    const beside = normalize(join(dirname(file), name))
    const meant = files.has(beside)
      ? beside
      : (byName.get(name.slice(name.lastIndexOf('/') + 1)) ?? [])
          .filter((other) => other.endsWith(`/${name}`))
          .toSorted((one, other) => steps(file, one) - steps(file, other))[0]
    if (meant === undefined || module(meant) === module(file)) continue
    found.set(module(file), (found.get(module(file)) ?? new Set()).add(module(meant)))
  }
  return found
}

/** The first circle that a walk from each module meets; null: there is none. */
function circleIn(included: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const walk = (name: string): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    path.push(name)
    for (const next of included.get(name) ?? []) {
      const circle = walk(next)
      if (circle) return circle
    }
    path.pop()
    done.add(name)
    return null
  }
  for (const name of included.keys()) {
    const circle = walk(name)
    if (circle) return circle
  }
  return null
}

test('includes of the native parts form no circle', () => {
  // A header that nothing includes and that includes nothing has no line here: it can be in no circle.
  const included = includedModules(includes('native'))
  expect(included.size).toBeGreaterThan(500)
  expect(circleIn(included)).toBeNull()
})

test('a circle of includes is found, whether headers or sources close it', () => {
  const lines: Array<[string, string]> = [
    ['native/a/one.c', '"one.h"'],
    ['native/a/one.c', '"two.h"'],
    ['native/a/one.h', '<stdint.h>'],
    ['native/a/two.c', '"two.h"'],
    ['native/a/two.h', '"a/deep/three.h"'],
    ['native/a/deep/three.c', '"three.h"'],
    ['native/a/deep/three.h', '<stdint.h>'],
  ]
  expect(circleIn(includedModules(lines))).toBeNull()
  expect(circleIn(includedModules([...lines, ['native/a/deep/three.c', '"a/one.h"']]))).toEqual([
    'native/a/one',
    'native/a/two',
    'native/a/deep/three',
    'native/a/one',
  ])
})
