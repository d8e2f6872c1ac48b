import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { readStoredNotes } from '../../../profile/stored_notes.ts'
import { writeProfile } from '../../../profile/write_profile.ts'
import { FindingNotes } from './finding_notes.ts'
import { KeptNotes } from './kept_notes.ts'
import { PairNotes } from './pair_notes.ts'

const profile = profileFromStacks('main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60')
const title = 'fill() overwrites everything that init() has just written to m->a'
let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-notes-'))
  path = join(directory, 'a.hagstone')
  writeProfile(path, profile, [])
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

it('keeps notes on findings in the profile, under their titles, for a window that is open and for the next one', () => {
  const [one, other] = [new FindingNotes(new KeptNotes(path)), new FindingNotes(new KeptNotes(path))]
  expect(one.write('beef', title, { status: 'to-do' })).toEqual({ status: 'to-do', text: '' })
  expect(one.write('beef', title, { text: 'commit 1a2b' })).toEqual({ status: 'to-do', text: 'commit 1a2b' })
  expect(readStoredNotes(path).map(({ pair, status }) => [pair, status])).toEqual([[title, 'to-do']])
  for (const notes of [other, new FindingNotes(new KeptNotes(path))])
    expect(notes.of(['beef', 'cafe'])).toEqual({ beef: { status: 'to-do', text: 'commit 1a2b' } })
  expect(one.write('beef', title, { status: null, text: '' })).toBeNull()
  expect(other.of(['beef'])).toEqual({})
})

it('leaves notes on pairs alone, and they leave it alone', () => {
  const kept = new KeptNotes(path)
  const [pairs, findings] = [new PairNotes(kept, profile), new FindingNotes(kept)]
  pairs.write(0, { status: 'fixed' })
  findings.write('beef', title, { status: 'ignored' })
  expect(pairs.write(0, { text: 'why' })).toEqual({ status: 'fixed', text: 'why' })
  expect(findings.of(['beef'])).toEqual({ beef: { status: 'ignored', text: '' } })
  expect(new PairNotes(new KeptNotes(path), profile).of(0)).toEqual({ status: 'fixed', text: 'why' })
})
