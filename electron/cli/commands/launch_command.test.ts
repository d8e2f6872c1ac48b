/** A command line that a window copies records the same as the window does. */
import { expect, test } from 'vitest'
import { parseArguments } from '../../../shared/names/command_line.ts'
import { launchCommand } from '../../../shared/names/launch_command.ts'
import type { LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { attachOptions, recordOptions } from '../../services/launch/launch_options.ts'
import { parseRecordArguments } from '../recording/record_arguments.ts'

const plain: LaunchRequest = {
  program: '/opt/my program',
  arguments: ['-n', "it's", ''],
  workingDirectory: '/srv/data dir',
  environment: {},
  tools: ['dead-stores', 'silent-stores'],
  rate: null,
  output: null,
}

const requests: Record<string, LaunchRequest> = {
  'an option at its default': plain,
  'options of sampling': { ...plain, engine: 'software', rate: 250, tolerance: 0.002, follow: 'none', keepOutput: true, duration: 2.5, until: 0.02 },
  'reuse distances': { ...plain, tools: ['reuse-distance'], granularity: 'line' },
  'several runs': { ...plain, runs: 5, output: '/tmp/out file.hagstone' },
  'a counting run': { ...plain, calibration: { command: ['small', 'two words'] } },
  'a counting run of the program itself': { ...plain, calibration: { command: null } },
  'the exhaustive engine': {
    ...plain,
    engine: 'exhaustive',
    tools: ['reuse-distance', 'values', 'spatial-loads'],
    window: { on: 500_000, off: 20_000_000 },
    scope: 'always',
    granularities: ['word', 'line'],
    processWide: true,
    byObject: true,
    valueProfile: 'rising',
    valueTable: 20,
    valueClearing: false,
    spatialThreshold: 0.35,
  },
}

test.each(Object.entries(requests))('of %s', (_, request) => {
  const line = launchCommand(request)
  expect(line).toMatch(/^cd '\/srv\/data dir' && hagstone record --tool /)
  const words = parseArguments(line.slice(line.indexOf('record ') + 'record '.length)).arguments!
  const expected = recordOptions(request)
  const { environment, workingDirectory } = expected
  expect(parseRecordArguments(words, { environment, workingDirectory })).toEqual(expected)
})

test('of a process that runs already', () => {
  const request = { ...plain, rate: 250, duration: 30, until: 0.02, follow: 'none', process: { id: 4711, startTime: '99' } } as const
  const line = launchCommand(request)
  expect(line).toBe("cd '/srv/data dir' && hagstone record --tool dead-stores,silent-stores --rate 250 --follow none --duration 30 --until ci=0.02 --pid 4711")
  const expected = attachOptions(request, 4711)
  const words = parseArguments(line.slice(line.indexOf('record ') + 'record '.length)).arguments!
  expect(parseRecordArguments(words, { environment: expected.environment, workingDirectory: plain.workingDirectory })).toEqual(expected)
})

test('environment and home directory go before', () => {
  expect(launchCommand({ ...plain, workingDirectory: '~/a b', arguments: [], program: 'x', environment: { LANG: 'C', EMPTY: '', OLD: null } })).toBe(
    "cd ~/'a b' && env -u OLD LANG=C EMPTY= hagstone record --tool dead-stores,silent-stores -- x",
  )
})

test('of a validation', () => {
  expect(
    launchCommand({
      ...plain,
      workingDirectory: '/',
      program: 'x',
      arguments: [],
      engine: 'exhaustive',
      tools: ['dead-stores'],
      granularities: ['line'],
      validation: { periods: [1009, 10_007], registers: [1, 4], seeds: 20 },
    }),
  ).toBe('cd / && hagstone validate --tool dead-stores --period 1009,10007 --registers 1,4 --seeds 20 --granularity line -- x')
})
