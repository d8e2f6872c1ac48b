/** The command line that records the same as a launch of a window, or attaches to the same process. */
import type { LaunchRequest } from '../rpc/recordings.ts'
import { quoteArguments } from './command_line.ts'

/** For a shell: directory and environment first, then hagstone record, or validate. Options at their defaults are left out. */
export function launchCommand(request: LaunchRequest): string {
  const { program, arguments: targetArguments, environment, workingDirectory } = request
  const removed = Object.keys(environment).filter((name) => environment[name] === null)
  const set = Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  const changes = [...removed.flatMap((name) => ['-u', name]), ...set]
  if (request.process !== undefined)
    return `cd ${quoteDirectory(workingDirectory)} && ${quoteArguments(['hagstone', 'record', ...recordOptions(request), '--pid', String(request.process.id)])}`
  const own =
    request.validation === undefined
      ? ['hagstone', 'record', ...recordOptions(request)]
      : ['hagstone', 'validate', ...validateOptions(request, request.validation)]
  return `cd ${quoteDirectory(workingDirectory)} && ${quoteArguments([...(changes.length === 0 ? [] : ['env', ...changes]), ...own, '--', program, ...targetArguments])}`
}

/** A leading ~ is left for the shell to replace. */
function quoteDirectory(directory: string): string {
  if (directory === '~') return directory
  if (directory.startsWith('~/')) return directory === '~/' ? directory : `~/${quoteArguments([directory.slice(2)])}`
  return quoteArguments([directory])
}

type Option = string | number | null | undefined

function recordOptions(request: LaunchRequest): string[] {
  const { calibration, until, window, granularities } = request
  const command = calibration?.command ?? null
  return [
    ...option('tool', request.tools.join(',')),
    ...option('engine', request.engine),
    ...option('rate', request.rate),
    ...option('tolerance', request.tolerance),
    ...option('granularity', granularities?.join(',') ?? request.granularity),
    ...option('window', window == null ? null : `${window.on}/${window.off}`),
    ...option('scope', request.scope),
    ...option('spatial-threshold', request.spatialThreshold),
    ...(request.processWide === true ? ['--process-wide'] : []),
    ...(request.byObject === true ? ['--by-object'] : []),
    ...option('value-profile', request.valueProfile),
    ...option('value-table', request.valueTable),
    ...(request.valueClearing === false ? ['--no-clearing'] : []),
    ...(calibration === undefined ? [] : ['--calibrate']),
    ...option('calibrate-with', command === null ? null : quoteArguments(command)),
    ...option('follow', request.follow),
    ...option('runs', request.runs),
    ...(request.keepOutput === true ? ['--keep-output'] : []),
    ...option('duration', request.duration),
    ...option('until', until == null ? null : `ci=${until}`),
    ...option('output', request.output),
  ]
}

function validateOptions(request: LaunchRequest, { periods, registers, seeds }: NonNullable<LaunchRequest['validation']>): string[] {
  return [
    ...option('tool', request.tools.join(',')),
    ...option('period', periods.join(',')),
    ...option('registers', registers.join(',')),
    ...option('seeds', seeds),
    ...option('granularity', request.granularities?.[0]),
    ...option('tolerance', request.tolerance),
    ...option('output', request.output),
  ]
}

function option(name: string, value: Option): string[] {
  return value == null ? [] : [`--${name}`, String(value)]
}
