/** launch.*: records programs and running processes from the launch form with the same recorder as the command line. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { RpcHandlers } from '../../../shared/rpc/contract.ts'
import type { RecordingId } from '../../../shared/rpc/identifiers.ts'
import { startingProgress, type AttachedProcess, type LaunchProgress, type LaunchRequest, type ValidationRequest } from '../../../shared/rpc/recordings.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import { attach, prepareAttachment } from '../../record/attach.ts'
import { planCounting } from '../../record/calibration/counting_run.ts'
import type { PlannedCounting } from '../../record/calibration/counting_run.ts'
import { targetEnvironmentOfHost } from '../../record/environment.ts'
import { removeRecording } from '../../record/finishing/finish.ts'
import { defaultSampling } from '../../record/options.ts'
import { defaultValidationName } from '../../record/output.ts'
import { prepareRecording } from '../../record/recorder.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { mostVirtualPmus, plannedPmus, usualVariations, validatedTools } from '../../validate/settings.ts'
import type { ValidationSettings } from '../../validate/settings.ts'
import { AttachedRecording } from './attached_recording.ts'
import { absolute, attachOptions, recordOptions } from './launch_options.ts'
import { reportPreparation } from './launch_progress.ts'
import { LaunchedRecording } from './launched_recording.ts'
import { startRun } from './launched_run.ts'
import { LaunchedValidation } from './launched_validation.ts'
import { assertOwn, listProcesses } from './own_processes.ts'

export interface LaunchService {
  handlers: Pick<RpcHandlers, 'launch.start' | 'launch.processes' | 'launch.running' | 'launch.follow' | 'launch.pause' | 'launch.stop' | 'launch.discard'>
  /** Ends every recording and waits until its profile is made; recorded programs continue. */
  dispose(): Promise<void>
}

/** The windows' view of it, also for a page that is reloaded while it runs or just after. */
interface Followed {
  request: LaunchRequest
  windows: Set<number>
  progress: LaunchProgress
  paused: boolean
}

type Running = LaunchedRecording | LaunchedValidation | AttachedRecording

/** Recordings that have ended and are still known. */
const MOST_ENDED = 20

/**
 * @param refusal why launching is not allowed here; null if it is
 * @param onProgressFor called with each window that started the recording or follows it
 */
export function createLaunchService(refusal: string | null, onProgressFor: (progress: LaunchProgress, client: number) => void): LaunchService {
  const recordings = new Map<RecordingId, Running>()
  const preparations = new Map<RecordingId, AbortController>()
  const followed = new Map<RecordingId, Followed>()
  // A window may ask for a recording of an earlier host.
  let nextRecording = Date.now()
  const running = (recording: RecordingId): Running => {
    if (refusal !== null) throw new RpcError('refused', refusal)
    const launched = recordings.get(recording)
    if (launched === undefined) throw new RpcError('not-found', `Recording ${recording} is not running any more.`)
    return launched
  }

  /** All checks before anything runs; the windows get the progress. */
  async function prepare(
    id: RecordingId,
    request: LaunchRequest,
    onProgress: (progress: LaunchProgress) => void,
    signal: AbortSignal,
  ): Promise<{ prepared: PreparedLaunch; counting: PlannedCounting | null }> {
    const options = recordOptions(request)
    try {
      return await reportPreparation(id, onProgress, signal, async (hooks) => {
        const counting = request.calibration === undefined ? null : await planCounting(options, request.calibration.command, 'none', hooks)
        const prepared = await prepareRecording(options, options.workingDirectory, hooks)
        if (!signal.aborted) return { prepared, counting }
        removeRecording(prepared.place.recordingDirectory)
        throw cancelled()
      })
    } catch (error) {
      throw signal.aborted ? cancelled() : error
    }
  }

  async function start(...[id, request, onProgress, signal]: Parameters<typeof prepare>): Promise<LaunchedRecording> {
    const runs = request.runs ?? 1
    const { prepared, counting } = await prepare(id, request, onProgress, signal)
    return new LaunchedRecording(
      id,
      { prepared, counting, runs, keepOutput: request.keepOutput === true, first: await startRun(prepared, 1, runs) },
      onProgress,
    )
  }

  return {
    handlers: {
      async 'launch.start'(request, { client }) {
        if (refusal !== null) throw new RpcError('refused', refusal)
        const id = nextRecording++
        const following: Followed = { request, windows: new Set([client]), progress: startingProgress(id), paused: false }
        keep(followed, id, following)
        const onProgress = (progress: LaunchProgress): void => {
          following.progress = progress
          for (const window of following.windows) onProgressFor(progress, window)
        }
        if (request.validation !== undefined && request.process === undefined) {
          const validation = new LaunchedValidation(id, validationOf(request, request.validation), onProgress)
          recordings.set(id, validation)
          void validation.finished.finally(() => recordings.delete(id))
          return { recording: id }
        }
        const preparation = new AbortController()
        preparations.set(id, preparation)
        try {
          const recording =
            request.process === undefined ? await start(id, request, onProgress, preparation.signal) : await attachTo(id, request, request.process, onProgress)
          recordings.set(id, recording)
          void recording.finished.finally(() => recordings.delete(id))
          // Stopped or discarded while the program was being started, or attached to.
          if (isDiscarded(preparation)) recording.discard()
          else if (preparation.signal.aborted) recording.stop()
          return { recording: id }
        } catch (error) {
          onProgress({ ...following.progress, ...(isDiscarded(preparation) ? { state: 'discarded' } : { state: 'failed', error: messageOf(error) }) })
          throw error
        } finally {
          preparations.delete(id)
        }
      },
      async 'launch.processes'() {
        if (refusal !== null) throw new RpcError('refused', refusal)
        return listProcesses()
      },
      async 'launch.running'() {
        return [...followed].filter(([, { progress }]) => !hasEnded(progress)).map(([id]) => id)
      },
      async 'launch.follow'({ recording }, { client }) {
        const following = followed.get(recording)
        if (following === undefined) return null
        following.windows.add(client)
        const { request, progress, paused } = following
        return { request, progress, paused }
      },
      async 'launch.pause'({ recording, paused }) {
        running(recording).pause(paused)
        followed.get(recording)!.paused = paused
        return null
      },
      /** Ends the program, or the recording of a process; the profile has everything up to then. Before the program runs, nothing is left behind. */
      async 'launch.stop'({ recording }) {
        const preparation = preparations.get(recording)
        if (preparation === undefined) running(recording).stop()
        else preparation.abort()
        return null
      },
      async 'launch.discard'({ recording }) {
        const preparation = preparations.get(recording)
        if (preparation === undefined) running(recording).discard()
        else preparation.abort(discard)
        return null
      },
    },
    async dispose() {
      for (const preparation of preparations.values()) preparation.abort()
      for (const recording of recordings.values()) recording.leave()
      await Promise.all([...recordings.values()].map((recording) => recording.finished))
    },
  }
}

/** @throws Failure or RpcError; then the process is unchanged and nothing is left behind */
async function attachTo(
  id: RecordingId,
  request: LaunchRequest,
  process: AttachedProcess,
  onProgress: (progress: LaunchProgress) => void,
): Promise<AttachedRecording> {
  const options = attachOptions(request, process.id)
  assertOwn(process)
  const prepared = await prepareAttachment(options, absolute(request.workingDirectory))
  await attach(prepared)
  return new AttachedRecording(id, prepared, onProgress)
}

/** Without those that ended a while ago. */
function keep(followed: Map<RecordingId, Followed>, id: RecordingId, following: Followed): void {
  followed.set(id, following)
  const ended = [...followed].filter(([, { progress }]) => hasEnded(progress))
  for (const [old] of ended.slice(0, -MOST_ENDED)) followed.delete(old)
}

function hasEnded({ state }: LaunchProgress): boolean {
  return state === 'finished' || state === 'failed' || state === 'discarded'
}

/** Why a preparation was aborted; otherwise it was stopped. */
const discard = 'discard'

function isDiscarded({ signal }: AbortController): boolean {
  return signal.aborted && signal.reason === discard
}

function cancelled(): RpcError {
  return new RpcError('cancelled', 'The launch was stopped before the program ran.')
}

function validationOf(request: LaunchRequest, { periods, registers, seeds }: ValidationRequest): ConstructorParameters<typeof LaunchedValidation>[1] {
  const foreign = request.tools.find((tool) => !validatedTools.some((validated) => validated === tool))
  if (foreign !== undefined)
    throw new RpcError('invalid-argument', `${foreign} cannot be sampled and counted in one run; a validation is of ${validatedTools.join(', ')}.`)
  const { reservoirs, attributions, kernel } = usualVariations
  const settings: ValidationSettings = {
    tools: request.tools,
    periods,
    registers,
    reservoirs: [...reservoirs],
    attributions: [...attributions],
    kernel: [...kernel],
    skid: 0,
    seeds,
    granularity: request.granularities?.[0] ?? defaultSampling.granularity,
  }
  const count = plannedPmus(settings).length
  if (count > mostVirtualPmus)
    throw new RpcError(
      'invalid-argument',
      `These are ${count} virtual PMUs, and at most ${mostVirtualPmus} can sample one run; name fewer tools, settings or seeds.`,
    )
  const workingDirectory = absolute(request.workingDirectory)
  const output = resolve(workingDirectory, request.output ?? defaultValidationName(request.program, new Date()))
  assertNew(output)
  return {
    program: {
      program: request.program,
      arguments: request.arguments,
      workingDirectory,
      environment: targetEnvironmentOfHost(process.env, request.environment),
      tolerance: request.tolerance ?? defaultSampling.tolerance,
    },
    settings,
    output,
  }
}

/** Before the run, so that no run is wasted. @throws RpcError refused or unable */
function assertNew(output: string): void {
  if (existsSync(output)) throw new RpcError('refused', `${output} exists already; choose another file for the validation.`)
  try {
    accessSync(dirname(output), constants.W_OK)
  } catch (error) {
    throw new RpcError('unable', `${output} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); choose another file for the validation.`)
  }
}
