import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { OwnRecordings } from './own_recordings.ts'

let directory: string
let profile: string
let warnings: string[]
let recordings: OwnRecordings

beforeEach(() => {
  directory = temporaryDirectory()
  profile = join(directory, 'run.hagstone')
  writeFileSync(profile, 'a profile')
  warnings = []
  recordings = new OwnRecordings((line) => warnings.push(line), join(directory, 'state', 'own-recordings'))
})

it('knows what was recorded here, also after a rename', () => {
  expect(recordings.has(profile)).toBe(false)
  recordings.add(profile)
  expect(recordings.has(profile)).toBe(true)
  const renamed = join(directory, 'renamed.hagstone')
  renameSync(profile, renamed)
  expect(recordings.has(renamed)).toBe(true)
  expect(recordings.has(profile)).toBe(false)
  expect(warnings).toEqual([])
})

it('does not take a changed file or a copy for its own', () => {
  recordings.add(profile)
  const copy = join(directory, 'copy.hagstone')
  copyFileSync(profile, copy)
  expect(recordings.has(copy)).toBe(false)
  appendFileSync(profile, ' that grew')
  expect(recordings.has(profile)).toBe(false)
})

it('knows a raw recording, and a job by its rank 0, but no copy', () => {
  const job = join(directory, 'job.hagstone-recording')
  mkdirSync(join(job, 'rank-0'), { recursive: true })
  writeFileSync(join(job, 'rank-0', 'recording.json'), '{}')
  expect(recordings.hasRaw(job)).toBe(false)
  recordings.addRaw(join(job, 'rank-0'))
  expect([recordings.hasRaw(job), recordings.hasRaw(join(job, 'rank-0')), recordings.hasRaw(directory)]).toEqual([true, true, false])
  cpSync(job, join(directory, 'copy'), { recursive: true })
  expect(recordings.hasRaw(join(directory, 'copy'))).toBe(false)
})

it('names the profile that is gone, not its own list', () => {
  new OwnRecordings((line) => warnings.push(line), join(directory, 'own-recordings')).add(join(directory, 'gone.hagstone'))
  expect(warnings.at(-1)).toMatch(/gone\.hagstone cannot be looked at \(ENOENT\); sources are only shown after you confirm\.$/)
})

it('reports in one line that it could not remember', () => {
  new OwnRecordings((line) => warnings.push(line), join(profile, 'own-recordings')).add(profile)
  expect(warnings.at(-1)).toMatch(
    /own-recordings cannot be written \(\w+\); sources are only shown after you confirm\. Set XDG_STATE_HOME to a directory that you can write to\.$/,
  )
})

it('loses none when processes remember at once', async () => {
  const state = join(directory, 'state', 'own-recordings')
  const add = `import { OwnRecordings } from ${JSON.stringify(resolve(import.meta.dirname, 'own_recordings.ts'))}
    for (const path of process.argv.slice(2)) new OwnRecordings(console.error, process.argv[1]).add(path)`
  const groups = Array.from({ length: 4 }, (_, process) => Array.from({ length: 25 }, (_, run) => join(directory, `run-${process}-${run}.hagstone`)))
  for (const path of groups.flat()) writeFileSync(path, 'a profile')
  await Promise.all(groups.map((paths) => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', add, '--', state, ...paths])))
  expect(groups.flat().filter((path) => !recordings.has(path))).toEqual([])
})

it('forgets the oldest beyond a thousand', () => {
  const state = join(directory, 'state', 'own-recordings')
  recordings.add(profile)
  utimesSync(join(state, readdirSync(state)[0]!), 1, 1)
  for (let other = 0; other < 999; other++) writeFileSync(join(state, `other-${other}`), '')
  expect(recordings.has(profile)).toBe(true)
  const newest = join(directory, 'newest.hagstone')
  writeFileSync(newest, 'a profile')
  recordings.add(newest)
  expect([recordings.has(profile), recordings.has(newest), readdirSync(state).length]).toEqual([false, true, 900])
  expect(warnings).toEqual([])
})
