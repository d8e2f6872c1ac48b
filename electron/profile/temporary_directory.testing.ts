/** Directories that are removed with the test file that made them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

afterAll(() => {
  // A cancelled operation may still be writing there.
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  made.push(path)
  return path
}
