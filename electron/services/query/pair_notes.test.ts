import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PairFilter } from '../../../shared/rpc/contract.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from './loaded_profile.ts'
import { PairNotes } from './pair_notes.ts'
import { PairQueries } from './pair_queries.ts'

const TABLE = `
  main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60
  main main.c:1 > init a.c:6   KILLED_BY   main main.c:2 > fill b.c:7   20
`
const profile = profileFromStacks(TABLE)
let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-notes-'))
  path = join(directory, 'a.hagstone')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('notes on pairs', () => {
  it('are kept beside the profile and found again by their contexts, whatever the order of the pairs', () => {
    const notes = new PairNotes(path, profile)
    expect(notes.of(0)).toBeNull()
    notes.write(0, { status: 'fixed', text: 'zeroed once now, commit 1a2b' })
    expect(notes.of(0)).toEqual({ status: 'fixed', text: 'zeroed once now, commit 1a2b' })
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toContain('init a.c:5 KILLED_BY fill b.c:7')
    const turned = new PairNotes(path, profileFromStacks(TABLE.trim().split('\n').reverse().join('\n')))
    expect([turned.of(0), turned.of(1)?.status]).toEqual([null, 'fixed'])
    turned.write(1, { status: null, text: '' })
    expect(new PairNotes(path, profile).of(0)).toBeNull()
  })

  it('that cannot be read are told, and never written over', () => {
    writeFileSync(`${path}.notes.json`, '{"schema": "something else"}')
    const notes = new PairNotes(path, profile)
    expect(notes.problem).toMatch(/a\.hagstone\.notes\.json cannot be read/)
    expect(() => notes.write(0, { status: 'ignored', text: '' })).toThrow(/Mend it or move it away/)
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toBe('{"schema": "something else"}')
  })

  it('that were spoilt since they were read are not written over either', () => {
    const notes = new PairNotes(path, profile)
    writeFileSync(`${path}.notes.json`, '{"schema": "hagstone.notes/1", "notes": 7}')
    expect(() => notes.write(0, { status: 'ignored', text: '' })).toThrow(/notes\.json cannot be read \("notes" is wrong\)/)
    expect(readFileSync(`${path}.notes.json`, 'utf8')).toBe('{"schema": "hagstone.notes/1", "notes": 7}')
  })

  it('are looked for in files only, and lead to no other file', () => {
    execFileSync('mkfifo', [`${path}.notes.json`])
    expect(new PairNotes(path, profile).problem).toMatch(/it is not a file/)
    rmSync(`${path}.notes.json`)
    symlinkSync(join(directory, 'elsewhere'), `${path}.notes.json.${process.pid}`)
    new PairNotes(path, profile).write(0, { status: 'fixed', text: '' })
    expect([existsSync(join(directory, 'elsewhere')), new PairNotes(path, profile).of(0)?.status]).toEqual([false, 'fixed'])
  })

  it('stand at every pair of the same contexts, and those of another window with them', () => {
    const twice = profileFromStacks(`${TABLE.trimEnd()}${TABLE}`)
    expect(twice.pairs.length).toBe(4)
    const notes = new PairNotes(path, twice)
    const other = new PairNotes(path, twice)
    const status = (of: PairNotes): unknown[] => Array.from({ length: twice.pairs.length }, (_, pair) => of.of(pair)?.status)
    expect(status(notes)).toEqual(Array(twice.pairs.length).fill(undefined))
    other.write(1, { status: 'ignored', text: '' })
    notes.write(0, { status: 'fixed', text: '' })
    expect(status(notes)).toEqual(status(new PairNotes(path, twice)))
    expect(new Set(status(notes))).toEqual(new Set(['fixed', 'ignored']))
    notes.write(0, { status: null, text: '' })
    expect(status(notes)).toEqual(status(new PairNotes(path, twice)))
  })

  it('stand in the rows of pairs, and filter them', () => {
    const queries = new PairQueries(loadProfile({ ...profile, codeAt: () => null }), new PairNotes(path, profile))
    const rows = (triage: PairFilter['triage']): unknown[] =>
      queries.rows({ wastefulOnly: true, search: '', regularExpression: false, side: 'either', ...(triage === undefined ? {} : { triage }) }, { column: 'waste', descending: true }, 0, 9).rows.map(({ pair, note }) => [pair, note?.status])
    queries.note(1, { status: 'ignored', text: '' })
    expect(rows(undefined)).toEqual([[0, undefined], [1, 'ignored']])
    expect(rows('open')).toEqual([[0, undefined]])
    expect(rows('noted')).toEqual([[1, 'ignored']])
    queries.note(1, { status: null, text: 'look again' })
    expect(rows('open')).toEqual([[0, undefined], [1, null]])
    expect(queries.copy(1)).toContain('look again')
  })
})
