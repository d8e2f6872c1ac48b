import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { amendProfile } from './amend_profile.ts'
import { embeddedSource, embeddedSources, embedSources, LARGEST_SOURCE } from './embedded_sources.ts'
import { openProfile } from './open_profile.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'
import { readStoredNotes } from './stored_notes.ts'
import { temporaryDirectory } from './temporary_directory.testing.ts'
import { writeProfile } from './write_profile.ts'

const directory = temporaryDirectory()
const path = join(directory, 'run.hagstone')
const drawn = profileFromStacks('main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60')
const ownRecordings = new OwnRecordings(() => {}, join(directory, 'own'))

beforeEach(() => writeProfile(path, drawn, []))

it('holds the sources that are put into it, by its own names, and no others', () => {
  expect([embeddedSources(path), embeddedSource(path, '/src/main.c')]).toEqual([[], null])
  const open = openProfile(path)
  embedSources(
    path,
    new Map([
      ['/src/main.c', 'int main;\n'],
      ['/src/b.c', 'é'],
      ['/etc/passwd', 'root'],
    ]),
    ownRecordings,
  )
  expect(embeddedSources(path)).toEqual([
    { file: '/src/b.c', bytes: 2 },
    { file: '/src/main.c', bytes: 10 },
  ])
  expect([embeddedSource(path, '/src/main.c'), embeddedSource(path, '/src/b.c'), embeddedSource(path, '/etc/passwd')]).toEqual(['int main;\n', 'é', null])
  // A process that had it open continues reading the file it opened.
  expect(open.profile.pairs.amount).toEqual(drawn.pairs.amount)
  open.close()
  const again = openProfile(path)
  expect(again.profile.nodes).toEqual(drawn.nodes)
  again.close()
  embedSources(path, new Map([['/src/a.c', 'a']]), ownRecordings)
  expect(embeddedSources(path)).toEqual([{ file: '/src/a.c', bytes: 1 }])
  expect(readdirSync(directory).filter((name) => name.includes('partial'))).toEqual([])
})

it('is still recognized as recorded here under another name', () => {
  const link = join(directory, 'link.hagstone')
  symlinkSync(path, link)
  ownRecordings.add(path)
  embedSources(link, new Map([['/src/a.c', 'a']]), ownRecordings)
  expect([ownRecordings.has(path), statSync(link).ino === statSync(path).ino]).toEqual([true, true])
  const foreign = join(directory, 'foreign.hagstone')
  copyFileSync(path, foreign)
  embedSources(foreign, new Map(), ownRecordings)
  expect(ownRecordings.has(foreign)).toBe(false)
})

it('is known before it replaces the old file', () => {
  ownRecordings.add(path)
  const before = statSync(path).ino
  let whenAdded: number | null = null
  class Watched extends OwnRecordings {
    override add(profile: string): void {
      super.add(profile)
      whenAdded = statSync(path).ino
    }
  }
  embedSources(path, new Map([['/src/a.c', 'a']]), new Watched(() => {}, join(directory, 'own')))
  expect(whenAdded).toBe(before)
  expect(ownRecordings.has(path)).toBe(true)
})

it('of an older format has no room, and reports it', () => {
  writeFileSync(path, gunzipSync(readFileSync(new URL('./version_4.hagstone.gz', import.meta.url))))
  expect(embeddedSources(path)).toEqual([])
  expect(() => embedSources(path, new Map(), ownRecordings)).toThrow(/format 4, which has no room/)
})

it('that was tampered with is rejected with one line, and never changed', () => {
  const tamper = (sql: string, ...values: Uint8Array[]): void => {
    const database = new DatabaseSync(path)
    database.prepare(sql).run(...values)
    database.close()
  }
  tamper('INSERT INTO sources VALUES (0, 5, ?)', deflateRawSync(Buffer.alloc(LARGEST_SOURCE + 1)))
  expect(() => embeddedSource(path, drawn.files[0]!)).toThrow(/damaged or was tampered with/)
  tamper('UPDATE sources SET bytes = -1')
  expect(() => embeddedSources(path)).toThrow(/a source in it is impossible/)
  tamper('CREATE TRIGGER t AFTER DELETE ON sources BEGIN DELETE FROM run; END')
  const before = readFileSync(path)
  expect(() => embedSources(path, new Map(), ownRecordings)).toThrow(/other tables, triggers or views/)
  expect(readFileSync(path)).toEqual(before)
})

it('keeps nothing of a removed source', () => {
  const text = 'static const char *secret = "42";'
  const stored = deflateRawSync(text)
  embedSources(path, new Map([['/src/main.c', text]]), ownRecordings)
  expect(readFileSync(path).includes(stored)).toBe(true)
  embedSources(path, new Map(), ownRecordings)
  expect(readFileSync(path).includes(stored)).toBe(false)
})

it('rejects a source that it could not show', () => {
  const before = readFileSync(path)
  expect(() => embedSources(path, new Map([['/src/main.c', '\ufffd'.repeat(LARGEST_SOURCE / 2)]]), ownRecordings)).toThrow(/larger than 8 MiB as text/)
  expect(readFileSync(path)).toEqual(before)
})

it('keeps a concurrent change by another process', () => {
  const others = join(directory, 'others.hagstone')
  copyFileSync(path, others)
  embedSources(others, new Map([['/src/b.c', 'b']]), ownRecordings)
  expect(() => amendProfile(path, () => renameSync(others, path), ownRecordings)).toThrow(/was changed by another process in the meantime; try again/)
  expect(embeddedSources(path)).toEqual([{ file: '/src/b.c', bytes: 1 }])
})

it('names an invalid note', () => {
  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO pair_notes VALUES ('${'0'.repeat(24)}', 'a', 'perhaps', '')`)
  database.close()
  expect(() => readStoredNotes(path)).toThrow(/a note in it is impossible \(status\)/)
})

it('is named if missing', () => {
  renameSync(path, join(directory, 'elsewhere'))
  expect(() => embedSources(path, new Map(), ownRecordings)).toThrow(/cannot be found \(ENOENT\)/)
})
