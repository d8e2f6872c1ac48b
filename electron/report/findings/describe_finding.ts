/** From a group of pairs with one cause to a text. */
import type { Sureness } from '../../../shared/advice/advice.ts'
import { claimedSureness } from '../../../shared/advice/claims.ts'
import { baseName, contextOf } from '../../../shared/profile/frames.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { counted } from '../../../shared/names/counted.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { OWN } from '../../../shared/findings/own_code.ts'
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import type { Finding, FindingContext, FindingGroup, FindingPlace, RunMeasure } from '../../../shared/findings/finding.ts'
import { findingId } from '../../../shared/findings/finding_id.ts'
import { familyOf, findingsOfTool, wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import type { WasteCost, WasteCosts } from '../../../shared/findings/waste_cost.ts'
import { functionText, strippedLibrary, wastedSide, type CauseFacts, type CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import { causeOf, observedCauseOf, possibleCauseOf } from '../../../shared/findings/wording/causes.ts'
import { libraryFunctionName, shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import { sketchOf } from '../../../shared/findings/wording/sketches.ts'
import { titleOf } from '../../../shared/findings/wording/titles.ts'
import { filePlace, shortPath } from '../../../shared/names/short_paths.ts'
import { loopText } from '../../../shared/profile/frames.ts'
import { TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { isFunctionRow, LINE, LOOP } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'
import { percentText } from '../format.ts'
import { rowsOfPair } from '../rows_of_pair.ts'
import type { Cause } from './cause.ts'
import type { CostedGroup } from './costed_group.ts'
import type { LineText } from './line_texts.ts'
import type { MissCosts } from './miss_costs.ts'

export interface CausedGroup {
  group: CostedGroup
  cause: Cause
}

interface Context {
  places: ChargedPlaces
  costs: WasteCosts
  lineText: LineText
  misses: MissCosts | null
  measure: RunMeasure | null
}

const MOST_CONTEXTS = 10
/** Pairs whose threads are looked up: a group of a compiler has many thousand pairs. */
const MOST_PAIRS_OF_THREADS = 2000
const WORDS: Record<Sureness, typeof causeOf> = { certain: causeOf, likely: causeOf, possible: possibleCauseOf, observed: observedCauseOf }
/** Wasted share of a loop or function that does nothing else. */
const NOTHING_ELSE = 0.9

/** Between threads that take turns on one processor, sharing costs nothing. @param across undefined: all observations are between several */
function sharedCost({ share, interval }: WasteCost, across: number | undefined): Pick<Finding, 'shareOfRun' | 'interval' | 'onSeveral'> {
  if (across === undefined) return { shareOfRun: share, interval }
  const shareOfRun = share === null ? null : share * across
  const most = percentText(share ?? 0)
  return {
    shareOfRun,
    interval: interval === null || across === 0 ? null : [interval[0] * across, interval[1] * across],
    onSeveral: {
      observed: across,
      text:
        across === 0
          ? `nothing, because the threads took turns on one processor; on several at once, at most ${most} of the run`
          : `at most ${percentText(shareOfRun ?? 0)} of the run; if all threads ran on several processors at once, at most ${most}`,
      shareOfRun: share,
      interval,
    },
  }
}

export class FindingWriter {
  readonly #profile: ProfileTables
  readonly #context: Context

  constructor(profile: ProfileTables, context: Context) {
    this.#profile = profile
    this.#context = context
  }

  finding({ group, cause }: CausedGroup, listedIn: FindingGroup): Finding {
    const { run } = this.#profile
    const facts: CauseFacts = { ...this.#withCallers(cause), wasted: group.costs.get(cause.tool)?.wasted ?? 0 }
    const observations = observationsOf(group)
    const { cost } = group
    const sureness = this.sureness({ group, cause })
    const { cause: why, remedy } = WORDS[sureness](facts)
    const places = this.#places(cause)
    const change = this.#change(facts, cause, places)
    const contexts = this.#contexts(group)
    return {
      id: this.#id(group, cause),
      title: titleOf(facts),
      class: cause.class,
      tools: [...group.tools.keys()],
      group: listedIn,
      relation: facts.relation,
      places,
      data: facts.data,
      share: group.share,
      ...sharedCost(cost, facts.acrossProcessors),
      bound: this.#bound(cost, group.costedTool, cause),
      sureness,
      cause: why,
      remedy,
      change,
      sketch: sketchOf(facts, change),
      evidence: this.#evidence(group, cause, facts, places),
      observations,
      fewObservations: hasFewObservations(group, run),
      pairs: group.pairs.length,
      threads: this.#threads(group),
      contextCount: contexts.count,
      contexts: contexts.largest,
    }
  }

  sureness({ group, cause }: CausedGroup): Sureness {
    // Equal within the tolerance does not mean equal if a computed value is stored.
    const concluded = cause.facts.tolerance !== null && cause.tool === 'silent-stores' && cause.sureness !== 'observed' ? 'possible' : cause.sureness
    return claimedSureness(cause.class, concluded, {
      wasted: Math.max(group.costs.get(cause.tool)?.wasted ?? 0, cause.wastedHere),
      observations: observationsOf(group),
      counted: this.#profile.run.engine === 'exhaustive',
      isOfNewValues: cause.isOfNewValues,
      shareOfRun: group.cost.share,
      readElsewhere: cause.facts.readElsewhere === true,
    })
  }

  /** A program without lines is charged for its libraries too: the words say so. */
  #withCallers({ facts, pair }: Cause): Cause['facts'] {
    const { pairs } = this.#profile
    const side = (of: CauseSide | null, node: number): CauseSide | null => {
      const called = of === null ? -1 : this.#context.places.calledWithoutLines(node)
      return of === null || called < 0 ? of : { ...of, through: libraryFunctionName(this.#profile.functions[called]!.name) }
    }
    return { ...facts, earlier: side(facts.earlier, pairs.source[pair]!), later: side(facts.later, pairs.target[pair]!) }
  }

  /** Those of the pair that the texts are about, not of one in the other direction. */
  #places({ pair, tool, class: name, copies }: Cause): FindingPlace[] {
    const { pairs } = this.#profile
    if (copies !== null) return [this.#place(wastesEarlier(tool) ? 'earlier' : 'later', copies.row)].filter((each) => each !== null)
    const [source, target] = [pairs.source[pair]!, pairs.target[pair]!]
    const [earlier, later] = [this.#place('earlier', source), this.#place('later', target)]
    const { place } = this.#context.places
    // A container grows at one place, whoever accessed its elements before.
    return (place[source] === place[target] || name === 'growth-copy' ? [wastesEarlier(tool) ? earlier : later] : [earlier, later]).filter(
      (each) => each !== null,
    )
  }

  #place(role: FindingPlace['role'], node: number): FindingPlace | null {
    const { places, lineText } = this.#context
    const number = places.place[node]!
    if (number < 0) return null
    const { functions, files } = this.#profile
    const { functionIndex, file, line } = places.places[number]!
    const path = files[file] ?? null
    const text = path === null || line <= 0 ? null : lineText(path, line)
    return {
      role,
      function: functions[functionIndex]!.name.replace(/ \[clone [^\]]*\]/g, ''),
      file: path,
      line: line > 0 ? line : null,
      text,
      inLibrary: this.#library(node, text),
    }
  }

  /** "memset() in libc.so.6" */
  #library(node: number, text: string | null): string | null {
    const { places } = this.#context
    const { functions, modules } = this.#profile
    const called = Math.max(places.calledThere(node), places.calledWithoutLines(node))
    if (called < 0) return null
    const { name, module } = functions[called]!
    if (strippedLibrary(name) !== null) return functionText(name)
    const path = modules[module]?.path ?? ''
    const home = places.owners[called] === OWN || /\.so(?:\.|$)/.test(path) ? baseName(path) : this.#languageLibrary(called)
    return `${functionText(libraryFunctionName(name, text))} in ${home}`
  }

  /** A function compiled into the program from a library's source or header. */
  #languageLibrary(functionIndex: number): string {
    const { functions, files } = this.#profile
    const { name, file, module } = functions[functionIndex]!
    const path = files[file]
    // Rust's standard library has functions without lines.
    if (path === undefined) return module < 0 ? 'the kernel' : "Rust's standard library"
    if (/^\/rustc?\/|\/rustlib\/|\/library\/(?:core|alloc|std)\//.test(path)) return "Rust's standard library"
    return /\/c\+\+\/|\/libstdc\+\+-v3\//.test(path) || name.startsWith('std::') ? 'the C++ standard library' : `the header ${baseName(path)}`
  }

  #bound(cost: WasteCost, tool: Tool, { accessPart, sparedCall, keepsFirst, copies, sparesLoop, statement, wholeFunctions, facts }: Cause): Finding['bound'] {
    if (cost.share === null || cost.ofUnits === null) return null
    const of = this.#context.measure === 'instructions' ? 'instructions are executed' : 'CPU time is spent'
    if (copies !== null)
      return {
        kind: 'function',
        text: `${percentText(cost.share)} of the run's ${of} in ${copies.functions} of ${copies.type} and the functions that they call: at most all of it can be saved.`,
      }
    if (sparedCall !== null)
      return {
        kind: 'function',
        text: `${percentText(cost.share)} of the run's ${of} in ${functionText(shortFunctionName(sparedCall))} and the functions that it calls${keepsFirst ? ', without the first allocation, which remains' : ''}: at most all of it can be saved.`,
      }
    if (wholeFunctions !== null)
      return {
        kind: 'function',
        text: `${percentText(cost.share)} of the run's ${of} in ${counted(wholeFunctions, 'function')} compiled without optimization; the compiler can make all of this code faster.`,
      }
    if (statement !== null)
      return {
        kind: 'loop',
        text: `${percentText(cost.ofUnits)} of the run's ${of} in the loops of the statement in ${statement[0] === statement[1] ? `line ${statement[0]}` : `lines ${statement[0]} to ${statement[1]}`}: at most all of it can be saved.`,
      }
    const kind = this.#context.costs.kindOf(cost.unit)
    const where = this.#unitText(cost)
    const spent = `${percentText(cost.ofUnits)} of the run's ${of} in ${where}`
    if (sparesLoop) return { kind: 'loop', text: `${spent}, which copies the elements: at most all of it can be saved.` }
    if (tool === 'reuse-distance')
      return {
        kind: 'cache-misses',
        text: `${spent}; by the model, ${percentText(cost.wasted)} of the time that its accesses take is spent on data that has left the caches.`,
      }
    const { acrossProcessors } = facts
    if (acrossProcessors !== undefined)
      return {
        kind: 'accesses',
        text: `${spent}, and ${percentText(cost.wasted)} of the accesses there are to shared lines. They cost more only while threads run on several processors at once. ${
          acrossProcessors === 0
            ? 'In this run, all observations of sharing were between threads that took turns on one processor.'
            : `In this run, ${percentText(acrossProcessors)} of the observations of sharing were between threads on different processors.`
        }`,
      }
    if (accessPart?.ofLine !== undefined)
      return {
        kind: 'accesses',
        text: `${percentText(cost.ofUnits)} of the run's ${of} in the function around line ${accessPart.ofLine.line}; the stores of this line are ${percentText(accessPart.share)} of its instructions that ran, and ${percentText(cost.wasted)} of them are wasted. Where they wait for memory, the next access waits instead.`,
      }
    if (accessPart !== null)
      return { kind: 'accesses', text: `${spent}; ${accessPart.text}, and ${percentText(cost.wasted)} of them are wasted. The rest of its work stays.` }
    if (cost.wasted >= NOTHING_ELSE && kind !== 'line')
      return {
        kind: kind === 'loop' ? 'loop' : 'function',
        text: `${spent}, where ${percentText(cost.wasted)} of the ${findingsOfTool(tool).accesses} are wasted: at most all of it can be saved.`,
      }
    return {
      kind: 'accesses',
      text: `${spent}; ${percentText(cost.wasted)} of the ${findingsOfTool(tool).accesses} there are wasted, and at most that part of it can be saved.`,
    }
  }

  #unitText({ unit, units }: WasteCost): string {
    const { nodes, functions, files } = this.#profile
    const kind = nodes.kind[unit]!
    // Of a header of the system's, the program's own line is told that it is inlined into.
    const place = kind === LINE ? this.#context.places.places[this.#context.places.place[unit]!] : undefined
    const { file, line } = place !== undefined && place.line > 0 ? place : { file: nodes.file[unit]!, line: nodes.line[unit]! }
    const own =
      kind === LOOP
        ? `the ${loopText(this.#profile, unit)}`
        : isFunctionRow(kind)
          ? functionText(shortFunctionName(functions[nodes.functionIndex[unit]!]!.name))
          : line > 0
            ? `line ${line} of ${shortPath(files, files[file] ?? '')}`
            : functionText(shortFunctionName(functions[nodes.functionIndex[unit]!]!.name))
    return units > 1 ? `${own} and ${counted(units - 1, 'other place')}` : own
  }

  #evidence(group: CostedGroup, cause: Cause, facts: CauseFacts, places: readonly FindingPlace[]): string[] {
    const { run } = this.#profile
    const own = group.costs.get(cause.tool)
    const observed = run.engine === 'exhaustive' ? 'counted' : 'observed'
    const lines = [...group.tools].map(([tool, { observations }]) => {
      const wasted = group.costs.get(tool)?.wasted ?? 0
      const where = own === undefined ? '' : ` in ${this.#unitText(group.costs.get(tool)!)}`
      return `${percentText(wasted)} of the ${tool === 'reuse-distance' ? 'modelled ' : ''}${findingsOfTool(tool).accesses}${where} ${tool === 'reuse-distance' ? 'is' : 'are'} ${findingsOfTool(tool).fault} (${observed}: ${counted(Math.round(observations), 'time')}).`
    })
    const library = places.flatMap(({ inLibrary, role, line, file, function: caller }) =>
      inLibrary === null
        ? []
        : [
            `The ${role} access is in ${inLibrary}, called ${file === null ? `by ${functionText(shortFunctionName(caller))}` : `at ${filePlace(this.#profile.files, file, line)}`}.`,
          ],
    )
    const tolerance =
      facts.tolerance === null ? [] : [`The accesses are of floating-point values, which count as unchanged within ${percentText(facts.tolerance)}.`]
    return [...lines, ...this.#missLines(cause), ...library, ...tolerance, ...cause.evidence]
  }

  #missLines({ tool, pair }: Cause): string[] {
    const { misses } = this.#context
    if (tool !== 'reuse-distance' || misses === null) return []
    const beyond = misses.beyond(pair)
    const shares = misses.levels.map(({ name, bytes }, level) => `${percentText(beyond[level]!)} leave ${name} (${sizeText(bytes)})`)
    return [
      `Of its heaviest pair's reuses ${shares.join(', ')}.`,
      ...(misses.assumedRate === null
        ? []
        : [
            `Sizes assume ${Number((misses.assumedRate / 1e9).toPrecision(2))} billion loads and stores per second of CPU time; record with --access-rate for the true rate.`,
          ]),
    ]
  }

  #change(facts: CauseFacts, { place }: Cause, places: readonly FindingPlace[]): Finding['change'] {
    const side = wastedSide(facts)
    const holder = facts.class === 'loop-invariant-load' || facts.class === 'memory-accumulator' ? side.loopHolder : null
    const known = new Set([...places.map(({ file }) => file), holder?.file ?? null])
    if (place !== null && place.file !== null && known.has(place.file))
      return { function: holder?.file === place.file ? holder.function : shortFunctionName(place.function), file: place.file, line: place.line }
    return { function: side.function, file: side.file, line: side.line }
  }

  #id(group: CostedGroup, { tool }: Cause): string {
    const { places } = this.#context
    const { functions, files } = this.#profile
    const identified = [...new Set([group.source, group.target])]
      .filter((number) => number >= 0)
      .map((number) => {
        const { functionIndex, file, line } = places.places[number]!
        const declared = functions[functionIndex]!
        return {
          function: declared.name,
          file: files[file] ?? null,
          offset: line > 0 && declared.line > 0 && declared.file === file ? line - declared.line : null,
        }
      })
    return findingId(familyOf(tool), identified)
  }

  #contexts(group: CostedGroup): { count: number; largest: FindingContext[] } {
    const { pairs, nodes } = this.#profile
    const [tool] = [...group.tools][0]!
    const number = TOOLS.indexOf(tool)
    const byContext = new Map<number, { pair: number; amount: number; most: number }>()
    let total = 0
    for (const pair of group.pairs) {
      if (pairs.tool[pair] !== number) continue
      const key = this.#frame(pairs.source[pair]!) * nodes.length + this.#frame(pairs.target[pair]!)
      const amount = pairs.amount[pair]!
      total += amount
      const known = byContext.get(key)
      if (known === undefined) byContext.set(key, { pair, amount, most: amount })
      else {
        known.amount += amount
        if (amount > known.most) Object.assign(known, { pair, most: amount })
      }
    }
    const largest = [...byContext.values()].sort((a, b) => b.amount - a.amount).slice(0, MOST_CONTEXTS)
    return {
      count: byContext.size,
      largest: largest.map(({ pair, amount }): FindingContext => {
        const [source, target] = [contextOf(this.#profile, pairs.source[pair]!), contextOf(this.#profile, pairs.target[pair]!)]
        return { pair, share: total > 0 ? amount / total : 0, source: [...source.frames, source.leaf], target: [...target.frames, target.leaf] }
      }),
    }
  }

  /** The function or inlined function around a row. */
  #frame(row: number): number {
    const { parent, kind } = this.#profile.nodes
    let at = row
    while (at > 0 && !isFunctionRow(kind[at]!)) at = parent[at]!
    return at
  }

  #threads({ pairs }: CostedGroup): number {
    const { threadShares, threads } = this.#profile
    if (threadShares.length === 0) return Math.min(1, threads.length)
    const seen = new Set<number>()
    for (const pair of pairs.slice(0, MOST_PAIRS_OF_THREADS)) {
      const { start, end } = rowsOfPair(threadShares.pair, pair)
      for (let row = start; row < end; row++) seen.add(threadShares.thread[row]!)
    }
    return seen.size
  }
}

/** Too few of a sampled run to rely on. */
function hasFewObservations(group: CostedGroup, { engine }: Pick<ProfileTables['run'], 'engine'>): boolean {
  return engine !== 'exhaustive' && observationsOf(group) < FEWEST_TRAPS
}

/** Of the tool with the most. */
export function observationsOf({ tools }: CostedGroup): number {
  return [...tools.values()].reduce((most, each) => Math.max(most, each.observations), 0)
}
