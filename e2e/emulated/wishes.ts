/** Samples that tests would have recorded if this machine could: another one records them (scripts/test/emulated_windows.sh). */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { samples, whyNoSampling } from '../support/need_sampling.ts'

/** A directory; absent: nobody collects wishes. */
const variable = 'HAGSTONE_TEST_WISHES'

export function collectsWishes(): boolean {
  return process.env[variable] !== undefined
}

/**
 * Where this machine cannot sample and wishes are collected: writes the run down, and fails. `name`: equal for equal runs;
 * `command`: how it is recorded.
 */
export function wish(name: string, run: object, command: string[]): void {
  const directory = process.env[variable]
  const reason = whyNoSampling()
  if (directory === undefined || reason === null || !samples(command)) return
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(run))
  throw new Error(`${name} is still to be recorded on a machine that samples, since here ${reason}`)
}

export function wishesIn(directory: string): unknown[] {
  return readdirSync(directory)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as unknown)
}
