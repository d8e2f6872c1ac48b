import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeDirectories, workingDirectory } from './directories.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hagstone-directories-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('makeDirectories', () => {
  it('makes parent directories, with the mode, and keeps existing ones', () => {
    const path = join(scratch, 'a', 'b', 'c')
    makeDirectories(path, 0o700)
    makeDirectories(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(scratch, 'a')).mode & 0o777).toBe(0o700)
  })

  it.each(['/proc/hagstone', '/proc/hagstone/state', '/proc/self/hagstone/state', '/sys/hagstone', '/dev/null/hagstone'])(
    'ends with an error for %s',
    (path) => {
      expect(() => makeDirectories(path)).toThrow(/^E/)
    },
  )

  it('ends with an error below a file', () => {
    writeFileSync(join(scratch, 'file'), '')
    expect(() => makeDirectories(join(scratch, 'file', 'below'))).toThrow('ENOTDIR')
    expect(() => makeDirectories(join(scratch, 'file'))).toThrow('EEXIST')
  })
})

/** In a directory that is deleted before Node starts. */
function inDeletedDirectory(...words: string[]): { status: number | null; output: string } {
  const gone = join(scratch, 'gone')
  mkdirSync(gone)
  const result = spawnSync('sh', ['-c', 'rmdir "$0"; exec "$@"', gone, process.execPath, join(import.meta.dirname, 'cli', 'main.js'), ...words], {
    cwd: gone,
    encoding: 'utf8',
  })
  return { status: result.status, output: `${result.stdout}${result.stderr}` }
}

describe('a working directory that was deleted', () => {
  const sentence = 'hagstone: The current directory was deleted; change to another one (cd) and run the command again.\n'

  it('is named in one line by commands that need it', () => {
    expect(inDeletedDirectory('record', '--', '/bin/true')).toEqual({ status: 125, output: sentence })
    expect(inDeletedDirectory('report', 'run.hagstone')).toEqual({ status: 1, output: sentence })
    expect(existsSync(join(scratch, 'gone'))).toBe(false)
  })

  it('is no obstacle for commands that do not', () => {
    expect(inDeletedDirectory('--version').status).toBe(0)
    expect(inDeletedDirectory('report', join(scratch, 'no.hagstone')).output).toBe(`hagstone: ${join(scratch, 'no.hagstone')} does not exist; check the path\n`)
    expect(inDeletedDirectory('doctor').output).toContain('The current directory was deleted')
    expect(workingDirectory()).toBe(process.cwd())
  })
})
