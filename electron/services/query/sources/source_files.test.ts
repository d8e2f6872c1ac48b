import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OwnRecordings } from '../../../record/finishing/own_recordings.ts'
import { temporaryDirectory } from '../../../profile/temporary_directory.testing.ts'
import { SourceFiles } from './source_files.ts'

test('names are searched like paths: limited in length, and in the number of ends tried', () => {
  const directory = temporaryDirectory()
  const reader = new SourceFiles(new OwnRecordings(() => {}, join(directory, 'own')))
  const reference = {
    referenced: true,
    workingDirectory: '/',
    profilePath: join(directory, 'run.hagstone'),
    modules: [],
    buildIds: [],
    sums: [],
    startedAt: '2026-11-20T10:00:00.000Z',
  }
  const found = (file: string): unknown => reader.readHere(file, reference, { mappings: [], folders: [directory] }, true)
  expect(found('/a/b.c')).toEqual({ found: false, reason: 'missing', lookedFor: ['/a/b.c', join(directory, 'a/b.c'), join(directory, 'b.c')] })
  expect(found('/a'.repeat(2000))).toMatchObject({ lookedFor: { length: 1 + 64 } })
  expect(found('a/'.repeat(2500))).toEqual({ found: false, reason: 'missing', lookedFor: [] })
})
