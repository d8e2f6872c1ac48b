import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { rawFilesIn, unrecordedIn } from './raw_files.ts'
import { describeUnrecorded } from './unrecorded_processes.ts'

function recording(files: string[]): string {
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'processes'))
  for (const file of files) writeFileSync(join(directory, file), '')
  return directory
}

test('raw files lie beside the description or in the directory of the processes', () => {
  expect(rawFilesIn(recording(['process-2-1.hagraw', 'processes/process-1-1.hagraw', 'processes/control', 'recording.json']))).toEqual([
    'process-2-1.hagraw',
    'processes/process-1-1.hagraw',
  ])
})

test('processes that could not be recorded are counted by user and cause, with a remedy', () => {
  const directory = recording([
    'processes/unrecorded-7-24-nginx',
    'processes/unrecorded-8-24-nginx',
    'processes/unrecorded-9-27-a.out',
    'processes/unrecorded-x-24-nginx',
    'processes/unrecorded-11-19-nginx',
  ])
  symlinkSync('/etc/passwd', join(directory, 'processes/unrecorded-10-99-_link'))
  const user = process.getuid!()
  expect(unrecordedIn(directory)).toContainEqual({ processId: 9, user, cause: 27, name: 'a.out' })
  expect(describeUnrecorded(unrecordedIn(directory)).toSorted()).toEqual([
    `1 process (_link; user ${user}) could not be recorded: the system gave error 99; record them alone to see more.`,
    `1 process (a.out; user ${user}) could not be recorded: the limit on file sizes leaves no room for a recording; raise it (ulimit -f).`,
    `1 process (nginx; user ${user}) could not be recorded: the file system cannot map files into memory, as some network and shared folders; choose a local place with --output.`,
    `2 processes (nginx; user ${user}) could not be recorded: the limit on open files leaves the sampler none; raise it (ulimit -n) to 64 or more.`,
  ])
})
