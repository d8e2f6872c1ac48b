/** Profiles for tests of kept and carried reports. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { severalTools } from '../../profile/several_tools.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'

/** Recorded ones of every version, and drawn ones. */
export function profiles(directory: string): string[] {
  mkdirSync(directory, { recursive: true })
  const fixtures = join(import.meta.dirname, '../../profile')
  const recorded = readdirSync(fixtures)
    .filter((name) => name.endsWith('.hagstone.gz'))
    .map((name) => {
      const path = join(directory, name.slice(0, -'.gz'.length))
      writeFileSync(path, gunzipSync(readFileSync(join(fixtures, name))))
      return path
    })
  const manyCauses = Array.from(
    { length: 130 },
    (_, i) => `main m.c:1 > init_${i} f_${i}.c:5   KILLED_BY   main m.c:2 > fill_${i} f_${i}.c:8   ${20_000_000 - 100_000 * i}/50`,
  )
  const drawn = { several: severalTools(), many: profileFromStacks(manyCauses.join('\n')) }
  return [
    ...recorded,
    ...Object.entries(drawn).map(([name, profile]) => {
      const path = join(directory, `${name}.hagstone`)
      writeProfile(path, profile, [])
      return path
    }),
  ]
}

/** A reader that finds only the kept report: reading the profile's pairs or tree rows fails. */
export function withoutTables<T extends { nodes: { length: number }; pairs: { length: number } }>(profile: T): T {
  const closed = { get: (target: object, name: string) => (name === 'length' ? (target as { length: number }).length : failed(name)) }
  return Object.defineProperties(Object.create(profile) as T, {
    nodes: { value: new Proxy(profile.nodes, closed) },
    pairs: { value: new Proxy(profile.pairs, closed) },
  })
}

export function failed(name: string): never {
  throw new Error(`${name} was read`)
}
