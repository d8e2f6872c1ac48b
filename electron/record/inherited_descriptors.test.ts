import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeInheritedDescriptors } from './inherited_descriptors.ts'

test('descriptors keep their numbers, gaps stay closed, and the target does not see the variable', () => {
  const environment = { HAGSTONE_INHERITED_DESCRIPTORS: ' 3 6', HOME: '/home/someone' }
  expect(takeInheritedDescriptors(environment)).toEqual(['inherit', 'inherit', 'inherit', 3, 'ignore', 'ignore', 6])
  expect(environment).toEqual({ HOME: '/home/someone' })
})

test('without the launcher only the first three are passed', () => {
  expect(takeInheritedDescriptors({})).toEqual(['inherit', 'inherit', 'inherit'])
})

test('numbers that cannot be our descriptors are skipped', () => {
  expect(takeInheritedDescriptors({ HAGSTONE_INHERITED_DESCRIPTORS: '1 x -4 99999 4' })).toEqual(['inherit', 'inherit', 'inherit', 'ignore', 4])
})

test('launchers find them without starting a process', () => {
  const script = join(import.meta.dirname, '../../resources/launcher/inherited_descriptors.sh')
  const open = openSync('/dev/null', 'r')
  try {
    const told = spawnSync('/bin/sh', ['-ec', '. "$0"; echo "$HAGSTONE_INHERITED_DESCRIPTORS"', script, 'record'], {
      encoding: 'utf8',
      env: { PATH: '' },
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', open],
    })
    expect(told.stderr).toBe('')
    expect(told.stdout.trim().split(' ')).toContain('5')
    expect(told.stdout.trim().split(' ')).not.toContain('4')
  } finally {
    closeSync(open)
  }
})
