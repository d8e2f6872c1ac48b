import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { isRawRecording, profileNameOf, profileOf } from './kept_recording.ts'

let directory: string
const hooks = { onProgress: () => {}, signal: null }
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function recording(name: string, file = 'process-1-1.hagraw'): string {
  const path = join(directory, name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, file), new RawFileBuilder().thread(1, 'test').bytes())
  return path
}

test.each([
  ['/a/run.hagstone-recording', 'run.hagstone'],
  ['/a/run.hagstone-recording-2', 'run.hagstone'],
  ['/a/run-recording', 'run.hagstone'],
  ['/a/ranks', 'ranks.hagstone'],
  ['/a/ranks/', 'ranks.hagstone'],
])('%s becomes %s', (path, name) => {
  expect(profileNameOf(path)).toBe(name)
})

test('a recording killed before it had a process is explained', async () => {
  const path = recording('killed.hagstone-recording', 'recording.json')
  await expect(profileOf(path, {} as never)).rejects.toThrow(/holds no recorded process: the recording was killed before .*record again/)
})

test('a raw recording holds raw files or ranks', () => {
  expect(isRawRecording(recording('run.hagstone-recording'))).toBe(true)
  mkdirSync(join(directory, 'job', 'rank-12'), { recursive: true })
  expect(isRawRecording(join(directory, 'job'))).toBe(true)
  mkdirSync(join(directory, 'other', 'rank-one'), { recursive: true })
  expect(isRawRecording(join(directory, 'other'))).toBe(false)
  expect(isRawRecording(join(directory, 'missing'))).toBe(false)
  expect(isRawRecording(join(recording('file'), 'process-1-1.hagraw'))).toBe(false)
})

test('a path that is not a raw recording is opened unchanged', async () => {
  expect(await profileOf('some.hagstone', hooks)).toBe('some.hagstone')
})

test('the profile is made again when the recording is newer, and only then', async () => {
  const path = recording('run.hagstone-recording')
  const profile = join(directory, 'run.hagstone')
  let analyses = 0
  const counting = { onProgress: (share: number) => (analyses += share === 1 ? 1 : 0), signal: null }
  expect(await profileOf(path, counting)).toBe(profile)
  expect(await profileOf(path, counting)).toBe(profile)
  expect(analyses).toBe(1)
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(path, 'process-1-1.hagraw'), later, later)
  await profileOf(path, counting)
  expect(analyses).toBe(2)
})

test('neither a foreign file nor one behind a link to it is replaced', async () => {
  const path = recording('run.hagstone-recording')
  writeFileSync(join(directory, 'thesis.txt'), 'years of work')
  symlinkSync('thesis.txt', join(directory, 'run.hagstone'))
  await expect(profileOf(path, hooks)).rejects.toMatchObject({ status: 4, message: expect.stringContaining('is not a profile') })
})
