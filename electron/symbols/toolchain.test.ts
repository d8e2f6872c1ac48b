import { chmodSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { Workspace, isMissing } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

test.each([
  { what: 'an absent program', script: null, missing: true },
  { what: 'one that runs', script: 'exit 0', missing: false },
  { what: 'rustup without a toolchain', script: 'echo "error: no default is configured" >&2; exit 1', missing: true },
])('$what is missing: $missing', ({ script, missing }) => {
  const program = workspace.path('rustc')
  if (script !== null) chmodSync(workspace.write('rustc', `#!/bin/sh\n${script}\n`), 0o755)
  expect(isMissing(program)).toBe(missing)
})
