/** Recording a running process: hagstone_tracer injects the agent and detaches. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure, exitStatus, messageOf } from '../failure.ts'
import { nativePart } from '../paths.ts'
import { requireRecordingPlatform } from '../platform.ts'
import { PROCESS_DIRECTORY } from '../raw/raw_files.ts'
import { stableAgentPath } from './agent_library.ts'
import { chooseEngine, wantedSampling } from './machine/engine.ts'
import { examineForRecording } from './machine/machine.ts'
import type { AttachOptions } from './options.ts'
import { assertEventsServe } from './recorder.ts'
import { layOutRecording } from './recording_layout.ts'
import type { PreparedRecording } from './recording_layout.ts'
import { findProcess } from './program/running_process.ts'
import type { RunningProcess } from './program/running_process.ts'
import { agentVariables, withoutAgentVariables } from './target_environment.ts'

export interface PreparedAttachment extends PreparedRecording {
  process: RunningProcess
  /** The tracer's, which holds the agent's settings. */
  environment: Record<string, string>
  agent: string
}

/**
 * Checks the process, the machine and the output, in this order, and creates the recording directory.
 * Throws Failure 125; then nothing was touched and nothing is left behind.
 */
export async function prepareAttachment(options: AttachOptions, launcherDirectory: string): Promise<PreparedAttachment> {
  requireRecordingPlatform(exitStatus.recordFailure)
  const target = findProcess(options.processId)
  // The tracer detaches once the agent is loaded, so it cannot serve as a transport.
  if (options.sampling.transport === 'tracer')
    throw new Failure(
      exitStatus.recordFailure,
      '--transport tracer records programs from their start only; leave it out with --pid, or start the program by hagstone record.',
    )
  const machine = await examineForRecording(options.sampling)
  const choice = chooseEngine({ ...machine, tracer: null }, wantedSampling(options.sampling))
  assertEventsServe(options.sampling, choice)
  const agent = stableAgentPath()
  const prepared = layOutRecording(options, choice, {
    name: basename(target.command[0] ?? `process-${options.processId}`),
    command: target.command,
    workingDirectory: target.workingDirectory,
    notes: [`Recording began while process ${options.processId} was running: stores and loads before that are not known.`],
    rank: null,
    environment: {},
    launcherDirectory,
  })
  const variables = agentVariables(options.sampling, choice, prepared.place.recordingDirectory)
  return { ...prepared, process: target, agent, environment: { ...withoutAgentVariables(options.environment), ...variables } }
}

/**
 * Resolves when the process records. Throws Failure 125 with the tracer's line; the recording directory is then gone.
 */
export async function attach({ process: target, agent, place, environment, description }: PreparedAttachment): Promise<void> {
  const problem = await askTracer(
    ['attach', String(target.id), '--agent', agent, '--recording', join(place.recordingDirectory, PROCESS_DIRECTORY)],
    environment,
  )
  if (problem === null) {
    description.startedAt = new Date().toISOString()
    return
  }
  rmSync(place.recordingDirectory, { recursive: true, force: true })
  throw new Failure(exitStatus.recordFailure, problem)
}

/** Frees the recording's resources in the process. Resolves to why that failed, null if it did not. */
export async function detach({ process: target, agent, environment }: PreparedAttachment): Promise<string | null> {
  return askTracer(['detach', String(target.id), '--agent', agent], environment)
}

/** Resolves to the tracer's line, null on success. */
async function askTracer(words: string[], environment: Record<string, string>): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(nativePart('tracer'), words, { env: environment, encoding: 'utf8' }, (error, _stdout, stderr) => {
      const line = stderr
        .trim()
        .split('\n')
        .at(-1)
        ?.replace(/^hagstone(_tracer)?: /, '')
      resolve(error === null ? null : line === undefined || line === '' ? messageOf(error) : line)
    })
  })
}
