/** Finds the place in the program to which each row that waits belongs, and what it waits for. */
import { isParallelName, outlinedFrom } from '../../names/runtimes/parallel_code.ts'
import { isStartUpFunction } from '../../names/runtimes/start_up_functions.ts'
import { isInThreadCrate, runsTask, waitedFor, yields, type WaitedFor } from '../../names/runtimes/waiting_functions.ts'
import { creationRows } from '../../profile/created_threads.ts'
import type { ProfileTables } from '../../profile/profile.ts'
import { isCalledRow, isFunctionRow } from '../../profile/tables.ts'
import type { ChargedPlaces } from '../charged_places.ts'
import { functionsOfRuntimes, OF_TASKS, OWN, ownersOfFunctions } from '../own_code.ts'
import type { WaitKind } from './wait.ts'

const KIND_IN_LIBRARY: Record<WaitedFor, WaitKind> = {
  tasks: 'tasks',
  lock: 'lock',
  barrier: 'barrier',
  threads: 'other',
  semaphore: 'semaphore',
  latch: 'latch',
  atomic: 'atomic',
}

const LOCK =
  /(?:^|_)(?:mutex|mtx|spin|rwlock|lll|ptrlock|critical|ordered|lock|sem)(?:_|$)|^(?:GOMP_(?:critical|ordered|atomic)|omp_set_(?:nest_)?lock|__kmpc_(?:critical|ordered|set_(?:nest_)?lock))/
const CRITICAL = /^(?:GOMP_|__kmpc_)critical/
const MESSAGE = /^MPIX?_[A-Z]|^(?:MPID|MPIR|ompi_|opal_|mca_|uc[pst]_)|^MPI\b/
const TASKS = /^(?:GOMP_task(?:wait|group)|__kmpc_omp_taskwait|__kmpc_end_taskgroup)/
/** A thread that has left the code of a region calls these; other barriers wait for the next region. */
const REGION_END = /^(?:gomp_team_barrier_wait|__kmp_join_barrier)/
const BARRIER = /^(?:GOMP_(?:barrier|(?:loop|sections|workshare)_end|single)|__kmpc_(?:cancel_)?barrier|_*pthread_barrier_wait)/
/** Of POSIX. */
const SEMAPHORE = /^_*(?:new_)?sem_\w*wait/
/** libc++ builds these from a mutex and condition variables. */
const LOCK_BY_CONDITION = /^std::(?:__\w+::)?(?:__shared_mutex_base|shared_mutex|(?:shared_|recursive_)?timed_mutex)::(?:try_)?lock/
const SLEEP = /^_*(?:pthread_(?:cond\w*|(?:timed|clock)?join\w*)|cnd_\w*|thrd_join)|^std::__atomic_futex_unsigned_base::/

type Tree = Pick<ProfileTables, 'nodes' | 'functions' | 'files' | 'modules'>

export interface Site {
  kind: WaitKind
  /** Into `functions`: the program's own function, or −1. */
  functionIndex: number
  file: number
  line: number
  /** Into `functions`, or −1. */
  region: number
  /** Into `functions`: the one with the loop, where it has no lines; −1: it is in the place itself. */
  looping: number
  /** "MPI_Allreduce"; null: the wait is in no such call. */
  call: string | null
  /** The lock of an OpenMP critical section. */
  isCritical: boolean
  amount: number
  observations: number
  /** Row of the tree that waits most, and its part of the amount. */
  row: number
  most: number
}

/** What a function's name says of libraries that are built into programs. */
interface CrateFunction {
  waitedFor: WaitedFor | null
  runsTask: boolean
  isInCrate: boolean
}

export class SiteFinder {
  readonly sites: Site[] = []
  /** By row of the tree. */
  readonly siteOf: Int32Array
  readonly #profile: Tree
  readonly #places: ChargedPlaces
  readonly #known = new Map<string, number>()
  readonly #isRuntime: Uint8Array
  readonly #owners: Uint8Array
  /** Rows above which the code stands that created a thread. */
  readonly #creations: ReadonlySet<number>
  /** By row of functions: a parallel region. */
  readonly isRegion: Uint8Array
  /** By row of functions: many rows that wait have the same callers. */
  readonly #crates = new Map<number, CrateFunction>()
  /** Rows of regions by the row above and the line of the call there. */
  readonly #regions = new Map<string, number>()

  constructor(profile: Tree, places: ChargedPlaces) {
    this.#profile = profile
    this.#places = places
    const { nodes, functions } = profile
    this.siteOf = new Int32Array(nodes.length).fill(-1)
    this.#isRuntime = functionsOfRuntimes(profile)
    this.#owners = ownersOfFunctions(profile)
    this.#creations = new Set(creationRows(profile))
    this.isRegion = Uint8Array.from(functions, ({ name }) => (isParallelName(name) && name.startsWith('parallel region') ? 1 : 0))
    for (let row = 1; row < nodes.length; row++) {
      if (isCalledRow(nodes.kind[row]!) && this.isRegion[nodes.functionIndex[row]!] === 1)
        this.#regions.set(this.#callKey(this.#beginOfRegion(row)), nodes.functionIndex[row]!)
    }
  }

  add(node: number, amount: number, observations: number): void {
    const at = this.#of(node)
    this.siteOf[node] = at
    const site = this.sites[at]!
    site.amount += amount
    site.observations += observations
    if (amount > site.most) {
      site.most = amount
      site.row = node
    }
  }

  /** The end of a region where all threads that wait sleep, so that no sample is of their waiting. */
  addRegion(region: number): void {
    if (this.sites.some(({ kind, region: known }) => kind === 'region-end' && known === region)) return
    const { nodes } = this.#profile
    const row = nodes.functionIndex.findIndex((at, each) => at === region && isCalledRow(nodes.kind[each]!))
    const { file, line } = this.#profile.functions[region]!
    const functionIndex = this.#functionAround(region, row)
    this.sites.push({
      kind: 'region-end',
      functionIndex,
      file,
      line,
      region,
      looping: -1,
      call: null,
      isCritical: false,
      amount: 0,
      observations: 0,
      row,
      most: 0,
    })
  }

  #of(node: number): number {
    const { nodes, functions } = this.#profile
    const called: number[] = []
    const crate = this.#inCrate(node)
    const from = crate === null ? node : this.#callerOf(crate.row)
    const charge = this.#places.charge[from]!
    let row = node
    for (; row > Math.max(0, charge - 1) && !this.#creations.has(row); row = nodes.parent[row]!) if (isFunctionRow(nodes.kind[row]!)) called.push(row)
    // The function that created the thread does not wait with it.
    const place = charge < 0 || this.#creations.has(row) ? undefined : this.#places.places[this.#places.place[from]!]
    const names = called.map((row) => functions[nodes.functionIndex[row]!]!.name)
    const outermost = called.findLast((row) => this.#isRuntime[nodes.functionIndex[row]!] !== 0)
    const runtime = outermost === undefined ? 0 : this.#isRuntime[nodes.functionIndex[outermost]!]!
    const kind = crate === null ? this.#kindOf(names, place === undefined ? -1 : place.functionIndex, runtime) : KIND_IN_LIBRARY[crate.waitedFor]
    const region =
      outermost !== undefined && place !== undefined && kind === 'region-end' ? (this.#regions.get(this.#callKey(outermost)) ?? -1) : this.#regionAround(node)
    const inside = place === undefined ? -1 : this.#functionAround(place.functionIndex, node)
    const call = kind === 'message' ? (names.findLast((name) => /^MPIX?_[A-Z]/.test(name)) ?? null) : null
    const isCritical = kind === 'lock' && names.some((name) => CRITICAL.test(name))
    const looper = called.find((_, at) => !yields(names[at]!))
    const looping = kind === 'loop' && looper !== undefined ? this.#withoutLines(nodes.functionIndex[looper]!) : -1
    const byLine = kind !== 'region-end' && kind !== 'between-regions'
    const key = `${kind} ${call} ${inside} ${region} ${looping} ${byLine ? `${place?.file} ${place?.line}` : ''}`
    let at = this.#known.get(key)
    if (at === undefined) {
      at =
        this.sites.push({
          kind,
          functionIndex: inside,
          file: place?.file ?? -1,
          line: place?.line ?? -1,
          region,
          looping,
          call,
          isCritical,
          amount: 0,
          observations: 0,
          row: node,
          most: 0,
        }) - 1
      this.#known.set(key, at)
    }
    return at
  }

  /**
   * The call by which the program enters a library that is built into it and waits there, perhaps between tasks of the library.
   * Null: the row waits in no such library.
   */
  #inCrate(node: number): { row: number; waitedFor: WaitedFor } | null {
    const { nodes } = this.#profile
    let waitedFor: WaitedFor | null = null
    let entry = 0
    for (let row = node; row > 0 && !this.#creations.has(row); row = nodes.parent[row]!) {
      if (!isFunctionRow(nodes.kind[row]!)) continue
      const crate = this.#crateOf(nodes.functionIndex[row]!)
      // The program's own function called from a library waits for something of its own.
      if (!crate.isInCrate && (waitedFor !== null || this.#owners[nodes.functionIndex[row]!] === OWN)) break
      if (waitedFor === null && crate.runsTask) break
      // The outermost one: a search for tasks sleeps by a condition.
      waitedFor = crate.waitedFor ?? waitedFor
      if (waitedFor !== null) entry = row
    }
    return waitedFor === null ? null : { row: entry, waitedFor }
  }

  /** Without lines, the libraries' functions are places of the program like any other. @returns the row of the program's own function that calls them */
  #callerOf(entry: number): number {
    const { nodes } = this.#profile
    let row = entry
    while (row > 0 && !this.#creations.has(row)) {
      const place = this.#places.places[this.#places.place[row]!]
      if (place === undefined || place.line > 0 || !this.#crateOf(place.functionIndex).isInCrate) break
      row = nodes.parent[row]!
    }
    return row
  }

  #crateOf(index: number): CrateFunction {
    let known = this.#crates.get(index)
    if (known === undefined) {
      const { name } = this.#profile.functions[index]!
      this.#crates.set(index, (known = { waitedFor: waitedFor(name), runsTask: runsTask(name), isInCrate: isInThreadCrate(name) }))
    }
    return known
  }

  #kindOf(called: readonly string[], place: number, runtime: number): WaitKind {
    if (runtime === OF_TASKS || called.some((name) => TASKS.test(name))) return 'tasks'
    if (called.some((name) => MESSAGE.test(name))) return 'message'
    if (called.some((name) => BARRIER.test(name))) return 'barrier'
    if (called.some((name) => LOCK_BY_CONDITION.test(name))) return 'lock'
    // OpenMP's runtime also sleeps by a condition between its regions.
    if (runtime === 0 && called.some((name) => SLEEP.test(name))) return 'sleep'
    if (called.some((name) => SEMAPHORE.test(name))) return 'semaphore'
    if (called.some((name) => LOCK.test(name))) return 'lock'
    if (runtime !== 0) {
      if (place < 0) return called.some((name) => REGION_END.test(name)) ? 'region-end' : 'between-regions'
      return this.isRegion[place] === 1 ? 'barrier' : 'region-end'
    }
    return place < 0 ? 'other' : 'loop'
  }

  #withoutLines(index: number): number {
    const { file, module } = this.#profile.functions[index]!
    return file < 0 && module >= 0 ? index : -1
  }

  /** The function that contains a place in a region. */
  #functionAround(functionIndex: number, node: number): number {
    if (this.isRegion[functionIndex] !== 1) return functionIndex
    const { nodes, functions } = this.#profile
    let isInside = false
    for (let row = node; row > 0; row = nodes.parent[row]!) {
      if (!isFunctionRow(nodes.kind[row]!)) continue
      const index = nodes.functionIndex[row]!
      if (this.isRegion[index] === 1) isInside = true
      else if (isInside && this.#isRuntime[index] === 0) {
        if (this.#creations.has(row) || isStartUpFunction(functions[index]!.name)) break
        return index
      }
    }
    // Another thread's part of a region stands alone where the runtime is linked in.
    const { linkageName, module } = functions[functionIndex]!
    const around = outlinedFrom(linkageName)
    return functions.findIndex((each) => each.module === module && each.name === around)
  }

  /** The innermost region above a row, into `functions`; −1: none. */
  #regionAround(node: number): number {
    const { nodes } = this.#profile
    for (let row = node; row > 0; row = nodes.parent[row]!) {
      if (isCalledRow(nodes.kind[row]!) && this.isRegion[nodes.functionIndex[row]!] === 1) return nodes.functionIndex[row]!
    }
    return -1
  }

  /** A runtime that is linked in stands between the code that begins a region and the region. */
  #beginOfRegion(region: number): number {
    const { nodes } = this.#profile
    let begin = region
    for (let row = nodes.parent[region]!; row > 0 && this.#isRuntime[nodes.functionIndex[row]!] !== 0; row = nodes.parent[row]!) {
      if (isCalledRow(nodes.kind[row]!)) begin = row
    }
    return begin
  }

  /** Regions and the runtime's own work stand side by side below the function that begins the region. */
  #callKey(row: number): string {
    const { nodes } = this.#profile
    return `${nodes.parent[row]} ${nodes.file[row]} ${nodes.line[row]}`
  }
}
