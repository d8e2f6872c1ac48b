import { expect, test } from 'vitest'
import { TOOLS } from '../../shared/profile/profile.ts'
import type { Tool } from '../../shared/run.ts'
import type { RecordingDirectory } from './recording_directory.ts'
import { toolsAsAsked } from './run_description.ts'

const processes = [{ header: { tools: ['dead-stores', 'redundant-loads'].map((tool) => TOOLS.indexOf(tool as Tool)) } }]

test.each<[asked: Tool[] | null, shown: Tool[]]>([
  [
    ['redundant-loads', 'dead-stores'],
    ['redundant-loads', 'dead-stores'],
  ],
  // Tools that were not recorded, and tools that the launcher did not name.
  [
    ['values', 'redundant-loads', 'redundant-loads'],
    ['redundant-loads', 'dead-stores'],
  ],
  [null, ['dead-stores', 'redundant-loads']],
])('tools that were asked for as %s are shown as %s', (asked, shown) => {
  const recording = { description: asked === null ? null : { tools: asked }, processes } as unknown as RecordingDirectory
  expect(toolsAsAsked(recording)).toEqual(shown)
})
