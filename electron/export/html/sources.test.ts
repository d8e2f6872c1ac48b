import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { embedSources } from '../../profile/embedded_sources.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { OwnRecordings } from '../../record/own_recordings.ts'
import { html } from './markup.ts'
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
  const named = { ...profile, files: profile.files.map(() => file) }
  const path = join(directory, 'run.hagstone')
  writeProfile(path, named, [])
  const recordings = new OwnRecordings(() => {}, join(directory, 'own'))

  test('of a profile from elsewhere are left out, but for folders that were mapped', () => {
    expect(sharedSources(named, path, recordings, { mappings: [], folders: [] })).toEqual({ found: new Map(), leftOut: [file] })
    expect([...sharedSources(named, path, recordings, { mappings: [{ from: directory, to: directory }], folders: [] }).found.keys()]).toEqual([file])
  })

  test('of a profile recorded here are taken, line by line', () => {
    recordings.add(path)
    expect(sharedSources(named, path, recordings, { mappings: [], folders: [] })).toEqual({ found: new Map([[file, ['int main;', '']]]), leftOut: [] })
  })

  test('that the profile holds are taken by whoever opens it', () => {
    embedSources(path, new Map([[file, 'int then;']]), new OwnRecordings(() => {}, join(directory, 'none')))
    expect(sharedSources(named, path, new OwnRecordings(() => {}, join(directory, 'none')), { mappings: [], folders: [] }).found).toEqual(new Map([[file, ['int then;']]]))
  })
})
