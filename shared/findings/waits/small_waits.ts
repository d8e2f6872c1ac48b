/** Waits of one kind with little of the run each, which together may be much: one line instead of one for each place. */
import { costInterval, type RunCost } from '../../metrics/run_cost.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import type { Site } from './site_finder.ts'
import type { ThreadTimes } from './thread_times.ts'
import type { Wait, WaitPlace, WaitThread } from './wait.ts'
import { isPaidOnce, waitWords, type WaitSurroundings } from './wait_words.ts'

/** Of the run: less is gathered with others. */
export const SMALL = 0.03
const FEWEST_PLACES = 3

export interface SmallSite {
  site: Site
  /** Its position among all sites. */
  at: number
  shareOfRun: number
}

interface Surroundings {
  cost: RunCost
  /** Null: times by thread are not known. */
  times: ThreadTimes | null
  /** Share of the run below which nothing is listed. */
  least: number
  surroundings: WaitSurroundings
}

/** @returns the waits, and the sites that are in none */
export function gatherSmall(
  { functions, files }: Pick<ProfileTables, 'functions' | 'files'>,
  small: readonly SmallSite[],
  { cost, times, least, surroundings }: Surroundings,
): { waits: Wait[]; left: SmallSite[] } {
  const ofKinds = Map.groupBy(
    small.filter(({ site }) => !isPaidOnce(site)),
    ({ site }) => site.kind,
  )
  const gathered = new Set<SmallSite>()
  const waits = [...ofKinds].flatMap(([kind, unsorted]): Wait[] => {
    const shareOfRun = unsorted.reduce((sum, each) => sum + each.shareOfRun, 0)
    if (unsorted.length < FEWEST_PLACES || shareOfRun < least) return []
    for (const each of unsorted) gathered.add(each)
    const sites = [...unsorted].sort((a, b) => b.shareOfRun - a.shareOfRun)
    const amount = sites.reduce((sum, { site }) => sum + site.amount, 0)
    const observations = sites.reduce((sum, { site }) => sum + site.observations, 0)
    const placeOf = ({ site, shareOfRun }: SmallSite): WaitPlace => {
      const region = functions[site.region]
      const [file, line] = kind === 'region-end' && region !== undefined ? [region.file, region.line] : [site.file, site.line]
      return { function: functions[site.functionIndex]?.name ?? null, file: files[file] ?? null, line: line > 0 ? line : null, call: site.call, shareOfRun }
    }
    const described = {
      kind,
      function: null,
      file: null,
      line: null,
      library: null,
      region: null,
      call: null,
      amount,
      shareOfRun,
      interval: costInterval(amount, cost.measure === 'cpu-time' ? observations : null, cost),
      threads: times === null ? [] : sumsOfThreads(sites.map(({ site, at }) => times.threadsOf(at, site.region, surroundings.numbers))),
      imbalance: null,
      places: sites.map(placeOf),
    }
    return [{ ...described, ...waitWords({ ...described, gain: 0 }, surroundings) }]
  })
  return { waits, left: small.filter((each) => !gathered.has(each)) }
}

function sumsOfThreads(sites: ReadonlyArray<readonly WaitThread[]>): WaitThread[] {
  const sums = new Map<number, WaitThread>()
  for (const each of sites.flat()) {
    const known = sums.get(each.thread)
    if (known === undefined) sums.set(each.thread, { ...each, work: null })
    else {
      known.waiting += each.waiting
      known.share += each.share
    }
  }
  return [...sums.values()].filter(({ waiting }) => waiting > 0).sort((a, b) => b.waiting - a.waiting || a.thread - b.thread)
}
