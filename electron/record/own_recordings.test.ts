import { appendFileSync, copyFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
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
  recordings = new OwnRecordings((line) => warnings.push(line), join(directory, 'state', 'own-recordings.json'))
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

it('names the profile that is gone, not its own list', () => {
  new OwnRecordings((line) => warnings.push(line), join(directory, 'own-recordings.json')).add(join(directory, 'gone.hagstone'))
  expect(warnings.at(-1)).toMatch(/gone\.hagstone cannot be looked at \(ENOENT\); sources are shown after a question\.$/)
})

it('says in one line that it could not remember', () => {
  new OwnRecordings((line) => warnings.push(line), join(profile, 'own-recordings.json')).add(profile)
  expect(warnings.at(-1)).toMatch(/own-recordings\.json cannot be written \(\w+\); sources are shown after a question\.$/)
})
