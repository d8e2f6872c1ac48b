import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findingFaults } from './finding_faults.ts'
import { nativeFaults } from './native_faults.ts'
import { scriptFaults } from './script_faults.ts'
import { windowFaults } from './window_faults.ts'

const root = resolve(import.meta.dirname, '../../..')

test('each fault finds the text that it replaces, once', () => {
  const faults = [...scriptFaults, ...findingFaults, ...windowFaults, ...nativeFaults]
  const isFoundOnce = ({ file, find }: (typeof faults)[number]): boolean => readFileSync(join(root, file), 'utf8').split(find).length === 2
  expect(faults.filter((fault) => !isFoundOnce(fault)).map(({ name, file, find }) => `${name} in ${file}: ${find}`)).toEqual([])
})
