import { expect, test } from 'vitest'
import type { LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { RecordWish } from '../application/state.ts'
import { draftAgain } from './draft_again.ts'

const run: RecordWish['run'] = {
  command: ['/opt/solver', '--grid', '512 x 512'],
  workingDirectory: '/home/ada',
  tools: ['dead-stores', 'false-sharing'],
  engine: 'software',
}
const launched: LaunchRequest = {
  program: '/opt/solver',
  arguments: ['--grid', '512 x 512'],
  workingDirectory: '/scratch',
  environment: { OMP_NUM_THREADS: '4' },
  tools: ['silent-stores'],
  rate: 200,
  output: null,
  follow: 'none',
}

test('the program of the profile, not what was launched last', () => {
  const draft = draftAgain({ run }, [{ ...launched, program: '/bin/other' }])
  expect(draft).toMatchObject({
    program: '/opt/solver',
    argumentLine: "--grid '512 x 512'",
    directory: '/home/ada',
    tools: run.tools,
    engine: 'auto',
    rate: '',
  })
})

test('options of an earlier launch of that program are kept', () => {
  const draft = draftAgain({ run }, [{ ...launched, program: '/bin/other' }, launched])
  expect(draft).toMatchObject({
    directory: '/scratch',
    environment: [{ name: 'OMP_NUM_THREADS', value: '4' }],
    rate: '200',
    tools: run.tools,
    followChildren: false,
  })
})

test.each<[string, Partial<RecordWish>, object]>([
  ['the engine that an outcome advises', { action: 'Record it with --engine exhaustive.' }, { engine: 'exhaustive', tools: ['dead-stores'] }],
  ['this tool alone', { action: 'Record longer, or with --tool false-sharing alone.' }, { engine: 'auto', tools: ['false-sharing'] }],
  ['child processes', { action: 'Record it by itself, with --follow children, or with --engine exhaustive.' }, { engine: 'exhaustive', followChildren: true }],
  ['a tool more', { engine: 'exhaustive', tools: ['values'] }, { engine: 'exhaustive', tools: ['dead-stores', 'values'] }],
  ['data of reuses', { engine: 'exhaustive', tools: ['reuse-distance'], byObject: true }, { tools: ['dead-stores', 'reuse-distance'], byObject: true }],
])('chooses %s', (_, choice, expected) => expect(draftAgain({ run, ...choice }, [launched])).toMatchObject(expected))

test('tools that another engine cannot measure are left out', () => {
  const counted: RecordWish['run'] = { ...run, engine: 'exhaustive', tools: ['values', 'registers'] }
  expect(draftAgain({ run: counted }, [])).toMatchObject({ engine: 'exhaustive', tools: ['values', 'registers'] })
  expect(draftAgain({ run: counted, engine: 'software' }, []).tools).toEqual(['dead-stores', 'silent-stores', 'redundant-loads'])
})
