/** Chooses the engine and the watchpoints' transport from the self-tests, or reports the obstacle. */
import { capitalized } from '../../../shared/names/capitalized.ts'
import type { Engine } from '../../../shared/run.ts'
import type { EngineReport, Remedy } from '../../../shared/rpc/host.ts'
import { Failure, exitStatus } from '../../failure.ts'
import { toolsOf } from '../../../shared/tools.ts'
import type { SamplingOptions } from '../options.ts'
import { perfObstacle } from './perf_obstacles.ts'
import { obstacleText, remedyOf, remedyText, type Obstacle } from './obstacle.ts'
import type { PmuReport, ProbeReport } from './probe.ts'
import type { TracerReport } from '../tracer.ts'

/** An engine, and why it and no better one; one sentence, which also says how to get a better one. */
export interface ChosenEngine {
  engine: Engine
  reason: string
}
export interface EngineChoice extends ChosenEngine {
  engine: SamplingEngine
  transport: 'sigtrap' | 'async' | 'tracer'
}
type SamplingEngine = 'software' | 'pebs' | 'ibs'

/** The results of the self-tests on this machine. */
export interface Machine {
  probe: ProbeReport
  /** Null: not tested, because watchpoints work without it. */
  tracer: TracerReport | null
}

/** The exhaustive engine is never chosen among the samplers: the user names it. */
interface Wanted {
  engine: SamplingEngine | 'auto'
  transport: SamplingOptions['transport']
}

/** Throws Failure 125 for the exhaustive engine, which samples nothing. */
export function wantedSampling({ engine, transport }: SamplingOptions): Wanted {
  if (engine === 'exhaustive')
    throw new Failure(exitStatus.recordFailure, 'The exhaustive engine records programs from their start only; start the program by hagstone record.')
  return { engine, transport }
}

const pmuEngines = ['pebs', 'ibs'] as const
const pmuNames = { pebs: "Intel's precise events (pebs)", ibs: "AMD's instruction-based sampling (ibs)" } as const
const transportWords = {
  sigtrap: 'watchpoints trap synchronously',
  async: 'watchpoints are reported by O_ASYNC signals',
  tracer: 'watchpoints are set by a tracer',
} as const

/** Throws Failure 125 with the first obstacle if the requested engine cannot record here. */
export function chooseEngine(machine: Machine, wanted: Wanted): EngineChoice {
  const choice = tryEngine(machine, wanted)
  if ('problem' in choice) throw new Failure(exitStatus.recordFailure, obstacleText(choice))
  return choice
}

/** `auto` takes the first engine that passed its self-test: pebs or ibs, then software by perf, then by the tracer. */
export function tryEngine(machine: Machine, wanted: Wanted): EngineChoice | Obstacle {
  switch (wanted.engine) {
    case 'pebs':
    case 'ibs':
      return tryPmu(machine, wanted.engine, wanted.transport)
    case 'software':
      return trySoftware(machine, wanted.transport, ', as requested')
    case 'auto':
      for (const engine of pmuEngines) {
        const choice = tryPmu(machine, engine, wanted.transport)
        if ('engine' in choice) return choice
      }
      return trySoftware(machine, wanted.transport, `: ${whyNoPmu(machine.probe)}`)
  }
}

/** Watchpoints work by perf's events, so the tracer need not be tested. */
export function perfWorks(probe: ProbeReport): boolean {
  return perfObstacle(probe, [probe.watchpointSigtrap, probe.watchpointAsync]) === null
}

/** Every engine of this program, the best first. */
export function engineReports(machine: Machine): EngineReport[] {
  const software = tryEngine(machine, { engine: 'software', transport: 'auto' })
  return [
    ...pmuEngines.map((engine): EngineReport => {
      const choice = tryPmu(machine, engine, 'auto')
      if ('engine' in choice) return { engine, works: true, reason: choice.reason, remedy: null, tools: [...toolsOf('sampling')] }
      return { engine, works: false, reason: `${choice.problem}.`, ...pmuRemedy(machine.probe[engine]), tools: [...toolsOf('sampling')] }
    }),
    'engine' in software
      ? {
          engine: 'software',
          works: true,
          reason: `Samples by CPU time; ${transportWords[software.transport]}.`,
          remedy: null,
          tools: [...toolsOf('sampling')],
        }
      : { engine: 'software', works: false, reason: `${software.problem}.`, ...remedyOf(software), tools: [...toolsOf('sampling')] },
  ]
}

function tryPmu({ probe }: Machine, engine: 'pebs' | 'ibs', transport: Wanted['transport']): EngineChoice | Obstacle {
  const pmu = probe[engine]
  if (pmu === undefined || pmu.selfTest !== 'passed')
    return {
      problem: `${capitalized(pmuNames[engine])} cannot sample here: ${pmuReason(pmu)}`,
      ...(pmu?.remedy == null ? { remedy: 'use --engine software, which needs no hardware counters' } : { ...pmuRemedy(pmu), remedy: pmu.remedy }),
    }
  const chosen = perfTransports(transport).find((name) => attempts(probe)[name].fires)
  if (chosen === undefined)
    return (
      perfObstacle(
        probe,
        perfTransports(transport).map((name) => attempts(probe)[name]),
      ) ?? { problem: `--transport ${transport} cannot serve the engine ${engine}`, remedy: 'use --transport auto' }
    )
  return { engine, transport: chosen, reason: `${engine} engine: ${pmuNames[engine]} passed the self-test; ${transportWords[chosen]}.` }
}

function trySoftware(machine: Machine, transport: Wanted['transport'], whyThisEngine: string): EngineChoice | Obstacle {
  const { probe } = machine
  const chosen = perfTransports(transport).find((name) => attempts(probe)[name].fires)
  const obstacle =
    transport === 'tracer'
      ? null
      : perfObstacle(
          probe,
          perfTransports(transport).map((name) => attempts(probe)[name]),
        )
  const choice = (name: EngineChoice['transport'], whyNotFaster: string): EngineChoice => ({
    engine: 'software',
    transport: name,
    reason: `software engine${whyThisEngine}; ${transportWords[name]}${whyNotFaster}.`,
  })
  if (obstacle === null && chosen !== undefined) return choice(chosen, chosen === 'async' ? whyNotSigtrap(probe) : '')
  if (transport !== 'auto' && transport !== 'tracer')
    return obstacle ?? { problem: `--transport ${transport} does not work here`, remedy: 'use --transport auto' }
  if (machine.tracer?.works === true)
    return choice(
      'tracer',
      obstacle === null ? ', as was asked' : `, which costs more, since ${uncapitalised(obstacle.problem)}; to do without it ${remedyText(obstacle)}`,
    )
  if (obstacle === null)
    return {
      problem: capitalized(machine.tracer?.problem ?? 'the tracer was not tried'),
      ...(machine.tracer === null ? { remedy: 'use --transport auto' } : remedyOf(machine.tracer)),
    }
  // One cause, of both: said once.
  return machine.tracer === null || machine.tracer.remedy === obstacle.remedy
    ? obstacle
    : { problem: `${obstacle.problem}, and a tracer does not work either: ${machine.tracer.problem}`, ...remedyOf(obstacle) }
}

function perfTransports(transport: Wanted['transport']): Array<'sigtrap' | 'async'> {
  if (transport === 'auto') return ['sigtrap', 'async']
  return transport === 'tracer' ? [] : [transport]
}

function attempts(probe: ProbeReport): { sigtrap: ProbeReport['watchpointSigtrap']; async: ProbeReport['watchpointAsync'] } {
  return { sigtrap: probe.watchpointSigtrap, async: probe.watchpointAsync }
}

function whyNotSigtrap({ watchpointSigtrap }: ProbeReport): string {
  if (watchpointSigtrap.fires) return ', as was asked'
  return watchpointSigtrap.opens
    ? ', since synchronous ones never fire here'
    : `, since the kernel refuses synchronous ones (${watchpointSigtrap.errno ?? 'no error'}; Linux 5.13 and newer have them)`
}

function whyNoPmu(probe: ProbeReport): string {
  const tried = pmuEngines.map((engine) => probe[engine]).find((pmu) => pmu?.available)
  if (tried !== undefined) return `hardware sampling cannot be used (${pmuReason(tried)})`
  const remedy = pmuEngines.map((engine) => remedyText(pmuRemedy(probe[engine]))).find((text) => text !== '')
  const without = probe.hardwareCounters.fires
    ? 'this version does not support sampling of data addresses on this processor'
    : 'this machine offers no hardware counters'
  return remedy === undefined ? without : `${without} (for these ${remedy})`
}

function pmuRemedy(pmu: PmuReport | undefined): Remedy {
  const { remedy = null, command = null } = pmu ?? {}
  return command === null ? { remedy } : { remedy, command }
}

function pmuReason(pmu: PmuReport | undefined): string {
  return pmu === undefined ? 'the self-test does not support such events' : uncapitalised(pmu.reason.replace(/\.$/, ''))
}

/** Only translate words: names like CAP_PERFMON and perf_event_open stay. */
function uncapitalised(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
