import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { joulesBetween, readEnergy } from './energy.ts'

const START = new Date('2026-11-20T10:00:00Z')
const END = new Date('2026-11-20T10:00:10Z')

function zone(directory: string, name: string, title: string, energy: number, range = 262_143_328_850): void {
  mkdirSync(join(directory, name), { recursive: true })
  for (const [field, value] of [
    ['name', title],
    ['energy_uj', energy],
    ['max_energy_range_uj', range],
  ] as const)
    writeFileSync(join(directory, name, field), `${value}\n`)
}

test('energy is that of packages and memory, without parts that packages already count, also when a counter wraps', () => {
  const directory = temporaryDirectory()
  zone(directory, 'intel-rapl:0', 'package-0', 262_143_000_000)
  zone(directory, 'intel-rapl:0:0', 'core', 5_000_000)
  zone(directory, 'intel-rapl:0:1', 'dram', 1_000_000)
  zone(directory, 'intel-rapl:1', 'psys', 0)
  const start = readEnergy(START, directory)
  zone(directory, 'intel-rapl:0', 'package-0', 100_000_000)
  zone(directory, 'intel-rapl:0:0', 'core', 9_000_000)
  zone(directory, 'intel-rapl:0:1', 'dram', 3_500_000)
  expect(joulesBetween(start, readEnergy(END, directory))).toBeCloseTo(100.328_85 + 2.5, 6)
})

test('energy is absent if it cannot be known', () => {
  const directory = temporaryDirectory()
  zone(directory, 'intel-rapl:0', 'package-0', 1_000_000)
  const start = readEnergy(START, directory)
  expect(joulesBetween(start, readEnergy(new Date('2026-11-20T10:10:00Z'), directory))).toBeNull()
  rmSync(join(directory, 'intel-rapl:0', 'energy_uj'))
  expect(readEnergy(END, directory)).toBeNull()
  expect(joulesBetween(start, null)).toBeNull()
  expect(readEnergy(END, join(directory, 'nowhere'))).toBeNull()
})
