/** `hagstone doctor`: what this machine can do, which engine works, and the exact remedy for those that do not. */
import type { DoctorCheck, DoctorReport, EngineReport } from '../../shared/rpc/host.ts'
import { messageOf } from '../failure.ts'
import { platformObstacle } from '../platform.ts'
import { engineReports, tryEngine } from '../record/machine/engine.ts'
import { obstacleText, remedyOf, remedyText } from '../record/machine/obstacle.ts'
import type { Machine } from '../record/machine/engine.ts'
import { exhaustiveEngineReport } from '../record/exhaustive/engine_report.ts'
import { probeMachine } from '../record/machine/probe.ts'
import { checkTracer } from '../record/tracer.ts'
import { installationChecks } from './installation_checks.ts'
import { withoutPrivateData, type KnownDirectory } from './private_data.ts'
import { samplerChecks } from './sampler_checks.ts'
import { systemChecks } from './system_checks.ts'

/** Runs every check; none of them fails the others. */
export async function examineMachine(): Promise<DoctorReport> {
  const exhaustive = exhaustiveEngineReport()
  try {
    const [probe, tracer] = await Promise.all([probeMachine(), checkTracer()])
    return report({ probe, tracer }, null, await exhaustive)
  } catch (error) {
    return report(null, messageOf(error), await exhaustive)
  }
}

/** The report on the self-tests; null with the reason if those of the sampling engines could not run. */
export function report(machine: Machine | null, failure: string | null, exhaustive: EngineReport): DoctorReport {
  const choice = machine === null ? null : tryEngine(machine, { engine: 'auto', transport: 'auto' })
  const selfTest: DoctorCheck[] =
    failure === null || platformObstacle() !== null
      ? []
      : [{ id: 'self-test', title: 'Self-test', status: 'fails', detail: failure, remedy: 'build it again', command: 'npm run build:native' }]
  return {
    schema: 'hagstone.doctor/1',
    engine: choice !== null && 'engine' in choice ? choice.engine : null,
    engineReason: choice === null ? (failure ?? '') : 'engine' in choice ? choice.reason : obstacleText(choice),
    engines: [...(machine === null ? [] : engineReports(machine)), exhaustive],
    checks: [...systemChecks(), ...selfTest, ...(machine === null ? [] : samplerChecks(machine)), ...installationChecks()],
  }
}

/** At most two lines per check: the result, and the remedy. */
export function doctorText(report: DoctorReport): string {
  const rows = [...report.checks, ...engineRows(report)]
  const width = Math.max(...rows.map((row) => row.title.length))
  const lines = rows.flatMap(({ title, status, detail, ...lifted }) => [
    `${status.padEnd(7)}  ${title.padEnd(width)}  ${detail}`,
    ...(lifted.remedy === null ? [] : [`${' '.repeat(9 + width)}  → ${remedyText(lifted)}`]),
  ])
  return [...lines, '', verdict(report)].join('\n')
}

/**
 * A section for a bug report: verdict and checks as Markdown, without private data (private_data.ts).
 * @param known directories that are shown by a name
 */
export function doctorMarkdown(report: DoctorReport, version: string, known: KnownDirectory[]): string {
  const cell = (text: string): string => withoutPrivateData(text, known).replaceAll('|', '\\|')
  return [
    `### Hagstone ${version}`,
    '',
    cell(verdict(report)),
    '',
    '| check | status | found | remedy |',
    '|---|---|---|---|',
    ...[...report.checks, ...engineRows(report)].map(
      ({ title, status, detail, remedy, command }) =>
        `| ${cell(title)} | ${status} | ${cell(detail)} | ${cell(remedy ?? '')}${command === undefined ? '' : `: \`${cell(command)}\``} |`,
    ),
  ].join('\n')
}

/** A failing engine is only a limit: `auto` takes another. */
function engineRows({ engines = [] }: DoctorReport): Array<Omit<DoctorCheck, 'id'>> {
  return engines.map(({ engine, works, reason, tools, ...lifted }) => ({
    title: `Engine ${engine}`,
    status: works ? 'works' : 'limited',
    detail: works ? `${reason} Tools: ${tools.join(', ')}.` : reason,
    ...remedyOf(lifted),
  }))
}

function verdict({ engine, engineReason, engines = [] }: DoctorReport): string {
  if (engine !== null) return `Recording works: ${engineReason}`
  const exhaustive = engines.some((candidate) => candidate.engine === 'exhaustive' && candidate.works)
  return exhaustive ? `Sampling does not work here: ${engineReason} record --engine exhaustive works.` : `Recording does not work here: ${engineReason}`
}
