/**
 * The cause of a group of pairs: the advice rules applied to its heaviest pairs, its places as text, and the name of
 * its data.
 */
import type { AdviceClass, AdvicePlace, Sureness } from '../../../shared/advice/advice.ts'
import type { SiblingCalls } from '../../../shared/advice/call_facts.ts'
import { firstConclusion } from '../../../shared/advice/classify.ts'
import {
  hasReturnedBetween,
  isGlobalVariable,
  isStackSlot,
  mayReadElementBetween,
  mostlyRepeats,
  motionOf,
  storesZero,
  valueStored,
  type AccessFacts,
  type Conclusion,
  type ConclusionDetails,
  type PairFacts,
} from '../../../shared/advice/pair_facts.ts'
import { changesBeside, computesAnew, isReadByEachCall, isReadByOtherFunction, isReadForResult } from '../../../shared/advice/rules/needed_again.ts'
import { beginsCount, initialises, isMark, isOfMany } from '../../../shared/advice/rules/initialisation.ts'
import { requiredAccess } from '../../../shared/advice/rules/required.ts'
import { isFlag } from '../../../shared/advice/rules/results.ts'
import { reuseOutOfCache } from '../../../shared/advice/rules/reuse.ts'
import { accessBytes } from '../../../shared/advice/code/instruction.ts'
import { isUnoptimised } from '../../../shared/advice/code/unoptimised_code.ts'
import { concludedSureness, surenessOf } from '../../../shared/advice/precision.ts'
import { scopeLines } from '../../../shared/advice/words.ts'
import { OWN } from '../../../shared/findings/own_code.ts'
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import {
  arrayOf,
  declaresWithoutValue,
  languageOf,
  loopVariablesOf,
  makesArgumentList,
  mentionsVolatile,
  setVariablesOf,
  storedExpression,
  type Language,
} from '../../../shared/findings/expressions.ts'
import { statementAround } from '../../../shared/findings/fortran_statements.ts'
import type { LeftOutReason } from '../../../shared/findings/finding.ts'
import { accessPart, type AccessPart } from '../../../shared/findings/access_part.ts'
import { passDifferentLiterals, sameArguments } from '../../../shared/findings/literal_arguments.ts'
import type { WastedAmount } from '../../../shared/findings/group_pairs.ts'
import { familyOf, findingsOfTool, judgesStores, wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import { appends, climbs, isOwnWork, type CauseFacts, type CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import { libraryFunctionName, shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import { loopText } from '../../../shared/profile/frames.ts'
import { counterValue } from '../../../shared/profile/counters.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { RELATIONS, TOOLS, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import { isFunctionRow, PAIR_APPROXIMATE } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'
import { FactGatherer } from '../advice/gather_facts.ts'
import { dataOf } from './data_names.ts'
import type { CostedGroup } from './costed_group.ts'
import { elected, isSure, type Vote } from './election.ts'
import type { LineText } from './line_texts.ts'
import { kernelReader } from './kernel_reader.ts'
import { storedSince } from './stored_since.ts'
import { VolatileNames } from './volatile_names.ts'

/**
 * The order of findings. actionable: the remedy is known; traversal: most programs need each traversal of their data;
 * doubtful: probably equal within the tolerance by chance, or read by the kernel, which sampling does not see.
 */
export type Standing = 'actionable' | 'traversal' | 'doubtful'

export interface Cause {
  class: AdviceClass
  sureness: Sureness
  /** By the rule, or the known facts without one. */
  evidence: string[]
  /** The place for the remedy, according to the rule. */
  place: AdvicePlace | null
  /** The heaviest pair of the group's first tool that the class was concluded of. */
  pair: number
  tool: Tool
  /** For the texts, without the facts about the group as a whole. */
  facts: Omit<CauseFacts, 'wasted'>
  distance: PairFacts['distance']
  standing: Standing
  /** Null: the work of the whole loop is wasted. */
  accessPart: AccessPart | null
  /** Wasted share of the accesses of the wasted instruction; 0: not known. */
  wastedHere: number
  /** In one loop, the values were probably stored anew, near those of before. */
  isOfNewValues: boolean
  /** The change saves whole calls of this function; null: it saves accesses, or the loop around them. */
  sparedCall: string | null
  /** The change saves most runs of the loop around the accesses. */
  sparesLoop: boolean
  /** The change makes this many functions faster as a whole; null: it changes one place. */
  wholeFunctions: number | null
  /** Groups that share one of them have the same cause. */
  mergeKeys: string[]
  /** File and line of the wasted access. */
  wastedAt: string
  /** The same for causes whose class adds no information. */
  sharedKeys: string[]
  /** Volatile or atomic: the access must happen. */
  isRequired: boolean
  /** Why it cannot be changed, for another reason; null: it is a finding. */
  leftOut: LeftOutReason | null
}

/** Rules read this many of a group's pairs with different instructions, largest share first. */
const LOOKED_AT = 3
/** Lines of a loop's body above an access that are searched for names it assigns. */
const MOST_LINES = 60
/** Lines below an access that are searched for the next step of its loop. */
const MOST_LINES_AFTER = 15
/** Lines above and below one that adds an element, among which others add to the same container. */
const LINES_OF_ONE_FILL = 4
/** Instructions of a loop that does one thing. */
const SMALL_LOOP = 64
/** Above this share of overwritten stores, the stores are not needed anywhere. */
const NEARLY_ALL = 0.95
const ENOUGH_OBSERVATIONS = 20
/** Share of equal values within the tolerance: converged values are equal as often. */
const NEARLY_CONVERGED = 0.8
/** Members that link the elements of lists and trees: they must be valid whenever they may be followed. */
const LINK =
  /(?:->|\.|::)_?(?:next|prev|previous|link|left|right|parent|first_child|last_child|child|head|tail|first|last|succ|pred|up|down)(?:_?(?:node|ptr|link))?$/

/** Share of an instruction's stores: below it, the memory must hold the newest value. */
const MOSTLY_UNREAD = 0.5
/** Share of a copy's loads: below it, different data is copied, parts of which recur. */
const LEAST_COPIED = 0.5
/** Classes whose equal values or addresses may be chance. */
const MAY_BE_CHANCE: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'unchanged-store',
  'repeated-results',
  'repeated-load',
  'redundant-copy',
  'built-anew',
  'repeated-lookup',
])
/** Their remedies change the code of the access. */
const CHANGES_CODE: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'stencil-reload',
  'loop-invariant-load',
  'aliased-reload',
  'spill-and-reload',
  'memory-accumulator',
  'table-lookup',
  'interpreted-operation',
  'call-invariant-load',
  'recomputation',
  'unread-stack-store',
  'update-without-effect',
])
/** No rule fits, so only the values are evidence. */
export const WITHOUT_CAUSE: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unchanged-store', 'repeated-load'])
/** These, and results of which the inputs are not known. */
const SHOWS_VALUES: ReadonlySet<AdviceClass> = new Set<AdviceClass>([...WITHOUT_CAUSE, 'repeated-results'])
/** For data that any code traverses or reads again. */
const OF_PASSES: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['repeated-traversal', 'repeated-load'])
/**
 * A pair that strides over cache lines makes the other accesses to its line miss, and a zero factor makes the rest of
 * its product needless.
 */
const DECISIVE: readonly AdviceClass[] = ['poor-loop-order', 'zeros-dominate']
const DEAD_CLASSES: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unread-result', 'overwritten-before-use', 'repeated-initialisation'])

const COMPARES = /^(?:mem|str|wcs|wmem)(?:n?case)?n?(?:cmp|coll)$/

/**
 * Share of the observations of sharing in which the two threads ran on different processors, 0..1. Between threads that
 * take turns on one processor, shared cache lines cost no time.
 */
function acrossProcessors({ counters, pairs }: Pick<ProfileTables, 'counters' | 'pairs'>): number {
  // Profiles of earlier versions do not count them: their threads either all took turns, or none of the observed ones did.
  if (!counters.some(({ name }) => name === 'shared_in_turns')) return counterValue(counters, 'published_in_turns') === 0 ? 1 : 0
  const sharing = TOOLS.indexOf('false-sharing')
  const { tool, traps } = pairs
  let observations = 0
  for (let pair = 0; pair < pairs.length; pair++) if (tool[pair] === sharing) observations += traps[pair]!
  return observations === 0 ? 1 : Math.max(0, 1 - counterValue(counters, 'shared_in_turns') / observations)
}

export class CauseGatherer {
  readonly #profile: ProfileTables
  readonly #places: ChargedPlaces
  #acrossProcessors: number | null = null
  readonly #lineText: LineText
  readonly #gatherer: FactGatherer
  readonly #volatile: VolatileNames
  readonly #wasted: WastedAmount
  readonly #storedSince: ReturnType<typeof storedSince>
  #accessed: ReadonlyMap<number, readonly string[]> | null = null
  /** Of the group that was asked for last. */
  #looked: { group: CostedGroup; pairs: ReadonlyArray<{ pair: number; facts: PairFacts }> } | null = null

  constructor(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>, places: ChargedPlaces, lineText: LineText, wasted: WastedAmount) {
    this.#profile = profile
    this.#places = places
    this.#lineText = lineText
    this.#volatile = new VolatileNames(lineText)
    this.#wasted = wasted
    this.#storedSince = storedSince(profile)
    // Without copying: that would read every column.
    this.#gatherer = new FactGatherer(
      profile.codeAt === undefined ? Object.assign(Object.create(profile) as ProfileTables, { codeAt: () => null }) : (profile as Profile),
    )
  }

  of(group: CostedGroup): Cause {
    const { pairs, objects, run } = this.#profile
    const [tool, { heaviest: first, observations }] = [...group.tools][0]!
    const factsOfFirst = this.#lookedAt(group, tool).find(({ pair }) => pair === first)?.facts ?? this.#gatherer.facts(first)
    const {
      // The pair that the conclusion is of, whose data the finding names.
      pair: heaviest,
      class: name,
      sureness: concluded,
      evidence,
      place,
      siblingCalls,
      details,
    } = this.#concluded(group, tool, first, factsOfFirst)
    const facts = heaviest === first ? factsOfFirst : this.#gatherer.facts(heaviest)
    // Registers are those of the function into which others are inlined.
    const named = (access: AccessFacts): string | null => (name === 'spill-and-reload' ? access.physicalFunction : null)
    const [earlier, later] = [
      this.#side(pairs.source[heaviest]!, named(facts.source), facts.source),
      this.#side(pairs.target[heaviest]!, named(facts.target), facts.target),
    ]
    const samePlace = group.source === group.target
    const wastedSide = (wastesEarlier(tool) ? earlier : later) ?? earlier ?? later
    const wastedNode = wastesEarlier(tool) ? pairs.source[heaviest]! : pairs.target[heaviest]!
    const { data, element } = dataOf({
      tool,
      class: name,
      earlier,
      later,
      samePlace,
      known: { earlier: this.#knownNames(pairs.source[heaviest]!), later: this.#knownNames(pairs.target[heaviest]!) },
      isTemporary: {
        earlier: this.#isTemporary(pairs.source[heaviest]!, facts.source),
        later: this.#isTemporary(pairs.target[heaviest]!, facts.target),
      },
      object: objects[pairs.object[heaviest]!]?.name ?? null,
    })
    const isApproximate = (pairs.flags[heaviest]! & PAIR_APPROXIMATE) !== 0
    const wastes = group.costs.get(tool)?.wasted ?? 0
    // An element, where the loop stores to others.
    const sureness =
      name === 'loop-invariant-load' &&
      data !== null &&
      data !== arrayOf(data) &&
      later !== null &&
      this.#storesInLoop(facts.target, later).some((stored) => stored !== data && arrayOf(stored) === arrayOf(data))
        ? 'possible'
        : // A climb to a node with a flag asks the same for many nodes, so the answer can be kept in each.
          name === 'chained-lookup' && climbs({ data })
          ? 'possible'
          : name === 'repeated-results' && !samePlace && !isApproximate && computesTwice(earlier, later)
            ? 'possible'
            : concluded
    const isChance = isApproximate && !this.#isEqual(tool, name, heaviest, wastedSide, facts.target) && this.#isChance(tool, heaviest, wastes)
    // Most data of an interpreter is needed by the program that it runs.
    const interprets = name === 'interpreted-operation' && tool === 'redundant-loads' && sureness === 'observed'
    const leftOut =
      (isChance || isFlagByChance(name, facts)) && SHOWS_VALUES.has(name) && observations >= ENOUGH_OBSERVATIONS
        ? 'chance'
        : (OF_PASSES.has(name) || interprets) &&
            ((name === 'repeated-traversal' && computesAnew(tool, wastes, observations)) ||
              changesBeside(facts) !== null ||
              isReadByOtherFunction(facts) ||
              isReadByEachCall(facts) ||
              isReadForResult(facts) ||
              this.#haveDifferentKeys(facts.siblingCalls))
          ? 'needed-again'
          : null
    const reader = tool === 'dead-stores' && run.engine !== 'exhaustive' ? kernelReader(facts) : null
    const isMeasured =
      reader === null &&
      DEAD_CLASSES.has(name) &&
      tool === 'dead-stores' &&
      !samePlace &&
      wastes >= NEARLY_ALL &&
      observations >= ENOUGH_OBSERVATIONS &&
      !isMark(facts.source) &&
      !LINK.test(data ?? '') &&
      !isOwnWork(earlier)
    // Code that did not run may read a global variable between both stores, or a result in an array. Whole arrays are set for the code after it.
    const readElsewhere =
      isMeasured &&
      (isGlobalVariable(facts.source) ||
        (name === 'unread-result' && mayReadElementBetween(facts)) ||
        // The end of a text, or a length, which callers may read.
        (name !== 'repeated-initialisation' && !isStackSlot(facts.source) && !isOfMany(facts.source) && hasReturnedBetween(facts)))
    const language = this.#languageOf(wastedNode, wastedSide)
    const wastedAccess = wastesEarlier(tool) ? facts.source : facts.target
    const filledByCompiler = judgesStores(tool) && isFilledByCompiler(wastedAccess, wastedSide, language)
    const found: AdviceClass = !filledByCompiler ? name : wastesEarlier(tool) ? 'overwritten-before-use' : 'repeated-initialisation'
    // The line of the instruction may be another one.
    const [slot, ...others] = isStackSlot(wastedAccess) ? this.#knownNames(wastedNode) : []
    const inSlot = slot !== undefined && others.length === 0 && data !== null && tool !== 'reuse-distance' ? slot : null
    const endsText = tool === 'dead-stores' && !samePlace && DEAD_CLASSES.has(name) && earlier !== null && isEndOfText(facts.source, earlier.text)
    const overwrittenBy = tool === 'dead-stores' && samePlace ? overwritingPart(facts.source) : null
    const container = name === 'growth-copy' && details.growsByFactor === true && details.byHand !== true ? this.#addsOneTo(wastedSide) : null
    const across = facts.sharing === null ? 1 : (this.#acrossProcessors ??= acrossProcessors(this.#profile))
    const isNear = isApproximate && !this.#isEqual(tool, name, heaviest, wastedSide, facts.target)
    return {
      class: found,
      sureness: filledByCompiler
        ? 'likely'
        : isMeasured && !endsText
          ? readElsewhere
            ? 'possible'
            : 'likely'
          : reader !== null || container !== null || endsText
            ? 'observed'
            : sureness,
      evidence:
        reader === null
          ? evidence
          : [
              `${reader.holder}() calls ${reader.callee}(), and sampling does not see what the kernel reads. Record with --engine exhaustive to see it.`,
              ...evidence,
            ],
      place,
      pair: heaviest,
      tool,
      distance: facts.distance,
      standing:
        reader !== null || across === 0 || isChance || interprets || (!isSure(sureness) && !isMeasured && isDoubtful(name, facts, wastes))
          ? 'doubtful'
          : name === 'repeated-traversal'
            ? 'traversal'
            : 'actionable',
      accessPart: accessPart(name, tool, wastedAccess, this.#places.inLibrary[wastedNode] === 1 ? (wastedSide?.through ?? '') : null, samePlace),
      wastedHere: facts.wastedHere() ?? 0,
      isOfNewValues: isNear && facts.source.loop?.header === facts.target.loop?.header,
      sparedCall: null,
      sparesLoop: false,
      wholeFunctions: null,
      facts: {
        class: found,
        tool,
        relation: RELATIONS[pairs.relation[heaviest]!]!,
        earlier,
        later,
        samePlace,
        // The line names the container; what its elements are made from may be in a stack slot.
        data: container ?? inSlot ?? data,
        element: container === null ? (inSlot ?? element) : null,
        language,
        siblingCalls,
        ...details,
        ...(readElsewhere && !filledByCompiler && !endsText ? { readElsewhere } : {}),
        ...(endsText ? { endsText } : {}),
        ...(tool === 'dead-stores' && !samePlace && (facts.wastedHere() ?? 1) < NEARLY_ALL ? { partlyRead: true } : {}),
        ...(overwrittenBy === null ? {} : { overwrittenBy }),
        ...(filledByCompiler ? { filledByCompiler } : {}),
        ...(container === null ? {} : { oneForEachCall: true }),
        tolerance: isNear ? run.tolerance : null,
        scope: facts.scope?.text ?? null,
        sharing: facts.sharing,
        ...(across < 1 ? { acrossProcessors: across } : {}),
      },
      leftOut,
      ...keysOf(name, tool, earlier, later, data, facts),
      wastedAt: `${wastedSide?.file ?? ''}:${wastedSide?.line ?? ''}`,
      isRequired:
        tool !== 'reuse-distance' &&
        tool !== 'false-sharing' &&
        ([earlier?.text, later?.text].some((text) => text != null && mentionsVolatile(text)) ||
          (data !== null && wastedSide?.file != null && this.#volatile.has(wastedSide.file, data)) ||
          (wastedSide?.text != null && makesArgumentList(wastedSide.text)) ||
          (name === 'unread-result' && !isMeasured && (isMark(facts.source) || LINK.test(data ?? '')))),
    }
  }

  /**
   * Pairs of the group that must happen, if others of it need not: one call of memset() stores the same bytes twice, and the next call
   * stores them again.
   */
  requiredAmong(group: CostedGroup): number[] {
    const [tool] = [...group.tools.keys()]
    const looked = this.#lookedAt(group, tool!).map(({ pair, facts }) => ({ pair, isRequired: requiredAccess(facts) !== null }))
    if (looked.every(({ isRequired }) => isRequired) || !looked.some(({ isRequired }) => isRequired)) return []
    const { tool: toolOf, source, target } = this.#profile.pairs
    const { instruction } = this.#profile.nodes
    const keyOf = (pair: number): string => `${toolOf[pair]}|${instruction[source[pair]!]}|${instruction[target[pair]!]}`
    const required = new Set(looked.filter(({ isRequired }) => isRequired).map(({ pair }) => keyOf(pair)))
    return group.pairs.filter((pair) => required.has(keyOf(pair)))
  }

  /** The majority of the heaviest pairs, by amount. */
  #concluded(
    group: CostedGroup,
    tool: Tool,
    heaviest: number,
    facts: PairFacts,
  ): Pick<Cause, 'pair' | 'class' | 'sureness' | 'evidence' | 'place'> & Pick<PairFacts, 'siblingCalls'> & { details: ConclusionDetails } {
    const looked = this.#lookedAt(group, tool).map(({ pair, facts: known }) => {
      const own = this.#haveDifferentKeys(known.siblingCalls) ? { ...known, siblingCalls: null } : known
      return { pair, siblingCalls: own.siblingCalls, conclusion: this.#applicable(tool, pair, concludedOf(own)) }
    })
    const votes = new Map<AdviceClass | null, Vote>()
    for (const { pair, conclusion } of looked) {
      const name = conclusion?.class ?? null
      const vote = votes.get(name) ?? {
        name,
        sureness: conclusion === null ? 'observed' : concludedSureness(conclusion.class, conclusion.sureness),
        amount: 0,
        observations: 0,
      }
      votes.set(name, { ...vote, amount: vote.amount + this.#wasted(pair), observations: vote.observations + this.#profile.pairs.traps[pair]! })
    }
    const ranked = [...votes.values()].sort((a, b) => b.amount - a.amount)
    const winner = DECISIVE.find((name) => votes.has(name)) ?? elected(ranked)
    const decisive = looked.find((each) => (each.conclusion?.class ?? null) === winner)
    const conclusion = decisive?.conclusion ?? null
    const siblingCalls = decisive?.siblingCalls ?? null
    if (conclusion === null) {
      const compares = this.#comparesInLoop(tool, heaviest)
      const name = compares ?? findingsOfTool(tool).withoutRule
      return {
        pair: heaviest,
        class: name,
        sureness: 'possible',
        evidence: scopeLines(facts),
        place: null,
        siblingCalls,
        details: compares === 'chained-lookup' ? { chain: 'links' } : {},
      }
    }
    const { class: name, sureness, evidence, place = null, ...details } = conclusion
    return {
      pair: decisive!.pair,
      class: name,
      sureness: name === 'repeated-lookup' && sureness === 'possible' && !this.#haveSameKey(siblingCalls) ? 'observed' : concludedSureness(name, sureness),
      evidence,
      place,
      siblingCalls,
      details,
    }
  }

  /** The lines of two calls pass different literals, so the later one looks for something else. */
  #haveDifferentKeys(calls: SiblingCalls | null): boolean {
    const lines = this.#linesOf(calls)
    if (calls === null || lines === null) return false
    const [one, other] = [shortFunctionName(calls.earlier.callee), shortFunctionName(calls.later.callee)]
    return one === other && passDifferentLiterals(...lines, one, calls.earlier.line === calls.later.line)
  }

  /** The lines of two calls pass the same arguments, which no line between them sets. The next iteration has others, as a rule. */
  #haveSameKey(calls: SiblingCalls | null): boolean {
    const lines = this.#linesOf(calls)
    if (calls?.file == null || lines === null) return false
    const passed = sameArguments(...lines, shortFunctionName(calls.earlier.callee))
    const [first, last] = [calls.earlier.line!, calls.later.line!]
    if (passed === null || first > last) return false
    const names = new Set(passed.match(/[A-Za-z_]\w*/g))
    const file = this.#profile.files.indexOf(calls.file)
    const between = Array.from({ length: Math.min(MOST_LINES, Math.max(0, last - first - 1)) }, (_, i) => this.#textAt(file, last - 1 - i) ?? '')
    return ![...this.#setBetween(file, first, last), ...between.flatMap(countedIn)].some((name) => names.has(name))
  }

  /** The texts of the lines of two calls, the earlier one first; null: not both are known. */
  #linesOf(calls: SiblingCalls | null): [string, string] | null {
    if (calls === null || calls.file === null || calls.earlier.line === null || calls.later.line === null) return null
    const [earlier, later] = [this.#lineText(calls.file, calls.earlier.line), this.#lineText(calls.file, calls.later.line)]
    return earlier === null || later === null ? null : [earlier, later]
  }

  /** Users cannot change a library's code, so its loops and variables are not named. */
  #applicable(tool: Tool, pair: number, conclusion: Conclusion | null): Conclusion | null {
    const { source, target } = this.#profile.pairs
    const node = wastesEarlier(tool) ? source[pair]! : target[pair]!
    return conclusion !== null && CHANGES_CODE.has(conclusion.class) && this.#places.inLibrary[node] === 1 ? null : conclusion
  }

  /** The container to which a line, in no loop, adds an element, and no line nearby another one; null: it is not known to be so. */
  #addsOneTo(side: CauseSide | null): string | null {
    if (side?.text == null || side.line === null || side.loop !== null || !appends(side)) return null
    const container = addedTo(side.text)
    if (container === null) return null
    const { line } = side
    const file = this.#profile.files.indexOf(side.file!)
    const nearby = Array.from({ length: 2 * LINES_OF_ONE_FILL + 1 }, (_, i) => this.#textAt(file, line - LINES_OF_ONE_FILL + i))
    return nearby.filter((text) => text !== null && addedTo(text) === container).length <= 1 ? container : null
  }

  /** Expressions that the lines of the loop around an access store to, in the access's file. */
  #storesInLoop(access: AccessFacts, side: CauseSide): string[] {
    return this.#linesOfLoop(access, side.file).flatMap((text) => storedExpression(text, languageOf(side.file)) ?? [])
  }

  #linesOfLoop({ flow, loop, place }: AccessFacts, file: string | null): string[] {
    if (flow === null || loop?.loop == null || file === null || place.file !== file) return []
    const row = this.#profile.files.indexOf(file)
    return [...new Set(loop.loop.body.map((at) => flow.instructions[at]!.line))].flatMap((line) => (line === null ? [] : (this.#textAt(row, line) ?? [])))
  }

  /** A library's comparison that repeats one of the same call, with the next element of the program's loop. */
  #comparesInLoop(tool: Tool, pair: number): 'linear-search' | 'chained-lookup' | null {
    const { source, target } = this.#profile.pairs
    const node = target[pair]!
    if (tool !== 'redundant-loads' || this.#places.inLibrary[node] !== 1 || this.#places.place[source[pair]!] !== this.#places.place[node]) return null
    const side = this.#side(node)
    const loop = this.#places.loopAround(node)
    if (side?.through == null || side.text === null || loop < 0 || !COMPARES.test(side.through)) return null
    const { file, line } = this.#profile.nodes
    const words = new Set(side.text.match(/\w+/g))
    const head = this.#textAt(file[loop]!, line[loop]!)
    // Loops other than `for` advance in their body, usually below the comparison.
    const last = head !== null && /\b(?:while|do)\b/.test(head) ? Math.max(line[loop]!, side.line ?? 0) + MOST_LINES_AFTER : line[loop]!
    const goesOn = last === line[loop] ? [] : this.#setBetween(file[loop]!, line[loop]!, last)
    const stepped = [...setVariablesOf(head), ...goesOn].filter((name) => words.has(name))
    if (stepped.length === 0) return null
    const lines = Array.from({ length: last - line[loop]! + 1 }, (_, i) => this.#textAt(file[loop]!, line[loop]! + i) ?? '')
    return stepped.some((name) => lines.some((text) => followsLink(text, name))) ? 'chained-lookup' : 'linear-search'
  }

  /** Floating-point values compared within the tolerance that are certainly equal. */
  #isEqual(tool: Tool, name: AdviceClass, pair: number, side: CauseSide | null, later: AccessFacts): boolean {
    const { pairs, nodes } = this.#profile
    if (tool === 'redundant-loads') return this.#storedSince !== null && !this.#storedSince(nodes.instruction[pairs.target[pair]!]!)
    return (
      name === 'recomputation' ||
      name === 'repeated-initialisation' ||
      (tool === 'silent-stores' && storesZero(later)) ||
      (side?.through != null && !isOwnWork(side))
    )
  }

  /**
   * For values equal within the tolerance: loads of recomputed values or, if there are no data on stores, too few of
   * them.
   */
  #isChance(tool: Tool, pair: number, wastes: number): boolean {
    const { pairs, nodes } = this.#profile
    if (tool === 'redundant-loads' && this.#storedSince !== null) return this.#storedSince(nodes.instruction[pairs.target[pair]!]!)
    return (tool === 'redundant-loads' || tool === 'silent-stores') && wastes < NEARLY_CONVERGED
  }

  /** The largest of the tool, of different instructions. */
  #lookedAt(group: CostedGroup, tool: Tool): ReadonlyArray<{ pair: number; facts: PairFacts }> {
    if (this.#looked?.group !== group)
      this.#looked = { group, pairs: this.#distinctPairs(group, tool).map((pair) => ({ pair, facts: this.#gatherer.facts(pair) })) }
    return this.#looked.pairs
  }

  #distinctPairs({ pairs: rows }: CostedGroup, tool: Tool): number[] {
    // Each column is looked up once: a profile checks on each access whether it was read.
    const { tool: toolOf, source, target } = this.#profile.pairs
    const { instruction } = this.#profile.nodes
    const number = TOOLS.indexOf(tool)
    const instructions = new PairInterner()
    const largest: number[] = []
    for (const pair of rows) {
      if (toolOf[pair] !== number) continue
      const at = instructions.intern(instruction[source[pair]!]!, instruction[target[pair]!]!)
      if (at === largest.length || this.#wasted(pair) > this.#wasted(largest[at]!)) largest[at] = pair
    }
    return largest.sort((a, b) => this.#wasted(b) - this.#wasted(a)).slice(0, LOOKED_AT)
  }

  /** @param holder the function that makes the access, if it differs from the source's */
  #side(node: number, holder: string | null = null, access: AccessFacts | null = null): CauseSide | null {
    const number = this.#places.place[node]!
    if (number < 0) return null
    const { functionIndex, file, line } = this.#places.places[number]!
    const { functions, files, nodes } = this.#profile
    const loop = this.#places.loopAround(node)
    const loopHolder = loop < 0 ? null : this.#loopHolder(node, loop)
    const called = this.#places.calledThere(node)
    const path = files[file] ?? null
    const text = this.#statementAt(file, line)
    return {
      // A function of the program without lines is called there, and holds the access itself.
      function: shortFunctionName(holder !== null && (called < 0 || this.#places.owners[called] === OWN) ? holder : functions[functionIndex]!.name),
      file: path,
      line: line > 0 ? line : null,
      place: path === null ? '' : filePlace(files, path, line > 0 ? line : null),
      text,
      loop: loop < 0 ? null : `the ${loopText(this.#profile, loop)}`,
      loopVariables: loop < 0 ? [] : loopVariablesOf(this.#textAt(nodes.file[loop]!, nodes.line[loop]!)),
      setInLoop:
        loop < 0 || nodes.file[loop] !== file
          ? []
          : [
              ...new Set([
                ...this.#setBetween(file, nodes.line[loop]!, line),
                ...(access === null || called >= 0 ? [] : this.#linesOfLoop(access, path).flatMap(countedIn)),
              ]),
            ],
      loopElsewhere: loop >= 0 && (nodes.file[loop] !== file || loopHolder !== null),
      loopHolder,
      through: called < 0 ? null : libraryFunctionName(functions[called]!.name, text),
    }
  }

  /** A header is of the language of its function: names of C have no parameters and no scope. */
  #languageOf(node: number, side: CauseSide | null): Language | null {
    const language = languageOf(side?.file ?? null)
    const number = this.#places.place[node]!
    if (language !== 'c' || number < 0 || !/\.h$/i.test(side!.file!)) return language
    return /::|\(/.test(this.#profile.functions[this.#places.places[number]!.functionIndex]!.name) ? 'c++' : language
  }

  /** The function whose loop the row is charged to, if the charged place is in a function inlined into it. */
  #loopHolder(node: number, loop: number): CauseSide['loopHolder'] {
    const { nodes, functions, files } = this.#profile
    const charge = this.#places.charge[node]!
    // The call of a library function is in the function that makes it.
    let inlined = -1
    for (let at = nodes.parent[charge]!; at > loop; at = nodes.parent[at]!) if (isFunctionRow(nodes.kind[at]!)) inlined = at
    if (inlined < 0) return null
    const { functionIndex, file, line, parent } = nodes
    return {
      function: shortFunctionName(functions[functionIndex[parent[inlined]!]!]!.name),
      file: files[file[inlined]!] ?? null,
      line: line[inlined]! > 0 ? line[inlined]! : null,
    }
  }

  /** By debug information, of accesses in the program's own module. */
  #knownNames(node: number): readonly string[] {
    const { nodes, instructions, functions, accessedData = [] } = this.#profile
    const number = this.#places.place[node]!
    const row = nodes.instruction[node]!
    if (number < 0 || row < 0 || instructions[row]!.module !== functions[this.#places.places[number]!.functionIndex]!.module) return []
    this.#accessed ??= new Map(accessedData)
    return this.#accessed.get(row) ?? []
  }

  /** In the frame of optimized code. Where the profile has no names of data, it is not known. */
  #isTemporary(node: number, access: AccessFacts): boolean {
    const { accessedData } = this.#profile
    if (accessedData === undefined || accessedData.length === 0 || access.flow === null) return false
    return isStackSlot(access) && !isUnoptimised(access.flow) && this.#knownNames(node).length === 0
  }

  /** @param first line of the loop @param line of the access */
  #setBetween(file: number, first: number, line: number): string[] {
    const names = new Set<string>()
    for (let at = Math.max(first + 1, line - MOST_LINES); at <= line; at++) {
      const text = this.#textAt(file, at)
      if (/\b(?:for|while|do)\b/.test(text ?? '')) for (const name of loopVariablesOf(text)) names.add(name)
      if (at === line) break
      const stored = text === null ? null : storedExpression(text, languageOf(this.#profile.files[file] ?? null))
      if (stored !== null && /^\w+$/.test(stored)) names.add(stored)
    }
    return [...names]
  }

  /** With its continuation lines, of Fortran. */
  #statementAt(file: number, line: number): string | null {
    return languageOf(this.#profile.files[file] ?? null) === 'fortran' ? statementAround((at) => this.#textAt(file, at), line) : this.#textAt(file, line)
  }

  #textAt(file: number, line: number): string | null {
    const path = this.#profile.files[file]
    return path === undefined || line <= 0 ? null : this.#lineText(path, line)
  }
}

/** "records" of `records.push_back(record);`; null: the line adds nothing. */
function addedTo(text: string): string | null {
  return /([A-Za-z_][\w.>[\]-]*?)\s*(?:\.|->)\s*(?:push|emplace|append)(?:_back|_front)?\s*\(/.exec(text)?.[1] ?? null
}

/** The line declares a variable of C or C++ without a value, and stores a constant nonetheless. */
function isFilledByCompiler(access: AccessFacts, side: CauseSide | null, language: Language | null): boolean {
  if (side?.text == null || (language !== 'c' && language !== 'c++') || (side.through !== null && side.through !== 'memset')) return false
  return declaresWithoutValue(side.text, language) && initialises(access, valueStored(access))
}

/** What overwrites the store of a loop, if its machine code is known; null: the next iteration, as far as is known. */
function overwritingPart(access: AccessFacts): 'run' | 'either' | null {
  if (access.flow === null || access.loop === null) return null
  const kind = motionOf(access)?.kind
  return kind === 'strided' ? 'run' : kind === 'invariant' ? null : 'either'
}

/** A zero byte behind the characters: code that takes the text reads it. */
function isEndOfText(access: AccessFacts, text: string | null): boolean {
  const { instruction } = access
  if (text === null || instruction === null || instruction.memory === null || isStackSlot(access)) return false
  return accessBytes(instruction) === 1 && storesZero(access) && /(?:\]|\*\s*[\w>.()+-]+)\s*=\s*(?:0|'\\0'|NUL)\s*;/.test(text)
}

/** Reuses are grouped by those that miss the caches, which need not be the majority of a pair's. */
function concludedOf(facts: PairFacts): Conclusion | null {
  return firstConclusion(facts) ?? (facts.tool === 'reuse-distance' ? reuseOutOfCache(facts) : null)
}

/** Variables that a line increments or decrements. */
function countedIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.>])(\w+)\s*(?:\+\+|--|[-+]=)|(?:\+\+|--)\s*(\w+)(?!\s*(?:->|\.|\[|\w))/g)].flatMap((match) => match[1] ?? match[2] ?? [])
}

/** `p = p->next`, or `q = p; p = q->next`; the first element of a chain is set before the loop, or where a `for` begins. */
function followsLink(text: string, name: string): boolean {
  const step = text.replace(/\bfor\s*\([^;]*;/, '')
  return new RegExp(`\\b${name}\\s*=\\s*\\w+\\s*->\\s*\\w+\\s*(?:[;,)]|$)`).test(step)
}

/** Both lines have the same text, which computes something, or calls a function that does. */
function computesTwice(earlier: CauseSide | null, later: CauseSide | null): boolean {
  if (earlier?.text == null || later?.text == null || earlier.through !== null || later.through !== null) return false
  const [one, other] = [earlier.text, later.text].map((text) => text.replace(/\/\*.*?\*\/|\/\/.*$/g, '').trim())
  const [, computed] = /[^=!<>]=(?!=)(.+)/.exec(one!) ?? []
  return one === other && computed !== undefined && /\w\s*[-+*/(]\s*[\w(&*]/.test(computed)
}

/** Of two values, half are equal by chance; so are many first values of counts. */
function isFlagByChance(name: AdviceClass, facts: PairFacts): boolean {
  if (mostlyRepeats(facts)) return false
  return (name === 'repeated-results' && isFlag(facts.target)) || (name === 'unchanged-store' && beginsCount(facts.target))
}

/** Loads without a cause come after others: most programs need them. @param wastes of the accesses there */
function isDoubtful(name: AdviceClass, facts: PairFacts, wastes: number): boolean {
  if (facts.tool !== 'redundant-loads') return isHalf(name, facts)
  return surenessOf(name, 'possible') === 'observed' || isHalf(name, facts) || (name === 'redundant-copy' && wastes < LEAST_COPIED)
}

/** Only some of the accesses there repeat or stay unread: the others are needed, so usually all are. */
function isHalf(name: AdviceClass, facts: PairFacts): boolean {
  if (name === 'unread-result') return (facts.wastedHere() ?? 1) < MOSTLY_UNREAD
  return MAY_BE_CHANCE.has(name) && !mostlyRepeats(facts)
}

function keysOf(
  name: AdviceClass,
  tool: Tool,
  earlier: CauseSide | null,
  later: CauseSide | null,
  data: string | null,
  { source, target }: PairFacts,
): Pick<Cause, 'mergeKeys' | 'sharedKeys'> {
  if (name === 'unoptimised-code') return { mergeKeys: ['program'], sharedKeys: [] }
  const family = familyOf(tool)
  const functions = [earlier, later]
    .map((side) => (side === null ? '' : `${side.file}:${side.function}`))
    .sort()
    .join('|')
  const wasted = wastesEarlier(tool) ? earlier : later
  // The calls that move elements cost the same, whether or not the elements are used.
  if (name === 'growth-copy' && wasted !== null) return { mergeKeys: [`${wasted.file}:${wasted.function}`], sharedKeys: [] }
  // All operations of an interpreter.
  if (name === 'interpreted-operation') return { mergeKeys: [`${family}|${functions}|operations`], sharedKeys: [] }
  // Spilled registers are stored, and loaded again.
  if (name === 'spill-and-reload') return { mergeKeys: [`${functions}|${wasted?.loop ?? ''}`], sharedKeys: [] }
  // The earlier use of the data does not affect its current traversal.
  if (name === 'poor-loop-order' && later !== null) return { mergeKeys: [`${later.file}:${later.function}|${later.loop ?? ''}|${data ?? ''}`], sharedKeys: [] }
  // All loads along a chain are one search.
  const isOneCause = name === 'chained-lookup' || [source, target].every(({ loop }) => loop?.loop != null && loop.loop.body.length <= SMALL_LOOP)
  const loops = isOneCause && earlier?.loop != null && later?.loop != null ? [`loops ${[earlier.loop, later.loop].sort().join('|')}`] : []
  const texts = earlier?.text != null && later?.text != null ? [`text ${[earlier.text, later.text].sort().join('|')}`] : []
  const array = data === null ? [] : [`data ${data.split(' or ').map(arrayOf).sort().join('|')}`]
  // Overwriting one initialization piece by piece is one cause.
  const initialised = name === 'overwritten-before-use' && earlier !== null ? [`set at ${earlier.line ?? '?'}`] : []
  const keyed = (key: string): string => `${family}|${functions}|${key}`
  return { mergeKeys: [...initialised, ...loops, ...texts, ...array].map(keyed), sharedKeys: [...texts, ...array].map(keyed) }
}
