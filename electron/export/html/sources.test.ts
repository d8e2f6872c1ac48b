import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { embedSources } from '../../profile/embedded_sources.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { namedSources, shareableSources, shareSources, sourceReference } from '../../services/query/sources/shareable_sources.ts'
import { SourceFiles } from '../../services/query/sources/source_files.ts'
import { html } from './markup.ts'
import { htmlPage } from './page.ts'
import { sharedSources } from './sources.ts'

const profile = profileFromStacks('main solver.c:41 > init solver.c:118   KILLED_BY   main solver.c:44 > fill solver.c:131   90')

test('values of templates are text, markup stays', () => {
  expect(html`<b title="${'"\''}">${'<&>'}${[html`<i>${1}</i>`, html`<br>`]}${null}</b>`.text).toBe('<b title="&quot;&#39;">&lt;&amp;&gt;<i>1</i><br></b>')
})

describe('sources', () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'src', 'solver.c')
  mkdirSync(dirname(file))
  writeFileSync(file, 'int main;\n')
  // Before the program was recorded.
  utimesSync(file, 0, 0)
  const named = { ...profile, files: profile.files.map(() => file) }
  const path = join(directory, 'run.hagstone')
  writeProfile(path, named, [])
  const recordings = new OwnRecordings(() => {}, join(directory, 'own'))

  test('of a profile from elsewhere are left out, except in mapped folders', () => {
    expect(sharedSources(named, path, recordings, { mappings: [], folders: [] })).toEqual({ found: new Map(), changed: new Set(), leftOut: [file] })
    expect([...sharedSources(named, path, recordings, { mappings: [{ from: directory, to: directory }], folders: [] }).found.keys()]).toEqual([file])
  })

  test('of a profile recorded here are taken, line by line', () => {
    recordings.add(path)
    expect(sharedSources(named, path, recordings, { mappings: [], folders: [] })).toEqual({
      found: new Map([[file, ['int main;', '']]]),
      changed: new Set(),
      leftOut: [],
    })
  })

  test('embedded in the profile are included whoever opens it', () => {
    embedSources(path, new Map([[file, 'int then;']]), new OwnRecordings(() => {}, join(directory, 'none')))
    expect(sharedSources(named, path, new OwnRecordings(() => {}, join(directory, 'none')), { mappings: [], folders: [] }).found).toEqual(
      new Map([[file, ['int then;']]]),
    )
  })

  test('are in the page line by line, and beside the pairs', () => {
    const lines = Array.from({ length: 140 }, (_, index) => `int at_${index + 1};`)
    const page = [...htmlPage(named, new Map([[file, lines]]), 10)].join('')
    const plain = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '')
    const whole = /<h2 id="sources">.*?<pre>(.*?)<\/pre>/s.exec(page)![1]!
    expect(plain(whole)).toBe(lines.map((text, index) => `${index + 1}${text}\n`).join(''))
    expect(page).toContain('117  int at_117;\n<span class="lit">118  int at_118;</span>119  int at_119;\n')
  })

  const places = { mappings: [{ from: directory, to: directory }], folders: [] }
  const program = join(directory, 'solver')
  const built = { ...named, modules: named.modules.map((module) => ({ ...module, path: program })) }
  const listed = () => shareableSources(namedSources(built, path), new SourceFiles(recordings), places).map(({ changedSinceBuild }) => changedSinceBuild)

  test('that changed after the program was built are marked in the list, the page and the profile', () => {
    writeProfile(path, built, [])
    writeFileSync(program, '')
    utimesSync(program, 1000, 1000)
    utimesSync(file, 999, 999)
    expect([listed(), sharedSources(built, path, recordings, places).changed]).toEqual([[false], new Set()])

    utimesSync(file, 1001, 1001)
    const { found, changed } = sharedSources(built, path, recordings, places)
    expect([listed(), changed]).toEqual([[true], new Set([file])])
    const warning = 'The file changed since the program was built: lines may have moved.'
    expect([...htmlPage(built, found, 10, changed)].join('').split(warning).length - 1).toBe(1)
    expect([...htmlPage(built, found, 10)].join('')).not.toContain(warning)

    // The profile knows it even if neither the file nor the program exists.
    const reader = new SourceFiles(recordings)
    shareSources([file], namedSources(built, path), { reader, places, ownRecordings: recordings })
    rmSync(program)
    rmSync(file)
    const elsewhere = sourceReference(namedSources(built, path), file)
    expect(reader.read(file, elsewhere, places, false)).toMatchObject({ found: true, embedded: true, changedSinceBuild: true })
    expect(sharedSources(built, path, recordings, places).changed).toEqual(new Set([file]))
    // Also when the list is chosen again.
    shareSources([file], namedSources(built, path), { reader, places, ownRecordings: recordings })
    expect(listed()).toEqual([true])
    shareSources([], namedSources(built, path), { reader, places, ownRecordings: recordings })
    expect(reader.read(file, elsewhere, places, false).found).toBe(false)
  })

  test("are recognised by their compilers' checksums, whatever their times", () => {
    const summed = (text: string) => ({ ...built, sourceSums: [{ file: 0, md5: createHash('md5').update(text).digest('hex') }] })
    writeFileSync(program, '')
    utimesSync(program, 1000, 1000)
    writeFileSync(file, 'int main;\n')
    const marked = (profile: ProfileTables) => {
      writeProfile(path, profile, [])
      const reader = new SourceFiles(recordings)
      const named = namedSources(profile, path)
      shareSources([file], named, { reader, places, ownRecordings: recordings })
      const embedded = reader.read(file, sourceReference(named, file), places, false)
      return [
        shareableSources(named, reader, places)[0]!.changedSinceBuild,
        sharedSources(profile, path, recordings, places).changed.has(file),
        embedded.found && embedded.changedSinceBuild,
      ]
    }
    // Touched, but the same.
    utimesSync(file, 2000, 2000)
    expect(marked(summed('int main;\n'))).toEqual([false, false, false])
    expect(marked(built)).toEqual([true, true, true])
    // Changed, with an old time.
    utimesSync(file, 1, 1)
    expect(marked(summed('int main ;\n'))).toEqual([true, true, true])
    expect(marked(built)).toEqual([false, false, false])
    // Units of the program were built from two versions.
    const both = summed('int main;\n')
    // GNU's assembler (2.40) writes a checksum from another compiler with its bytes reversed.
    const reversed = both.sourceSums[0]!.md5.match(/../g)!.toReversed().join('')
    expect(marked({ ...both, sourceSums: [{ file: 0, md5: reversed }] })).toEqual([false, false, false])
    expect(marked({ ...both, sourceSums: [...both.sourceSums, { file: 0, md5: 'f'.repeat(32) }] })).toEqual([true, true, true])
    rmSync(program)
  })

  test('that changed after the recording are known to have changed where the program is gone', () => {
    writeProfile(path, built, [])
    recordings.add(path)
    writeFileSync(file, 'int main;\n')
    const recorded = Date.parse(built.run.startedAt) / 1000
    utimesSync(file, recorded - 1, recorded - 1)
    expect(listed()).toEqual([false])
    utimesSync(file, recorded + 1, recorded + 1)
    expect(listed()).toEqual([true])
  })
})
