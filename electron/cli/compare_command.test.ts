import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { drawValues } from '../../shared/metrics/values/value_profile.testing.ts'
import { LOADED } from '../../shared/profile/value_names.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { compareCommand } from './compare_command.ts'

const print = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock(import('./terminal.ts'), async (original) => ({ ...(await original()), print }))

const directory = temporaryDirectory()

/** A profile of one load; without values where none are given. */
function profileOf(name: string, values?: Array<[number, number]>): string {
  const path = join(directory, name)
  const tree = profileFromStacks('main main.c:1 KILLED_BY main main.c:2 1')
  if (!values) {
    writeProfile(path, tree, [])
    return path
  }
  const { valueTables, valueEntries, valueNames, run } = drawValues([{ role: LOADED, class: 'integer-load', values }])
  writeProfile(path, { ...tree, valueTables, valueEntries, valueNames, run: { ...tree.run, values: run.values! } }, [])
  return path
}

/** What the command prints. */
async function printed(...words: string[]): Promise<string> {
  print.mockClear()
  expect(await compareCommand.run(words)).toBe(0)
  return print.mock.calls.map(([text]) => text).join('')
}

test('compare prints how far the second profile agrees with the first, as text and JSON', async () => {
  const [first, second] = [profileOf('a.hagstone', [[7, 80], [8, 20]]), profileOf('b.hagstone', [[7, 60], [9, 40]])]
  expect(await printed(first, second)).toMatch(/loads +1 +100 % +80\.0 % +60\.0 % +20\.0 % +0 % +100 % +100 % +80\.0 % +100 %/)
  expect(JSON.parse(await printed(first, second, '--json'))).toMatchObject({ schema: 'hagstone.values-comparison/1', matchedBy: 'address', first: { path: first }, comparisons: [{ kind: 'instructions' }, { kind: 'loads', find5: 0.8 }] })
})

test('compare refuses profiles without values', async () => {
  await expect(compareCommand.run([profileOf('a.hagstone', [[7, 1]]), profileOf('none.hagstone')])).rejects.toThrow(/none\.hagstone has no values to compare/)
})
