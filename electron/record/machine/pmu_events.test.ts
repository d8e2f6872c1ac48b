import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveEvents } from './pmu_events.ts'

let directory: string

/** A hybrid processor, whose two kinds of cores list events of their own. */
const files = {
  'cpu_core/type': '4',
  'cpu_core/format/event': 'config:0-7',
  'cpu_core/format/umask': 'config:8-15',
  'cpu_core/format/ldlat': 'config1:0-15',
  'cpu_core/events/mem-loads': 'event=0xcd,umask=0x1,ldlat=3',
  'cpu_core/events/mem-stores': 'event=0xcd,umask=0x2',
  'cpu_atom/type': '10',
  'cpu_atom/format/event': 'config:0-7',
  'cpu_atom/format/umask': 'config:8-15',
  'cpu_atom/events/mem-stores': 'event=0xd0,umask=0x6',
  'ibs_op/type': '9',
  'ibs_op/format/cnt_ctl': 'config:19',
  'ibs_op/format/split': 'config:0-3,32-35',
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), `${text}\n`)
  }
})
afterAll(() => rmSync(directory, { recursive: true }))

test.each([
  ['mem-loads', ['loads:4:1cd:3:0']],
  ['mem-stores', ['stores:a:6d0:0:0', 'stores:4:2cd:0:0']],
  ['cpu_core/event=0xd0,umask=0x82/', ['all:4:82d0:0:0']],
  ['stores=cpu_core/event=0xd0,umask=130/,loads=r81d0', ['stores:4:82d0:0:0', 'loads:4:81d0:0:0']],
  ['mem-loads,mem-stores', ['loads:4:1cd:3:0', 'stores:a:6d0:0:0', 'stores:4:2cd:0:0']],
  ['ibs_op/cnt_ctl/', ['all:9:80000:0:0']],
  ['ibs_op/split=0xab/', ['all:9:a0000000b:0:0']],
])('%s', (text, events) => {
  expect(resolveEvents(text, directory)).toEqual(events)
})

test.each([
  ['mem-lodas', /no PMU of this machine lists such an event/],
  ['', /no PMU of this machine lists such an event/],
  ['../cpu_core/type', /no PMU of this machine lists such an event/],
  ['cpu/event=1/', /there is no PMU cpu here, only cpu_atom, cpu_core, ibs_op;/],
  ['cpu_core/edge=1/', /the PMU cpu_core has no term edge=1/],
  ['cpu_core/event=256/', /the value of event=256 is too large/],
])('%j is refused in words', (text, line) => {
  expect(() => resolveEvents(text, directory)).toThrow(expect.objectContaining({ status: 125, message: expect.stringMatching(line) }))
})
