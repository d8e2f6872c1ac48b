import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { machineCaches } from './machine_caches.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function cache(index: number, fields: Record<string, string>): void {
  mkdirSync(join(directory, `index${index}`))
  for (const [name, value] of Object.entries(fields)) writeFileSync(join(directory, `index${index}`, name), `${value}\n`)
}

test('data and unified caches, smallest first; instruction caches and unreadable ones left out', () => {
  cache(3, { type: 'Unified', level: '3', size: '36M' })
  cache(0, { type: 'Data', level: '1', size: '48K' })
  cache(1, { type: 'Instruction', level: '1', size: '32K' })
  cache(2, { type: 'Unified', level: '2', size: '1280K' })
  cache(4, { type: 'Unified', level: '4', size: 'large' })
  cache(5, { type: 'Unified', level: '5' })
  expect(machineCaches(directory)).toEqual([
    { level: 1, bytes: 49_152 },
    { level: 2, bytes: 1_310_720 },
    { level: 3, bytes: 37_748_736 },
  ])
})

test('none if the kernel does not list them', () => {
  expect(machineCaches(join(directory, 'missing'))).toEqual([])
})
