/** Profiles drawn at random, written and opened again: windows can ask everything of each, and no answer is nonsense. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anyProfile, eachSeed } from '../../profile/any_profile/any_profile.testing.ts'
import { Dice } from '../../profile/any_profile/dice.testing.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { long } from '../../../scripts/test/long.ts'
import { isCreation } from '../../../shared/profile/created_threads.ts'
import { asker, askEverything } from './ask_everything.testing.ts'
import { QueryEngine } from './query_engine.ts'

const path = join(temporaryDirectory(), 'any.hagstone')

function ask(seed: number): void {
  const { profile, code } = anyProfile(seed)
  writeProfile(path, profile, code)
  const engine = new QueryEngine(() => null)
  try {
    askEverything(asker(engine), path, new Set(profile.functions.map(({ name }) => name)), new Dice(seed))
  } finally {
    engine.close()
  }
}

it('is answered everything', () => eachSeed(50, ask))

it('is answered everything of thousands', long, () => eachSeed(2000, ask))

it('is the same once it is written and opened', () =>
  eachSeed(120, (seed) => {
    const { profile, code } = anyProfile(seed)
    writeProfile(path, profile, code)
    const { profile: read, created, close } = openProfile(path)
    try {
      // Opened profiles leave out what created threads.
      const whole = profile.functions.some(isCreation) ? created!.profile : read
      for (const name of Object.keys(profile) as Array<keyof typeof profile>)
        if (name !== 'codeAt' && name !== 'intervals') expect(whole[name], name).toEqual(profile[name])
      const byTool = ({ intervals }: typeof profile): unknown => intervals.toSorted((a, b) => (a.tool < b.tool ? -1 : 1))
      expect(byTool(whole)).toEqual(byTool(profile))
      for (const { module, address } of profile.instructions) expect(read.codeAt(module, address)).toEqual(profile.codeAt(module, address))
    } finally {
      close()
    }
  }))
