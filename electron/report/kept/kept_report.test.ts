import { copyFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { KeptFiles } from '../../cache/kept_files.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { identityOf } from '../../file_identity.ts'
import { findingsOf, findingsWithPairs } from '../findings/findings.ts'
import type { LineText } from '../findings/line_texts.ts'
import { STACK_FORMS } from '../../../shared/exported.ts'
import { samplesOf, type Samples } from '../../export/samples.ts'
import type { KeptParts } from './kept_parts.ts'
import { keptReport, keptWeights, openFindings } from './kept_report.ts'
import { failed, profiles, withoutTables } from './kept_profiles.testing.ts'
import { isKept, reportPieces, type RenderOptions } from '../render_report.ts'
import { writtenReport } from '../report.ts'

const directory = temporaryDirectory()
const SOURCE: Record<string, string> = { '/src/m.c:5': 'm->a[i] = 0;', '/src/m.c:8': 'm->a[i] = x * i;', '/src/solver.c:131': 'work[i] = 0;' }
const lineText: LineText = (file, line) => SOURCE[`${file}:${line}`] ?? null

const keptIn = (name: string): { files: KeptFiles; large: number } => ({
  files: new KeptFiles('reports-2', 1 << 28, { XDG_CACHE_HOME: join(directory, name) }),
  large: 0,
})

test('reports made from kept data equal those made from the profile, without its pairs', () => {
  const questions: Array<Pick<RenderOptions, 'view' | 'format' | 'top'>> = [
    ...[1, 3, 100].map((top) => ({ view: 'findings' as const, format: 'text' as const, top })),
    ...[1, 200].map((top) => ({ view: 'pairs' as const, format: 'text' as const, top })),
    ...[2, 200].map((top) => ({ view: 'findings' as const, format: 'json' as const, top })),
    { view: 'findings', format: 'csv', top: 5 },
    { view: 'pairs', format: 'csv', top: 5 },
  ]
  for (const path of profiles(directory)) {
    const { profile, close } = openProfile(path)
    // Observed reuses are read again, for the question's own conversion, and marks' contexts are few.
    const isAnswered = !profile.run.tools.includes('reuse-distance') && profile.spatialValues.length === 0
    const printed = (question: (typeof questions)[number], kept?: KeptParts): string =>
      [
        ...reportPieces(kept === undefined || !isAnswered ? profile : withoutTables(profile), {
          ...question,
          width: 100,
          findings: { lineText },
          ...(kept === undefined ? {} : { kept }),
        }),
      ].join('')
    const made = keptReport(profile, path, { lineText, use: 'here', top: 1, functions: false }, keptIn('same'))!
    expect(made.functions).toBeNull()
    const more = keptReport(profile, path, { lineText, use: 'here', top: 200, functions: true }, keptIn('same'))!
    const read = keptReport(withoutTables(profile), path, { lineText, use: 'here', top: 200, functions: true }, keptIn('same'))!
    expect(read, path).toEqual(more)
    expect({ ...read, functions: null, pairs: [] }, path).toEqual({ ...made, pairs: [] })
    for (const question of questions) {
      expect(isKept(question)).toBe(true)
      const expected = printed(question)
      expect(printed(question, read), `${path} ${question.view} ${question.format} ${question.top}`).toBe(expected)
    }
    for (const top of [1, 7, 100]) {
      const found = findingsOf(profile, { lineText, top })
      if (path.endsWith('many.hagstone'))
        expect(found).toMatchObject({ findings: { length: top }, leftOut: [{ reason: 'small', text: `${130 - top} smaller findings` }] })
      expect(writtenReport(profile, { top: 1, findings: { lineText, top }, kept: read }).findings, path).toEqual(found)
    }
    close()
  }
})

test('exported stacks of kept weights equal those of the profile, without looking for them', () => {
  const contents = ({ stacks, ...rest }: Samples): unknown => ({ ...rest, paths: rest.samples.map(({ stack }) => stacks.path(stack)), frames: stacks.frames })
  for (const path of profiles(directory)) {
    const { profile, close } = openProfile(path)
    const keeping = keptIn('weights')
    expect(keptWeights(profile, path, keeping)).toBeUndefined()
    keptReport(profile, path, { lineText, use: 'here', top: 1, functions: false }, keeping)
    const known = keptWeights(profile, path, keeping)
    expect(known).toBeDefined()
    const unread = Object.create(profile, {
      contextTotals: { get: () => failed('contextTotals') },
      cpuTimes: { get: () => failed('cpuTimes') },
    }) as typeof profile
    for (const form of STACK_FORMS)
      for (const top of [1, 7, 200])
        expect(contents(samplesOf(unread, form, top, { known })), `${path} ${form} ${top}`).toEqual(contents(samplesOf(profile, form, top)))
    close()
  }
})

test('a window reads the kept findings, and keeps those that it made, once nobody waits', () => {
  for (const path of profiles(directory)) {
    const { profile, close } = openProfile(path)
    const keeping = keptIn('window')
    const file = { path, identity: identityOf(path) }
    const made = openFindings(profile, file, lineText, keeping)
    expect(keptWeights(profile, path, keeping)).toBeUndefined()
    for (const part of made.toKeep) part()
    const commands = keptIn('command')
    const expected = keptReport(profile, path, { lineText, use: 'here', top: 1, functions: false }, commands)!
    expect(keptReport(withoutTables(profile), path, { lineText, use: 'here', top: 1, functions: false }, keeping), path).toEqual(expected)
    expect(keptWeights(profile, path, keeping), path).toEqual(keptWeights(profile, path, commands))

    const read = openFindings(withoutTables(profile), file, lineText, keeping)
    expect(read.findings, path).toEqual(made.findings)
    expect(read.toKeep).toEqual([])
    const all = findingsWithPairs(profile, { lineText })
    const whole = openFindings(profile, file, lineText, keeping)
    for (let pair = 0; pair < profile.pairs.length; pair++) expect(whole.ofPair(pair), `${path} ${pair}`).toEqual(all.ofPair(pair))
    close()
  }
})

test('a window neither reads nor keeps the report of another file, of a part, or of a small profile', () => {
  const path = join(directory, 'replaced.hagstone')
  const drawn = profileFromStacks('main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   90000000/90')
  writeProfile(path, drawn, [])
  const { profile, close } = openProfile(path)
  const keeping = keptIn('replaced')
  const identity = identityOf(path)
  const found = openFindings(profile, { path, identity }, lineText, keeping)
  // It is replaced while the window is open.
  rmSync(path)
  writeProfile(path, profileFromStacks('main m.c:1 > other m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   90000000/90'), [])
  for (const part of found.toKeep) part()
  expect(keptWeights(profile, path, keeping)).toBeUndefined()
  const { profile: recent, close: closeRecent } = openProfile(path)
  const other = keptReport(recent, path, { lineText, use: 'here', top: 1, functions: false }, keeping)!
  const again = openFindings(profile, { path, identity }, lineText, keeping)
  expect(again.findings).toEqual(found.findings)
  expect(again.findings).not.toEqual(other.findings)
  expect(again.toKeep).toEqual([])
  expect(openFindings(recent, { path, identity: null }, () => null, keeping).toKeep).toEqual([])
  expect(openFindings(recent, { path, identity: identityOf(path) }, () => null).toKeep).toEqual([])
  // Other lines of sources: made again.
  expect(openFindings(recent, { path, identity: identityOf(path) }, () => null, keeping).toKeep).not.toEqual([])
  close()
  closeRecent()
})

test('requests beyond the kept data go to the profile', () => {
  expect(isKept({ view: 'pairs', format: 'text', top: 201 })).toBe(false)
  expect(isKept({ view: 'findings', format: 'json', top: Infinity })).toBe(false)
  expect(isKept({ view: 'flat', format: 'text', top: 10 })).toBe(false)
})

test('is also that of a copy, is made again after the profile or a source line changed, and never for small profiles', () => {
  const path = join(directory, 'changing.hagstone')
  const drawn = profileFromStacks('main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   90000000/90')
  writeProfile(path, drawn, [])
  const { profile, close } = openProfile(path)
  const keeping = keptIn('changing')
  const titles = (lines: LineText, of = profile, file = path): string[] =>
    keptReport(of, file, { lineText: lines, use: 'here', top: 1, functions: false }, keeping)!.findings!.findings.map(({ title }) => title)
  const before = titles(lineText)
  expect(titles(lineText, withoutTables(profile))).toEqual(before)
  expect(() => titles(() => 'other[i] = 0;', withoutTables(profile))).toThrow(/was read/)
  expect(titles(() => 'other[i] = 0;')).toEqual(findingsOf(profile, { lineText: () => 'other[i] = 0;' }).findings.map(({ title }) => title))
  titles(lineText)
  utimesSync(path, 1000, 1000)
  expect(titles(lineText, withoutTables(profile))).toEqual(before)
  const copy = join(directory, 'copy.hagstone')
  copyFileSync(path, copy)
  expect(titles(lineText, withoutTables(profile), copy)).toEqual(before)
  const bytes = readFileSync(copy)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(copy, bytes)
  expect(() => titles(lineText, withoutTables(profile), copy)).toThrow(/was read/)
  expect(titles(lineText, withoutTables(profile))).toEqual(before)
  expect(keptReport(profile, path, { lineText, use: 'here', top: 1, functions: false })).toBeUndefined()
  close()
})

test('a report with more text than one string can hold is made and kept', () => {
  const path = join(directory, 'long.hagstone')
  writeProfile(path, profileFromStacks('main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   90000000/90'), [])
  const { profile, close } = openProfile(path)
  const ask = (of = profile): KeptParts => keptReport(of, path, { lineText, use: 'here', top: 1, functions: false }, keptIn('long'))!
  const written = JSON.stringify
  // V8's limit is half a gigabyte.
  const stringify = vi.spyOn(JSON, 'stringify').mockImplementation((...values: unknown[]) => {
    const text = written(...(values as Parameters<typeof written>))
    if (text.length > 1_000) throw new RangeError('Invalid string length')
    return text
  })
  try {
    const made = ask()
    expect(made.findings!.findings).toHaveLength(1)
    expect(ask(withoutTables(profile))).toEqual(made)
  } finally {
    stringify.mockRestore()
    close()
  }
})
