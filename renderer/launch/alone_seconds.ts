import type { RecentRun } from '../../shared/rpc/host.ts'
import type { LaunchDraft } from './launch_draft.ts'
import { parseArguments } from '../../shared/names/command_line.ts'

/** Seconds of CPU time that the same command took when it was last recorded by samples; null where no run is remembered. */
export function knownAloneSeconds(
  { program, argumentLine }: Pick<LaunchDraft, 'program' | 'argumentLine'>,
  recent: readonly RecentRun[] | null,
): number | null {
  const command = [program.trim(), ...(parseArguments(argumentLine).arguments ?? [])].join(' ')
  return (recent ?? []).find((run) => run.title === command && run.cpuSeconds !== undefined)?.cpuSeconds ?? null
}
