import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { KeptFiles } from './kept_files.ts'

const directory = temporaryDirectory()
let number = 0

function keptFiles(mostBytes = 1 << 20): KeptFiles {
  return new KeptFiles('test-1', mostBytes, { XDG_CACHE_HOME: join(directory, String(number++)) })
}

const bytes = (text: string): Buffer => Buffer.from(text)
const pathIn = ({ directory: folder }: KeptFiles): string => join(folder, readdirSync(folder)[0]!)

test('what is kept can be read again, by the user alone, and replaced', () => {
  const files = keptFiles()
  expect(files.read('a')).toBeNull()
  files.keep('a', bytes('first'))
  files.keep('b', bytes(''))
  expect(files.read('a')).toEqual(bytes('first'))
  expect(files.read('b')).toEqual(bytes(''))
  files.keep('a', bytes('second'))
  expect(files.read('a')).toEqual(bytes('second'))
  expect(statSync(pathIn(files)).mode & 0o777).toBe(0o600)
  expect(statSync(files.directory).mode & 0o777).toBe(0o700)
})

test('a damaged file, a truncated one and one with another key count as absent', () => {
  const files = keptFiles()
  files.keep('a', bytes('some content'))
  const path = pathIn(files)
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1
    writeFileSync(path, damaged)
    expect(files.read('a'), `byte ${at}`).toBeNull()
    writeFileSync(path, whole.subarray(0, at))
    expect(files.read('a'), `${at} bytes`).toBeNull()
  }
  writeFileSync(path, whole)
  expect(files.read('a')).toEqual(bytes('some content'))
  files.keep('b', bytes('of b'))
  const other = readdirSync(files.directory).find((name) => !path.endsWith(name))!
  renameSync(path, join(files.directory, other))
  expect(files.read('b')).toBeNull()
})

test('links, directories and unwritable places count as absent, without an error', () => {
  const files = keptFiles()
  files.keep('a', bytes('some content'))
  const path = pathIn(files)
  renameSync(path, join(directory, 'elsewhere'))
  symlinkSync(join(directory, 'elsewhere'), path)
  expect(files.read('a')).toBeNull()
  const blocked = keptFiles()
  mkdirSync(join(blocked.directory, '..'), { recursive: true })
  writeFileSync(blocked.directory, '')
  blocked.keep('a', bytes('some content'))
  expect(blocked.read('a')).toBeNull()
  chmodSync(blocked.directory, 0o600)
})

test('the least recently used ones are removed', () => {
  const files = keptFiles(4 * (32 + 100))
  const used = (key: string, seconds: number): void => {
    const before = new Set(existsSync(files.directory) ? readdirSync(files.directory) : [])
    files.keep(key, Buffer.alloc(100, key))
    for (const name of readdirSync(files.directory)) if (!before.has(name)) utimesSync(join(files.directory, name), seconds, seconds)
  }
  used('a', 1000)
  used('b', 2000)
  used('c', 3000)
  used('d', 4000)
  expect(files.read('a')).not.toBeNull()
  files.keep('e', Buffer.alloc(100, 'e'))
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => files.read(key) !== null)).toEqual(['a', 'd', 'e'])
  files.keep('large', Buffer.alloc(4 * (32 + 100) + 1))
  expect(files.read('large')).toBeNull()
})

test('leftovers of a killed writer are removed, and a file being written stays', () => {
  const files = keptFiles()
  files.keep('a', bytes('some content'))
  const [old, recent] = [`${pathIn(files)}.123`, `${pathIn(files)}.124`]
  writeFileSync(old, '')
  writeFileSync(recent, '')
  utimesSync(old, 1000, 1000)
  files.keep('b', bytes('more'))
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})
