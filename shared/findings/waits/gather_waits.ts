/** Gathers the waiting of a run by the place in the program that waits, with the work of the region around it by thread. */
import { costInterval, type RunCost } from '../../metrics/run_cost.ts'
import { baseName } from '../../profile/frames.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { processKey, processNames, threadNumbers } from '../../profile/thread_numbers.ts'
import type { RegionWork } from '../../run.ts'
import type { ChargedPlaces } from '../charged_places.ts'
import { elapsedCost, exactSaving, gainOfEvenShares, gainOfSaving, NO_GAIN, savingOf, type Gain } from './even_shares.ts'
import { idleThreads } from './idle_threads.ts'
import { weightOf } from './leading_waits.ts'
import { countedRankPaths, rankPaths } from './rank_paths.ts'
import { serialCode } from './serial_code.ts'
import { SiteFinder, type Site } from './site_finder.ts'
import { gatherSmall, SMALL } from './small_waits.ts'
import { exactImbalance, lostOf, teamsOf, ThreadTimes, type Thread } from './thread_times.ts'
import { UnevenWork } from './uneven_work.ts'
import type { Imbalance, SerialCode, Wait, WaitCause, WaitKind, WaitThread } from './wait.ts'
import { waitWords } from './wait_words.ts'

/** Less of the run is not listed. */
const LEAST_SHARE = 0.01
const MOST_WAITS = 20
/** Of the CPU time of a process: its other threads are those of libraries, and sleep. */
const ALONE = 0.97

/** Threads meet there: the last one to arrive is the one that the others wait for. */
const MEETINGS = new Set<WaitKind>(['region-end', 'barrier', 'latch', 'message'])

type Gathered = Pick<ProfileTables, 'run' | 'counters' | 'nodes' | 'functions' | 'files' | 'modules' | 'threads' | 'cpuTimes' | 'trace' | 'traceAxis'>

/** @param schedule the schedule that the source of a region's directive names; null: not known @returns largest first; none where nothing waited, or that is not known */
export function gatherWaits(
  profile: Gathered,
  places: ChargedPlaces,
  cost: RunCost | null,
  schedule: (file: string, line: number) => string | null = () => null,
): Wait[] {
  if (cost === null || cost.waiting === undefined || (cost.waiting === 0 && profile.threads.length < 2)) return []
  const sites = new SiteFinder(profile, places)
  cost.node.forEach((node, row) => {
    if (node >= 0 && cost.waits[row] === 1) sites.add(node, cost.own[row]!, cost.observations[row]!)
  })
  const times = cost.measure === 'cpu-time' && profile.trace.length > 0 ? new ThreadTimes(profile, sites) : null
  const work = times === null ? null : new UnevenWork(profile)
  const numbers = threadNumbers(profile.threads)
  const processes = processNames(profile.threads)
  const executed = new Map((cost.measure === 'instructions' ? (profile.run.regionWork ?? []) : []).map((region) => [region.function, region]))
  const job = times !== null ? rankPaths(profile, times) : cost.measure === 'instructions' ? countedRankPaths(profile) : null
  const elapsed = job !== null && times === null ? job.longest : elapsedCost(profile, cost, job === null ? 0 : job.ranks)
  const imbalanceOf = (region: number): Imbalance | null => (times === null ? exactImbalance(executed.get(region), profile.threads) : times.imbalanceOf(region))
  // A region may have several barriers, and its shares are of all code between them.
  const gainOf = ({ kind, region }: Site, imbalance: Imbalance | null): Gain => {
    if (imbalance === null || elapsed === null || kind !== 'region-end') return NO_GAIN
    if (times !== null) {
      if (!imbalance.certain) return NO_GAIN
      const teams = times.sharedWork(region)
      if (job !== null) return job.gainOfThreads(teams.map(savingOf), elapsed)
      return gainOfSaving(savingOf(teams.find(({ busiest }) => busiest === imbalance.busiest)!), elapsed)
    }
    if (job !== null)
      return job.gainOfThreads(
        teamsOf(executed.get(region)!.threads, profile.threads).map((team) => exactSaving(team, profile.threads)),
        elapsed,
      )
    return gainOfEvenShares(imbalance, executed.get(region)!.threads.find(([thread]) => thread === imbalance.busiest)![1], elapsed)
  }
  if (times !== null) for (const region of times.regions()) sites.addRegion(region)
  const surroundings = { numbers, processes, aloneThreads: aloneInProcess(profile.threads), files: profile.files, sleeps: profile.run.openmpSleeps === true }
  const longest = job?.imbalance() ?? null
  // All ranks wait for the same one, in whichever call: what even shares bring is said once.
  const mostInMessages = Math.max(0, ...sites.sites.map(({ kind, amount }) => (kind === 'message' ? amount : 0)))
  const unevenRanks = ({ kind, call, amount }: Site, cause: WaitCause | null, [first]: readonly WaitThread[]): { imbalance: Imbalance; gain: Gain } | null => {
    if (kind !== 'message' || longest === null || call === null || call.startsWith('MPI_Init') || (first === undefined && times !== null)) return null
    const isReason = longest.certain && first?.thread !== longest.busiest && (cause === null || cause.thread === longest.busiest)
    if (!isReason) return null
    return { imbalance: longest, gain: amount < mostInMessages || elapsed === null ? NO_GAIN : job!.gainOfEvenRanks(elapsed) }
  }
  const idle = work === null || elapsed === null ? [] : idleThreads(profile, { regions: sites.isRegion, uneven: work, job, elapsed, surroundings })
  /** Of the thread that waits most, the first one of its process. */
  const serialOf = ({ kind }: Site, [waiter]: readonly WaitThread[]): SerialCode | null => {
    if (kind !== 'between-regions' || waiter === undefined) return null
    const first = profile.threads.findIndex((each, thread) => numbers[thread] === 0 && processKey(each) === processKey(profile.threads[waiter.thread]!))
    return first < 0 || first === waiter.thread ? null : serialCode(profile, sites.isRegion, first)
  }
  const all = sites.sites
    .map((site, at) => ({ site, at, imbalance: imbalanceOf(site.region) }))
    .map((each) => ({ ...each, gain: gainOf(each.site, each.imbalance), shareOfRun: each.site.amount / cost.amount }))
  const listed = all
    .filter(
      ({ site, gain: { gain }, shareOfRun }) =>
        shareOfRun >= LEAST_SHARE || gain >= LEAST_SHARE || lost(site, executed, profile.threads) >= LEAST_SHARE * cost.amount,
    )
    .map((each): { each: (typeof all)[number]; wait: Wait } => {
      const { site, at, imbalance: ofTeam, gain: ofThreads, shareOfRun } = each
      const threads = times === null ? [] : times.threadsOf(at, site.region, numbers)
      const findCause = (): WaitCause | null =>
        site.amount > 0
          ? work!.causeOf({ row: site.row, waiting: times!.waitingAt(at), acrossProcesses: site.kind === 'message' })
          : work!.codeOf(site.row, ofTeam!.busiest, threads)
      const cause = times === null || !MEETINGS.has(site.kind) ? null : findCause()
      const serial = serialOf(site, threads)
      const { imbalance, gain } = unevenRanks(site, cause, threads) ?? { imbalance: ofTeam, gain: ofThreads }
      const { functions, files } = profile
      const region = functions[site.region]
      // The region stands where its directive is, not where the compiler calls it.
      const [file, line] = site.kind === 'region-end' && region !== undefined ? [region.file, region.line] : [site.file, site.line]
      const described = {
        kind: site.kind,
        function: functions[site.functionIndex]?.name ?? null,
        file: files[file] ?? null,
        line: line > 0 ? line : null,
        region: region?.name ?? null,
        library: libraryOf(profile, site.looping),
        call: site.call,
        amount: site.amount,
        shareOfRun,
        interval: costInterval(site.amount, cost.measure === 'cpu-time' ? site.observations : null, cost),
        threads,
        imbalance,
        ...(cause === null ? {} : { cause }),
        ...(serial === null ? {} : { serial }),
      }
      const ofRegion = region === undefined || files[region.file] === undefined ? null : schedule(files[region.file]!, region.line)
      return { each, wait: { ...described, ...waitWords({ ...described, ...gain }, { ...surroundings, schedule: ofRegion, isCritical: site.isCritical }) } }
    })
  const alone = listed.filter(({ wait }) => wait.shareOfRun >= SMALL || wait.gain !== undefined || wait.cause !== undefined || wait.imbalance?.certain === true)
  const known = new Set(alone.map(({ each }) => each))
  const small = all.filter((each) => each.shareOfRun > 0 && !known.has(each))
  const { waits, left } = gatherSmall(profile, small, { cost, times, least: LEAST_SHARE, surroundings: { ...surroundings, schedule: null, isCritical: false } })
  const others = listed.filter(({ each }) => left.includes(each))
  return [...[...alone, ...others].map(({ wait }) => wait), ...waits, ...idle].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_WAITS)
}

/** By row of threads: of its process, it alone has nearly all CPU time. */
function aloneInProcess(threads: ProfileTables['threads']): boolean[] {
  const all = new Map<string, number>()
  for (const each of threads) all.set(processKey(each), (all.get(processKey(each)) ?? 0) + Math.max(0, each.cpuTime))
  return threads.map((each) => each.cpuTime >= ALONE * all.get(processKey(each))!)
}

function libraryOf({ functions, modules }: Gathered, index: number): Wait['library'] {
  const looping = functions[index]
  return looping === undefined ? null : { function: looping.name, name: baseName(modules[looping.module]!.path) }
}

/**
 * The instructions that the other threads could execute while the busiest one works. Threads that run one at a time wait
 * for fewer than that, so the end of an uneven region may be a short wait.
 */
function lost({ kind, region }: Site, executed: ReadonlyMap<number, RegionWork>, threads: readonly Thread[]): number {
  const known = executed.get(region)
  return kind !== 'region-end' || known === undefined ? 0 : teamsOf(known.threads, threads).reduce((sum, team) => sum + lostOf(team), 0)
}
