import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { KnownMachines } from './known_machines.ts'

const machine = (destination: string, command = 'hagstone') => ({ destination, command, allowLaunch: false })

test('the machine used last comes first, each once, and can be forgotten', () => {
  const file = join(temporaryDirectory(), 'machines.json')
  const warnings: string[] = []
  const machines = new KnownMachines(file, (line) => warnings.push(line))
  machines.add(machine('ada@cluster'))
  machines.add(machine('node7'))
  machines.add(machine('ada@cluster', '~/bin/hagstone'))
  expect(new KnownMachines(file, () => {}).list()).toEqual([machine('ada@cluster', '~/bin/hagstone'), machine('node7')])
  machines.forget('ada@cluster')
  expect(machines.list()).toEqual([machine('node7')])
  expect(warnings).toEqual([])
})
