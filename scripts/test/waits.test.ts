/** Tests wait for events. Where a limit ends what hangs, a busy machine never meets it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts', '*.testing.ts', 'e2e/*.ts'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

/** ms */
const shortest = 300_000

const rules: Array<{ what: string; pattern: RegExp; isBroken: (limit: string | undefined) => boolean }> = [
  { what: 'vi.waitFor gives up after a second; use expect.poll', pattern: /\bvi\.wait(?:For|Until)\(()/, isBroken: () => true },
  { what: 'a test has a short limit', pattern: /^ *\}, ?([\d_]+)\)$/m, isBroken: (limit) => Number(limit?.replaceAll('_', '')) < shortest },
  { what: 'a wait has a short limit', pattern: /\btimeout: ?([\d_]+)/, isBroken: (limit) => Number(limit?.replaceAll('_', '')) < shortest },
]

test.each(rules)('not found in any test: $what', ({ pattern, isBroken }) => {
  const broken = files.filter((file) =>
    [...readFileSync(resolve(root, file), 'utf8').matchAll(new RegExp(pattern, `${pattern.flags}g`))].some(([, limit]) => isBroken(limit)),
  )
  expect(broken.filter((file) => file !== 'scripts/test/waits.test.ts')).toEqual([])
})
