import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A directory for the tests of one file; the returned function makes paths in it. */
export function temporaryDirectory(): (name: string) => string {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'hagstone-cli-'))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return (name) => join(directory, name)
}
