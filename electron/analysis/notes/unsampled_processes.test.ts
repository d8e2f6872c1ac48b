import { describe, expect, it } from 'vitest'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { DESCRIPTION, recordingDirectory } from '../recording.testing.ts'
import { unrecordedProcesses, unsampledProcesses } from './unsampled_processes.ts'

const executed = 3
const unable = 5
const staticProgram = 14

interface Described {
  id: number
  at: number
  state?: number
  failure?: number
  program?: string
}

function sentences(described: Described[], stoppedBy: string | null = null, command = DESCRIPTION.command): string[] {
  const files = described.map(({ id, at, state = 2, failure = 0, program = '/bin/a' }): [string, RawFileBuilder] => [
    `process-${id}-${at}.hagraw`,
    new RawFileBuilder({ process_id: id, start_time: BigInt(at), state, failure, executablePath: program }),
  ])
  return unsampledProcesses(readRecordingDirectory(recordingDirectory(Object.fromEntries(files), { ...DESCRIPTION, stoppedBy, command })))
}

it('names a program once, however many processes ran it', () => {
  const busybox = (id: number): Described => ({ id, at: id, state: unable, failure: staticProgram, program: '/bin/busybox' })
  expect(sentences([{ id: 1, at: 1 }, busybox(2)])).toEqual([
    'Process 2 (/bin/busybox) was not sampled: it is statically linked, so the sampler cannot be preloaded into it.',
  ])
  expect(sentences([{ id: 1, at: 1 }, ...[2, 3, 4, 5].map(busybox)])).toEqual([
    '4 processes (/bin/busybox: processes 2, 3, 4 and 1 more) were not sampled: it is statically linked, so the sampler cannot be preloaded into it.',
  ])
})

it('is silent about an expected failure that did not happen', () => {
  expect(
    sentences([
      { id: 1, at: 1, state: executed },
      { id: 1, at: 2, state: unable, failure: staticProgram },
      { id: 1, at: 3 },
    ]),
  ).toEqual([])
})

it('says that an executed program left no recording', () => {
  expect(sentences([{ id: 1, at: 1, state: executed }])).toEqual([
    'Process 1 executed another program after a, which was not recorded: children were not followed, or its loader did not load the sampler. Record it by itself, with --follow children, or with --engine exhaustive.',
  ])
  expect(
    sentences([
      { id: 1, at: 1, state: executed },
      { id: 1, at: 2 },
    ]),
  ).toEqual([])
  expect(sentences([{ id: 1, at: 1, state: executed }], '--duration 1 s')).toEqual([])
})

describe('a process that executed another program', () => {
  const header = { engine: 'exhaustive', failure: '', executable: '/bin/env', processId: 7, startTime: 1, state: 'executed' } as const
  const recorded = { processes: [{ header }], launchers: ['/'], description: null, unrecorded: [], programs: [] }

  it('is a cause of missing samples', () => {
    expect(unrecordedProcesses({ ...recorded, processes: [{ header: { ...header, engine: 'software' } }] })).toEqual([
      {
        program: '/bin/env',
        processes: 1,
        why: 'it executed another program; children were not followed, or its loader did not load the sampler',
        action: 'Record it by itself, with --follow children, or with --engine exhaustive.',
      },
    ])
    expect(unrecordedProcesses(recorded)[0]!.action).toBe('Record it by itself, or with --follow children.')
  })

  it('is reported only by the exhaustive engine where that noted the program', () => {
    const noted = { ...recorded, programs: [{ processId: 7, program: '/bin/ping', why: 'it is set-user-ID' }] }
    expect(unsampledProcesses(noted)).toEqual([])
    expect(unrecordedProcesses(noted)).toEqual([{ program: '/bin/ping', processes: 1, why: 'it is set-user-ID', action: 'Record it by itself.' }])
    expect(unsampledProcesses({ ...noted, programs: [{ ...noted.programs[0]!, processId: 8 }] })).toEqual([
      'Process 7 executed another program after env, which was not recorded: children were not followed, or Valgrind could not run it. Record it by itself, or with --follow children.',
    ])
  })
})

describe('a program that asks a service to start others', () => {
  const scoped: Described = { id: 3, at: 3, state: executed, program: '/usr/bin/systemd-run' }
  it('is named once with what to do', () => {
    expect(sentences([{ id: 1, at: 1, program: '/usr/bin/systemd-run' }], null, ['systemd-run', '--wait', 'solver'])).toEqual([
      'What systemd-run (process 1) started was not recorded: systemd starts the program, which is not its child. Use systemd-run --scope, or record inside: systemd-run … hagstone record -- PROGRAM.',
    ])
  })
  it('is named with a condition where its arguments are not known', () => {
    expect(
      sentences([
        { id: 1, at: 1, program: '/usr/bin/systemd-run' },
        { id: 2, at: 2, program: '/usr/bin/docker', state: unable, failure: staticProgram },
      ]),
    ).toEqual([
      'What systemd-run (process 1) started was not recorded: systemd starts the program, which is not its child, if it started one. Use systemd-run --scope, or record inside: systemd-run … hagstone record -- PROGRAM.',
      'What docker (process 2) started was not recorded: a container engine starts the program, which is not its child, if it started one. Record inside the container.',
    ])
    expect(sentences([scoped, { id: 3, at: 4 }])).toEqual([])
  })
})

it.each<[string, string, boolean]>([
  ['ssh', '-V', false],
  ['ssh', '-Q cipher', false],
  ['ssh', '-G host', false],
  ['ssh', '-4V', false],
  ['ssh', '', false],
  ['ssh', 'host solver -V', true],
  ['ssh', '-p 22 -v host', true],
  ['ssh', '-oProxyJump=GO -vp 22 host', true],
  ['docker', 'ps -a', false],
  ['docker', '--context far run --rm image', true],
  ['podman', 'images', false],
  ['systemd-run', '--version', false],
  ['systemd-run', '--wait solver', true],
  ['srun', '-n4 solver', true],
  ['srun', '--help', false],
])('%s %s starts a program elsewhere: %s', (program, args, starts) => {
  const command = [program, ...args.split(' ').filter(Boolean)]
  expect(
    sentences(
      [
        { id: 1, at: 1, program: `/usr/bin/${program}` },
        { id: 2, at: 2, program: '/bin/cat' },
      ],
      null,
      command,
    ).length,
  ).toBe(starts ? 1 : 0)
})
