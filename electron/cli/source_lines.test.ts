import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embedSources } from '../profile/embedded_sources.ts'
import { openProfile } from '../profile/open_profile.ts'
import { profileFromStacks, RUN } from '../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { OwnRecordings } from '../record/finishing/own_recordings.ts'
import { unreadSourcesText } from './source_lines.ts'

const root = temporaryDirectory()
const project = join(root, 'project')

beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'))
  mkdirSync(project)
})
afterAll(() => vi.unstubAllEnvs())

function written(name: string, stacks = 'main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60'): string {
  const drawn = profileFromStacks(stacks)
  const path = join(root, name)
  const files = drawn.files.map((file) => file.replace('/src', project))
  writeProfile(path, { ...drawn, files, functions: drawn.functions.map((each) => ({ ...each, module: 0 })), run: { ...RUN, workingDirectory: project } }, [])
  return path
}

function textOf(path: string): string | null {
  const { profile, close } = openProfile(path)
  try {
    return unreadSourcesText({ profile, path })
  } finally {
    close()
  }
}

test('findings without source lines say why, and what to do', () => {
  const source = join(project, 'm.c')
  const path = written('elsewhere.hagstone')
  expect(textOf(path)).toContain(': 1 source file of the program is not here. Run hagstone embed-sources where it was recorded')
  writeFileSync(source, 'int main(void) {}\n')
  expect(textOf(path)).toContain(': nothing says that you recorded the profile on this machine, and it may name any file as a source. Run')
  const own = new OwnRecordings(() => {})
  own.add(path)
  expect(textOf(path)).toBeNull()
  rmSync(source)
  expect(textOf(path)).toContain(': 1 source file of the program is not here. Get the sources that it was built from, and')
  writeFileSync(source, 'int main(void) {}\n')
  const embedded = written('embedded.hagstone')
  embedSources(embedded, new Map([[source, 'int main(void) {}\n']]), own)
  rmSync(source)
  expect(textOf(embedded)).toBeNull()
})

test('a program without debug information has no sources to look for', () => {
  expect(textOf(written('stripped.hagstone', 'main > init   KILLED_BY   main > fill   60'))).toBeNull()
})
