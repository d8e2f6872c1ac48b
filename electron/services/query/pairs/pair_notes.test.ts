import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import type { PairFilter } from '../../../../shared/rpc/pairs.ts'
import { openProfile } from '../../../profile/open_profile.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { writeProfile } from '../../../profile/write_profile.ts'
import { KeptNotes } from './kept_notes.ts'
import { loadProfile } from '../loaded_profile.ts'
import { PairNotes } from './pair_notes.ts'
import { PairQueries } from './pair_queries.ts'

const TABLE = `
  main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60
  main main.c:1 > init a.c:6   KILLED_BY   main main.c:2 > fill b.c:7   20
`
const profile = profileFromStacks(TABLE)
let directory: string
let path: string
/** The notes that a window sees if it opens the profile now. */
const notesOn = (tables: ProfileTables): PairNotes => new PairNotes(new KeptNotes(path), tables)

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-notes-'))
  path = join(directory, 'a.hagstone')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('notes in a profile', () => {
  beforeEach(() => writeProfile(path, profile, []))
  const files = (): string[] => readdirSync(directory).sort()

  it('are found by the next window, also one that had the profile open before', () => {
    const [one, other] = [notesOn(profile), notesOn(profile)]
    const open = openProfile(path)
    expect(one.write(0, { status: 'fixed', text: 'commit 1a2b' })).toEqual({ status: 'fixed', text: 'commit 1a2b' })
    expect(files()).toEqual(['a.hagstone'])
    expect(notesOn(profile).of(0)).toEqual({ status: 'fixed', text: 'commit 1a2b' })
    other.write(1, { status: 'ignored' })
    expect([notesOn(profile).of(0)?.status, notesOn(profile).of(1)?.status]).toEqual(['fixed', 'ignored'])
    // The open profile remains readable.
    expect(open.profile.notes).toEqual(profile.notes)
    expect(open.profile.pairs.amount).toEqual(profile.pairs.amount)
    open.close()
    const again = openProfile(path)
    expect(again.profile.pairs).toEqual(profile.pairs)
    again.close()
  })

  it('change as requested, despite other changes meanwhile', () => {
    const notes = notesOn(profile)
    notes.write(0, { text: 'why' })
    expect(notes.write(0, { status: 'to-do' })).toEqual({ status: 'to-do', text: 'why' })
    expect(notes.write(0, { text: '' })).toEqual({ status: 'to-do', text: '' })
    expect(notes.write(0, { status: null })).toBeNull()
    expect(notesOn(profile).of(0)).toBeNull()
  })

  it('are joined by those that were beside it', () => {
    const key = (): unknown => (JSON.parse(readFileSync(`${path}.notes.json`, 'utf8')) as { notes: Array<{ key: string }> }).notes[0]?.key
    chmodSync(path, 0o444)
    if (process.getuid?.() === 0) {
      rmSync(path)
      notesOn(profile).write(0, { status: 'ignored', text: 'from before' })
      writeProfile(path, profile, [])
    } else notesOn(profile).write(0, { status: 'ignored', text: 'from before' })
    expect(key()).toHaveLength(24)
    chmodSync(path, 0o644)
    const notes = notesOn(profile)
    expect(notes.of(0)?.text).toBe('from before')
    notes.write(1, { status: 'fixed' })
    expect(files()).toEqual(['a.hagstone'])
    expect([notesOn(profile).of(0)?.text, notesOn(profile).of(1)?.status]).toEqual(['from before', 'fixed'])
  })

  it('of an older format lie beside it', () => {
    writeFileSync(path, gunzipSync(readFileSync(new URL('../../../profile/version_4.hagstone.gz', import.meta.url))))
    const opened = openProfile(path)
    notesOn(opened.profile).write(0, { status: 'fixed' })
    expect(files()).toEqual(['a.hagstone', 'a.hagstone.notes.json'])
    opened.close()
  })

  it('do not come back when they are removed while it is too large to be copied', () => {
    const notes = notesOn(profile)
    notes.write(0, { status: 'fixed' })
    notes.write(1, { status: 'ignored' })
    truncateSync(path, 129 << 20)
    notesOn(profile).write(0, { status: null })
    expect(files()).toEqual(['a.hagstone', 'a.hagstone.notes.json'])
    const next = notesOn(profile)
    expect([next.of(0), next.of(1)?.status]).toEqual([null, 'ignored'])
  })

  it('that were damaged are reported, and not overwritten', () => {
    notesOn(profile).write(0, { status: 'fixed' })
    const database = new DatabaseSync(path)
    database.exec("UPDATE pair_notes SET status = 'lost'")
    database.close()
    const notes = notesOn(profile)
    expect(new KeptNotes(path).problem).toMatch(/notes are not shown/)
    expect(() => notes.write(0, { status: 'ignored' })).toThrow(/repair or move that file/)
  })
})

describe('notes on pairs', () => {
  it('are kept beside the profile and found again by their contexts, in any order of pairs', () => {
    const notes = notesOn(profile)
    expect(notes.of(0)).toBeNull()
    notes.write(0, { status: 'fixed', text: 'zeroed once now, commit 1a2b' })
    expect(notes.of(0)).toEqual({ status: 'fixed', text: 'zeroed once now, commit 1a2b' })
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toContain('init a.c:5 KILLED_BY fill b.c:7')
    const turned = notesOn(profileFromStacks(TABLE.trim().split('\n').reverse().join('\n')))
    expect([turned.of(0), turned.of(1)?.status]).toEqual([null, 'fixed'])
    turned.write(1, { status: null, text: '' })
    expect(notesOn(profile).of(0)).toBeNull()
  })

  it('that cannot be read are reported, and never overwritten', () => {
    writeFileSync(`${path}.notes.json`, '{"schema": "something else"}')
    const notes = notesOn(profile)
    expect(new KeptNotes(path).problem).toMatch(/a\.hagstone\.notes\.json cannot be read/)
    expect(() => notes.write(0, { status: 'ignored', text: '' })).toThrow(/repair or move that file/)
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toBe('{"schema": "something else"}')
  })

  it('that were damaged since they were read are not overwritten either', () => {
    const notes = notesOn(profile)
    writeFileSync(`${path}.notes.json`, '{"schema": "hagstone.notes/1", "notes": 7}')
    expect(() => notes.write(0, { status: 'ignored', text: '' })).toThrow(/notes\.json cannot be read \("notes" is wrong\)/)
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toBe('{"schema": "hagstone.notes/1", "notes": 7}')
  })

  it('are looked for in files only, and lead to no other file', () => {
    execFileSync('mkfifo', [`${path}.notes.json`])
    expect(new KeptNotes(path).problem).toMatch(/it is not a file/)
    rmSync(`${path}.notes.json`)
    symlinkSync(join(directory, 'elsewhere'), `${path}.notes.json.${process.pid}`)
    notesOn(profile).write(0, { status: 'fixed', text: '' })
    expect([existsSync(join(directory, 'elsewhere')), notesOn(profile).of(0)?.status]).toEqual([false, 'fixed'])
  })

  it('are at every pair of the same contexts, together with those of another window', () => {
    const twice = profileFromStacks(`${TABLE.trimEnd()}${TABLE}`)
    expect(twice.pairs.length).toBe(4)
    const notes = notesOn(twice)
    const other = notesOn(twice)
    const status = (of: PairNotes): unknown[] => Array.from({ length: twice.pairs.length }, (_, pair) => of.of(pair)?.status)
    expect(status(notes)).toEqual(Array(twice.pairs.length).fill(undefined))
    other.write(1, { status: 'ignored', text: '' })
    notes.write(0, { status: 'fixed', text: '' })
    expect(status(notes)).toEqual(status(notesOn(twice)))
    expect(new Set(status(notes))).toEqual(new Set(['fixed', 'ignored']))
    notes.write(0, { status: null, text: '' })
    expect(status(notes)).toEqual(status(notesOn(twice)))
  })

  it('are in the rows of pairs, and filter them', () => {
    const queries = new PairQueries(loadProfile({ ...profile, codeAt: () => null }), notesOn(profile))
    const rows = (triage: PairFilter['triage']): unknown[] =>
      queries
        .rows(
          { wastefulOnly: true, search: '', regularExpression: false, side: 'either', ...(triage === undefined ? {} : { triage }) },
          { column: 'waste', descending: true },
          0,
          9,
        )
        .rows.map(({ pair, note }) => [pair, note?.status])
    queries.note(1, { status: 'ignored', text: '' })
    expect(rows(undefined)).toEqual([
      [0, undefined],
      [1, 'ignored'],
    ])
    expect(rows('open')).toEqual([[0, undefined]])
    expect(rows('noted')).toEqual([[1, 'ignored']])
    queries.note(1, { status: null, text: 'look again' })
    expect(rows('open')).toEqual([
      [0, undefined],
      [1, null],
    ])
    expect(queries.copy(1, null)).toContain('look again')
  })
})
