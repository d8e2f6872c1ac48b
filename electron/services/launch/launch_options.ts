/** Converts a window's launch request to the recorder's options. */
import { homedir } from 'node:os'
import type { LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { targetEnvironmentOfHost } from '../../record/environment.ts'
import { defaultSampling, noLimits, severalRunsProblem, toolProblem } from '../../record/options.ts'
import type { AttachOptions, RecordingLimits, RecordOptions, SamplingOptions } from '../../record/options.ts'

/** @throws RpcError invalid-argument */
export function recordOptions(request: LaunchRequest): RecordOptions {
  const engine = engineOf(request)
  if (request.calibration !== undefined && (request.duration != null || request.until != null))
    throw new RpcError('invalid-argument', 'Calibrating counts a whole run of the program: leave duration and until out.')
  const several =
    request.runs === undefined ? null : severalRunsProblem({ engine, until: request.until != null, calibrates: request.calibration !== undefined })
  const problem = toolProblem(engine, request.tools) ?? (several === null ? null : `Runs: ${several}`)
  if (problem !== null) throw new RpcError('invalid-argument', `${problem}.`)
  return {
    rank: null,
    runs: request.runs ?? 1,
    keepOutput: request.keepOutput === true,
    calibration: request.calibration ?? null,
    program: request.program,
    arguments: request.arguments,
    workingDirectory: absolute(request.workingDirectory),
    environment: targetEnvironmentOfHost(process.env, request.environment),
    sampling: samplingOf(request, engine),
    limits: limitsOf(request),
    output: request.output,
  }
}

/** @throws RpcError invalid-argument for an option that only a program to start can have */
export function attachOptions(request: LaunchRequest, processId: number): AttachOptions {
  const engine = engineOf(request)
  const foreign =
    engine === 'exhaustive' || request.validation !== undefined
      ? 'The exhaustive engine'
      : request.calibration !== undefined
        ? 'Calibration'
        : request.runs !== undefined
          ? 'Repeat'
          : request.keepOutput === true
            ? 'Keeping the output'
            : Object.keys(request.environment).length > 0
              ? 'The environment'
              : null
  if (foreign !== null) throw new RpcError('invalid-argument', `${foreign} needs a program that Hagstone starts, not a running process.`)
  const problem = toolProblem(engine, request.tools)
  if (problem !== null) throw new RpcError('invalid-argument', `${problem}.`)
  return {
    processId,
    environment: targetEnvironmentOfHost(process.env, {}),
    sampling: samplingOf(request, engine),
    limits: limitsOf(request),
    output: request.output,
  }
}

function engineOf({ engine = defaultSampling.engine }: LaunchRequest): SamplingOptions['engine'] {
  if (engine === 'virtual') throw new RpcError('invalid-argument', 'Virtual sampling is a part of hagstone validate; choose another engine.')
  return engine
}

function limitsOf({ duration, until }: LaunchRequest): RecordingLimits {
  return { ...noLimits, duration: duration ?? null, until: until ?? null }
}

function samplingOf(request: LaunchRequest, engine: SamplingOptions['engine']): SamplingOptions {
  const { exhaustive } = defaultSampling
  return {
    ...defaultSampling,
    tools: request.tools,
    pace: request.rate === null ? defaultSampling.pace : { rate: request.rate },
    engine,
    tolerance: request.tolerance ?? defaultSampling.tolerance,
    granularity: request.granularity ?? defaultSampling.granularity,
    follow: request.follow ?? defaultSampling.follow,
    exhaustive: {
      window: request.window ?? exhaustive.window,
      scope: request.scope ?? exhaustive.scope,
      granularities: request.granularities ?? exhaustive.granularities,
      processWide: request.processWide ?? exhaustive.processWide,
      byObject: request.byObject ?? exhaustive.byObject,
      spatialThreshold: request.spatialThreshold ?? exhaustive.spatialThreshold,
      values: {
        ...exhaustive.values,
        profile: request.valueProfile ?? exhaustive.values.profile,
        tableSize: request.valueTable ?? exhaustive.values.tableSize,
        clearing: request.valueClearing ?? exhaustive.values.clearing,
      },
    },
  }
}

export function absolute(directory: string): string {
  const path = directory === '~' || directory.startsWith('~/') ? homedir() + directory.slice(1) : directory
  if (!path.startsWith('/')) throw new RpcError('invalid-argument', `The working directory ${directory} is not absolute; give it from / or ~ on.`)
  return path
}
