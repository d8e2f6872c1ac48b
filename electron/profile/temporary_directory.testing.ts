/** Directories that are removed after the test file that made them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  made.push(path)
  return path
}

/** After each test file: vitest.config.ts sees to it, since this module is loaded once for all files of a worker. */
export function removeTemporaryDirectories(): void {
  // A cancelled operation may still be writing there.
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
