/** Comparisons of profiles drawn at random: everything can be compared and checked, and no number is nonsense. */
import { expect, it } from 'vitest'
import { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { incomparable } from '../../../shared/compare/run_evidence.ts'
import type { FlatLevel } from '../../../shared/comparison.ts'
import { checkFindings, checkLimits, checkRises } from '../../check/check_runs.ts'
import { checkText } from '../../check/check_text.ts'
import { junitXml } from '../../check/junit.ts'
import { sarifLog } from '../../check/sarif.ts'
import { sarifErrors } from '../../check/sarif_schema.testing.ts'
import { anyProfile, eachSeed, withoutPairs } from '../../profile/any_profile/any_profile.testing.ts'
import { Dice } from '../../profile/any_profile/dice.testing.ts'
import { requireSense, requireSound } from '../../profile/any_profile/sound.testing.ts'
import { ComparisonQueries } from '../../services/query/comparison_queries.ts'
import { TreeView } from '../../services/query/trees/tree_view.ts'
import { long } from '../../../scripts/test/long.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import { findingsOf } from '../findings/findings.ts'
import { buildComparison } from './build_comparison.ts'
import { comparisonText, COMPARISON_VIEWS } from './comparison_text.ts'

const LEVELS: FlatLevel[] = ['function', 'module', 'file', 'loop', 'line']
const paths = { old: 'old.hagstone', new: 'new.hagstone' }

function compareEverything(old: Profile, recent: Profile, dice: Dice): ReturnType<typeof buildComparison> {
  const runs = new ComparedRuns({ old, new: recent }, () => null)
  const normalisation = dice.oneOf(runs.normalisations())
  const options = { tools: runs.tools, normalisation, by: dice.oneOf(LEVELS), direction: dice.oneOf(['all', 'wins', 'losses'] as const), top: 20 }
  const report = buildComparison(runs, recent, paths, options)
  requireSound(report, 'comparison')
  for (const view of COMPARISON_VIEWS) if (view !== 'values') requireSense(comparisonText(report, runs, recent, { view, top: 10, width: 80 }), `${view} text`)
  const checks = [
    ...checkRises(runs, { tools: runs.tools, normalisation, threshold: dice.oneOf([0, 0.05]), pairsFail: dice.once(2) }),
    checkFindings(findingsOf(old), findingsOf(recent), 0.01),
    ...checkLimits(recent, new Map(recent.run.tools.map((tool) => [tool, 0.2]))),
  ]
  requireSense(checkText(checks, recent.run.unit, recent.files, 80), 'check')
  requireSense(junitXml(checks, recent.run), 'junit')
  const log = sarifLog(checks, recent.run)
  requireSound(log, 'sarif')
  const errors = sarifErrors(log)
  if (errors.length > 0) throw new Error(errors.join('; '))
  const queries = new ComparisonQueries({ old: { path: 'old', profile: old }, new: { path: 'new', profile: recent } }, () => null)
  requireSound(queries.summary(1), 'summary')
  for (const tool of runs.tools) {
    for (const kind of ['top-down', 'bottom-up', 'flat'] as const) {
      const { model } = queries.model(kind, tool, normalisation)
      const view = new TreeView(model, {
        column: 'wasteInclusive',
        descending: true,
        side: dice.oneOf(['old', 'new', 'change', 'relative', 'impact'] as const),
      })
      if (view.rowCount > 0) view.expand(0, true, true)
      requireSound(view.window(0, 2000), `${kind} tree`)
    }
    const filter = { wastefulOnly: false, status: null, direction: 'all', search: '', regularExpression: false } as const
    requireSound(
      queries.pairs(
        tool,
        normalisation,
        filter,
        { column: dice.oneOf(['impact', 'wasteRelative', 'shareChange'] as const), descending: true },
        { start: 0, count: 2000 },
      ),
      'pairs',
    )
    requireSound(queries.objects(tool, normalisation, { column: 'impact', descending: true }, 0, 100), 'objects')
    for (const table of ['pairs', 'functions', 'objects'] as const)
      requireSense(queries.table({ tool, normalisation, table, format: dice.oneOf(['csv', 'markdown'] as const) }), table)
  }
  requireSound(
    queries.findings((side) => findingsOf(side === 'old' ? old : recent)),
    'findings',
  )
  return report
}

function compare(seed: number): void {
  const dice = new Dice(seed)
  const kind = dice.once(2) ? 'sampled' : 'counted'
  const drawn = anyProfile(2 * seed, kind)
  const other = anyProfile(2 * seed + 1, kind)
  if (incomparable(drawn.profile.run, other.profile.run) === null) compareEverything(drawn.profile, other.profile, dice)
  const some = withoutPairs(drawn, () => dice.once(2))
  compareEverything(drawn.profile, some.profile, dice)
  compareEverything(some.profile, drawn.profile, dice)
  const { findings, pairs } = compareEverything(drawn.profile, drawn.profile, dice)
  expect(findings.findings.map(({ status }) => status).filter((status) => status !== 'unchanged')).toEqual([])
  expect(pairs.filter(({ status, waste }) => status !== 'unchanged' || waste.change !== 0)).toEqual([])
}

it('is compared with another, with a part of itself, and with itself', () => eachSeed(25, compare))

it('is compared, of thousands', long, () => eachSeed(2000, compare))
