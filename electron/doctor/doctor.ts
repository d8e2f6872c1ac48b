/** `hagstone doctor`: what this machine can do, which engine works, and the exact remedy for what does not. */
import type { DoctorCheck, DoctorReport } from '../../shared/rpc/contract.ts'
import { messageOf } from '../failure.ts'
import { tryEngine } from '../record/engine.ts'
import { probeMachine } from '../record/probe.ts'
import type { ProbeReport } from '../record/probe.ts'
import { installationChecks } from './installation_checks.ts'
import { samplerChecks } from './sampler_checks.ts'
import { systemChecks } from './system_checks.ts'

/** Runs every check; none of them fails the others. */
export async function examineMachine(): Promise<DoctorReport> {
  try {
    return report(await probeMachine(), null)
  } catch (error) {
    return report(null, messageOf(error))
  }
}

/** The report for what the probe found; null with the reason when it could not run. */
export function report(probe: ProbeReport | null, probeFailure: string | null): DoctorReport {
  const choice = probe === null ? null : tryEngine(probe, { transport: 'auto' })
  const selfTest: DoctorCheck[] = probeFailure === null ? [] : [{ id: 'self-test', title: 'Self-test', status: 'fails', detail: probeFailure, remedy: 'npm run build:native' }]
  return {
    schema: 'hagstone.doctor/1',
    engine: choice !== null && 'engine' in choice ? choice.engine : null,
    engineReason: choice === null ? (probeFailure ?? '') : 'engine' in choice ? choice.reason : `${choice.problem}; ${choice.remedy}.`,
    checks: [...systemChecks(), ...selfTest, ...(probe === null ? [] : samplerChecks(probe)), ...installationChecks()],
  }
}

/** Two lines per check at most: what was found, and the remedy. */
export function doctorText(report: DoctorReport): string {
  const width = Math.max(...report.checks.map((check) => check.title.length))
  const lines = report.checks.flatMap(({ title, status, detail, remedy }) => [
    `${status.padEnd(7)}  ${title.padEnd(width)}  ${detail}`,
    ...(remedy === null ? [] : [`${' '.repeat(9 + width)}  → ${remedy}`]),
  ])
  return [...lines, '', verdict(report)].join('\n')
}

/**
 * A section for a bug report: verdict and checks as Markdown, without the user's name in paths.
 * @param homeDirectory shown as ~; '' or '/' hides nothing
 */
export function doctorMarkdown(report: DoctorReport, version: string, homeDirectory: string): string {
  const own = homeDirectory.length > 1 ? homeDirectory : null
  const cell = (text: string): string => (own === null ? text : text.replaceAll(own, '~')).replaceAll('|', '\\|')
  return [
    `### Hagstone ${version}`,
    '',
    cell(verdict(report)),
    '',
    '| check | status | found | remedy |',
    '|---|---|---|---|',
    ...report.checks.map(({ title, status, detail, remedy }) => `| ${cell(title)} | ${status} | ${cell(detail)} | ${remedy === null ? '' : `\`${cell(remedy)}\``} |`),
  ].join('\n')
}

function verdict({ engine, engineReason }: DoctorReport): string {
  return engine === null ? `Recording does not work here: ${engineReason}` : `Recording works: ${engineReason}`
}
