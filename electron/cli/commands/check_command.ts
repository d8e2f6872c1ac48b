/** `hagstone check`: fails a build whose program wastes more than before, or more than a limit. */
import { writeFileSync } from 'node:fs'
import type { Normalisation } from '../../../shared/comparison.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { checkFindings, checkLimits, checkRises, type Check } from '../../check/check_runs.ts'
import { checkText } from '../../check/check_text.ts'
import { junitXml } from '../../check/junit.ts'
import { sarifLog } from '../../check/sarif.ts'
import { exitStatus, Failure, messageOf } from '../../failure.ts'
import { findingsOf } from '../../report/findings/findings.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { choice, onlyArgument, parseArguments, shareOf, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { comparedTools, normalisations, openComparison, requireNormalisation } from './compare_command.ts'
import { withProfiles, type TwoProfiles } from '../two_profiles.ts'
import { sourceLines } from '../source_lines.ts'
import { print, terminalWidth } from '../terminal.ts'

const defaultThreshold = 0.05
const defaultFindingShare = 0.01

const help = `hagstone check NEW --baseline OLD [OPTIONS]
hagstone check NEW --max TOOL=SHARE [OPTIONS]

Fails a build if a program wastes more than before, or more than a limit. A rise counts when it is
beyond the noise of both runs and above the threshold. Prints a table for the build's log.

  --baseline OLD   profile of the run to compare with, e.g. of the main branch
  --threshold P    allowed rise of a tool's waste, as a share of the old run's (default 5%)
  --pairs          also fail if a single pair rises that much
  --new-findings   also fail on a finding that the baseline does not have
  --finding-share P  share of the run above which a new finding counts (default 1%)
  --max TOOL=P     largest fraction of waste allowed, e.g. dead-stores=20%; repeat it for other tools
  --tool T         check one of the tools that both runs have (default: all of them)
  --normalise N    run | accesses | time (default run): amounts as recorded, per access, per CPU time
  --sarif FILE     write the results as SARIF 2.1.0, for code-review tools
  --junit FILE     write the checks as JUnit XML, for build servers
  --help

Exit status: 0 all checks passed, 1 a check failed, 2 usage error or incomparable runs,
3 not possible on this machine, 4 a file is missing or invalid.
`

export const checkCommand: Command = {
  name: 'check',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(checkCommand, {
      args: commandArguments,
      options: {
        baseline: { type: 'string' },
        threshold: { type: 'string' },
        pairs: { type: 'boolean' },
        'new-findings': { type: 'boolean' },
        'finding-share': { type: 'string' },
        max: { type: 'string', multiple: true },
        tool: { type: 'string' },
        normalise: { type: 'string' },
        sarif: { type: 'string' },
        junit: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const file = onlyArgument(checkCommand, positionals, 'profile')
    if (values.baseline === undefined && values.max === undefined)
      throw wrongUse(checkCommand, 'There is nothing to check against: give --baseline OLD or --max TOOL=SHARE')
    const threshold = values.threshold === undefined ? defaultThreshold : shareOf(values.threshold)
    if (Number.isNaN(threshold)) throw wrongUse(checkCommand, `--threshold ${values.threshold}: give a share, e.g. 5% or 0.05`)
    const findingShare = values['finding-share'] === undefined ? defaultFindingShare : shareOf(values['finding-share'])
    if (Number.isNaN(findingShare)) throw wrongUse(checkCommand, `--finding-share ${values['finding-share']}: give a share, e.g. 1% or 0.01`)
    if (values['finding-share'] !== undefined && values['new-findings'] !== true) throw wrongUse(checkCommand, '--finding-share is for --new-findings')
    const normalisation = values.normalise === undefined ? ('run' as const) : choice(checkCommand, 'normalise', values.normalise, normalisations)
    const limits = (values.max ?? []).map(limitOf)
    const [ofBaseline] = (['threshold', 'pairs', 'new-findings', 'tool', 'normalise'] as const).filter((name) => values[name] !== undefined)
    if (values.baseline === undefined && ofBaseline !== undefined)
      throw wrongUse(checkCommand, `--${ofBaseline} is for --baseline OLD; --max looks at the new run alone`)
    const {
      checks,
      profile: { run, files },
    } =
      values.baseline === undefined
        ? opened(file, (profile) => ({ checks: limitChecks(profile, limits), profile }))
        : await withBaseline(values.baseline, file, {
            threshold,
            normalisation,
            pairsFail: values.pairs === true,
            findingShare: values['new-findings'] === true ? findingShare : null,
            tool: values.tool,
            limits,
          })
    // A build must not pass because nothing was measured.
    if (checks.length === 0)
      throw new Failure(
        exitStatus.wrongUse,
        'There is nothing to check: no tool that both runs recorded found waste or use; record longer, or with another --tool.',
      )
    if (values.sarif !== undefined) write(values.sarif, `${JSON.stringify(sarifLog(checks, run), null, 2)}\n`)
    if (values.junit !== undefined) write(values.junit, junitXml(checks, run))
    print(checkText(checks, run.unit, files, terminalWidth()))
    return checks.some(({ failed }) => failed) ? exitStatus.failure : 0
  },
}

interface Limit {
  tool: string
  most: number
}
interface Checked {
  checks: Check[]
  profile: Pick<Profile, 'run' | 'files'>
}

function withBaseline(
  old: string,
  recent: string,
  {
    tool,
    limits,
    findingShare,
    ...options
  }: { threshold: number; normalisation: Normalisation; pairsFail: boolean; findingShare: number | null; tool: string | undefined; limits: Limit[] },
): Promise<Checked> {
  return withProfiles({ old, new: recent }, (profiles) => {
    const runs = comparable(() => openComparison(profiles))
    requireNormalisation(checkCommand, runs, options.normalisation)
    return {
      checks: [
        ...checkRises(runs, { ...options, tools: comparedTools(checkCommand, runs, tool) }),
        ...limitChecks(profiles.new.profile, limits),
        ...newFindingChecks(profiles, findingShare),
      ],
      profile: profiles.new.profile,
    }
  })
}

/** All of them: a small one in one run may be large in the other. */
const ALL_FINDINGS = 1000

/** @param share null: findings are not checked */
function newFindingChecks(profiles: TwoProfiles, share: number | null): Check[] {
  if (share === null) return []
  const [old, recent] = [profiles.old, profiles.new].map(({ path, profile }) =>
    findingsOf(profile, { top: ALL_FINDINGS, lineText: sourceLines({ profile, path }) }),
  )
  return [checkFindings(old!, recent!, share)]
}

/** Status 1 is for checks that failed. */
function comparable<T>(compare: () => T): T {
  try {
    return compare()
  } catch (error) {
    if (error instanceof RpcError && error.code === 'refused') throw new Failure(exitStatus.wrongUse, error.message)
    throw error
  }
}

/** "dead-stores=20%". */
function limitOf(text: string): Limit {
  const [tool, share = '', ...others] = text.split('=')
  const most = shareOf(share)
  if (!(most <= 1) || others.length > 0) throw wrongUse(checkCommand, `--max ${text}: give a tool and a share up to 100%, e.g. dead-stores=20%`)
  return { tool: tool!, most }
}

/** They do not separate waste from use, so a limit could not be exceeded. */
const withoutFraction: readonly Tool[] = ['reuse-distance', 'values']

function limitChecks(profile: Profile, limits: Limit[]): Check[] {
  const limited = limits.map(({ tool, most }): [Tool, number] => [choice(checkCommand, 'max', tool, profile.run.tools), most])
  const [unlimited] = limited.find(([tool]) => withoutFraction.includes(tool)) ?? []
  if (unlimited !== undefined) throw wrongUse(checkCommand, `--max ${unlimited}: this tool has no fraction of waste to limit`)
  return checkLimits(profile, new Map(limited))
}

function opened<T>(path: string, act: (profile: Profile) => T): T {
  const { profile, close } = openProfile(path)
  try {
    return act(profile)
  } finally {
    close()
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure(exitStatus.badFile, `${path} cannot be written (${messageOf(error)}); choose another place.`)
  }
}
