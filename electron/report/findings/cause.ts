/**
 * The cause of a group of pairs: the advice rules applied to its heaviest pairs, its places as text, and the name of
 * its data.
 */
import type { AdviceClass, AdvicePlace, Sureness } from '../../../shared/advice/advice.ts'
import { isStackSlot, loadsArray, type AccessFacts, type PairFacts } from '../../../shared/advice/pair_facts.ts'
import {
  changesBeside,
  computesAnew,
  isReadByEachCall,
  isReadAfterCall,
  isReadByOtherFunction,
  isReadForResult,
} from '../../../shared/advice/rules/needed_again.ts'
import { scopeLines } from '../../../shared/advice/words.ts'
import type { ChargedPlaces } from '../../../shared/findings/charged_places.ts'
import { makesArgumentList, mentionsVolatile } from '../../../shared/findings/expressions.ts'
import type { LeftOutReason } from '../../../shared/findings/finding.ts'
import { accessPart, type AccessPart } from '../../../shared/findings/access_part.ts'
import type { WastedAmount } from '../../../shared/findings/group_pairs.ts'
import { judgesStores, wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import type { CauseFacts, CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import { listText } from '../../../shared/names/list_text.ts'
import { filePlace } from '../../../shared/names/short_paths.ts'
import { RELATIONS, type Profile, type ProfileTables } from '../../../shared/profile/profile.ts'
import { PAIR_APPROXIMATE } from '../../../shared/profile/tables.ts'
import type { Tool } from '../../../shared/run.ts'
import { FactGatherer } from '../advice/gather_facts.ts'
import { dataOf } from './data_names.ts'
import type { CostedGroup } from './costed_group.ts'
import { isSure } from './election.ts'
import type { LineText } from './line_texts.ts'
import { kernelReader } from './kernel_reader.ts'
import { VolatileNames } from './volatile_names.ts'
import { acrossProcessors } from './cause/across_processors.ts'
import { isDoubtful, isFlagByChance, isNearByChance, mayBeSteps, repeatedShare, Tolerance } from './cause/chance.ts'
import { Conclusions } from './cause/conclusions.ts'
import { CopiedObjects, type Copies } from './cause/copies.ts'
import { addsOneTo, isOfLibrary } from './cause/containers.ts'
import { isPassedByAddress, preparesCall, whereLines } from './cause/fortran.ts'
import { Lookups } from './cause/lookups.ts'
import { keysOf, type MergeKeys } from './cause/merge_keys.ts'
import { Sides } from './cause/sides.ts'
import { ENOUGH_OBSERVATIONS, mustBeValid, storeFacts } from './cause/stores.ts'
import { surenessByLines, surenessOfCause } from './cause/sureness.ts'

/**
 * The order of findings. actionable: the remedy is known; traversal: most programs need each traversal of their data;
 * doubtful: probably equal within the tolerance by chance, or read by the kernel, which sampling does not see.
 */
export type Standing = 'actionable' | 'traversal' | 'doubtful'

export interface Cause extends MergeKeys {
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
  /** Of containers that grow: an allocation for each remains, and is no part of the bound. */
  keepsFirst: boolean
  /** The change saves these copies; null: it saves something else. */
  copies: Copies | null
  /** The change saves most runs of the loop around the accesses. */
  sparesLoop: boolean
  /** The change rewrites the whole statement in these lines of the wasted access's file; null: it does not. */
  statement: [first: number, last: number] | null
  /** The change makes this many functions faster as a whole; null: it changes one place. */
  wholeFunctions: number | null
  /** File and line of the wasted access. */
  wastedAt: string
  /** Volatile or atomic: the access must happen. */
  isRequired: boolean
  /** Why it is left out, for another reason; null: it is a finding. */
  leftOut: LeftOutReason | null
}

/** No rule fits, so only the values are evidence. */
export const WITHOUT_CAUSE: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unchanged-store', 'repeated-load'])
/** These, and results of which the inputs are not known. */
const SHOWS_VALUES: ReadonlySet<AdviceClass> = new Set<AdviceClass>([...WITHOUT_CAUSE, 'repeated-results'])
/** For data that any code traverses or reads again. */
const OF_PASSES: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['repeated-traversal', 'repeated-load'])
/** They say more than that an object is copied, or that nothing is to be changed. */
const SAY_MORE_THAN_COPIED: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'unoptimised-code',
  'required-access',
  'growth-copy',
  'reference-count',
  'busy-waiting',
  'repeated-lookup',
  'zeros-dominate',
])

export class CauseGatherer {
  readonly #profile: ProfileTables
  readonly #places: ChargedPlaces
  #acrossProcessors: number | null = null
  readonly #sides: Sides
  readonly #lookups: Lookups
  readonly #copied: CopiedObjects
  readonly #tolerance: Tolerance
  readonly #volatile: VolatileNames
  readonly #conclusions: Conclusions

  constructor(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>, places: ChargedPlaces, lineText: LineText, wasted: WastedAmount) {
    this.#profile = profile
    this.#places = places
    this.#sides = new Sides(profile, places, lineText)
    this.#lookups = new Lookups(profile, places, lineText, this.#sides)
    this.#copied = new CopiedObjects(profile, places)
    this.#tolerance = new Tolerance(profile)
    this.#volatile = new VolatileNames(lineText)
    // Without copying: that would read every column.
    const gatherer = new FactGatherer(
      profile.codeAt === undefined ? Object.assign(Object.create(profile) as ProfileTables, { codeAt: () => null }) : (profile as Profile),
    )
    this.#conclusions = new Conclusions(profile, places, this.#lookups, gatherer, wasted)
  }

  of(group: CostedGroup): Cause {
    const { pairs, objects, run } = this.#profile
    const [tool, { heaviest: first, observations }] = [...group.tools][0]!
    const {
      // The pair that the conclusion is of, whose data the finding names.
      pair: heaviest,
      facts,
      class: name,
      sureness: concluded,
      evidence,
      place,
      siblingCalls,
      details,
    } = this.#conclusions.of(group, tool, first)
    // Registers are those of the function into which others are inlined.
    const named = (access: AccessFacts): string | null => (name === 'spill-and-reload' ? access.physicalFunction : null)
    const [earlier, later] = [
      this.#sides.of(pairs.source[heaviest]!, named(facts.source), facts.source),
      this.#sides.of(pairs.target[heaviest]!, named(facts.target), facts.target),
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
      known: { earlier: this.#sides.knownNames(pairs.source[heaviest]!), later: this.#sides.knownNames(pairs.target[heaviest]!) },
      isTemporary: {
        earlier: this.#sides.isTemporary(pairs.source[heaviest]!, facts.source),
        later: this.#sides.isTemporary(pairs.target[heaviest]!, facts.target),
      },
      isOffFrame: { earlier: this.#sides.isOffFrame(facts.source), later: this.#sides.isOffFrame(facts.target) },
      loadsArray: tool === 'redundant-loads' && loadsArray(facts.target),
      object: objects[pairs.object[heaviest]!]?.name ?? null,
    })
    const isApproximate = (pairs.flags[heaviest]! & PAIR_APPROXIMATE) !== 0
    const wastes = group.costs.get(tool)?.wasted ?? 0
    const sureness = surenessByLines({
      class: name,
      concluded,
      data,
      earlier,
      later,
      samePlace,
      isApproximate,
      storedInLoop: () => (later === null ? [] : this.#sides.storesInLoop(facts.target, later)),
    })
    const isNear = isApproximate && !this.#tolerance.isEqual(tool, name, details, heaviest, wastedSide, facts.target)
    const isChance = isNear && this.#tolerance.isChance(tool, heaviest, repeatedShare(name, wastes, facts.wastedHere()))
    // Most data of an interpreter is needed by the program that it runs.
    const interprets = name === 'interpreted-operation' && tool === 'redundant-loads' && sureness === 'observed'
    const growsByFactor = name === 'growth-copy' && details.growsByFactor === true && details.byHand !== true
    const language = this.#sides.languageOf(wastedNode, wastedSide)
    const wastedAccess = wastesEarlier(tool) ? facts.source : facts.target
    const textAt = this.#sides.textIn(wastedSide)
    const isFortran = language === 'fortran' && tool !== 'reuse-distance'
    const statement = isFortran && judgesStores(tool) && data === null && !isStackSlot(wastedAccess) ? whereLines(wastedSide, textAt) : null
    const isMask = statement !== null
    const isOfCall =
      isFortran &&
      (judgesStores(tool)
        ? preparesCall(wastedAccess, wastedSide, details.onStack === true, () => this.#sides.isTemporary(wastedNode, wastedAccess))
        : isPassedByAddress(name, data, wastedSide, wastedAccess, textAt))
    const neededAgain = (): boolean =>
      (OF_PASSES.has(name) || interprets) &&
      ((name === 'repeated-traversal' && computesAnew(tool, wastes, observations)) ||
        changesBeside(facts) !== null ||
        isReadByOtherFunction(facts) ||
        isReadByEachCall(facts) ||
        isReadForResult(facts) ||
        isReadAfterCall(facts) ||
        this.#lookups.haveDifferentKeys(facts.siblingCalls))
    const leftOutAs = (): LeftOutReason | null => {
      if (isOfCall) return 'calls'
      if (growsByFactor && isOfLibrary(wastedSide)) return 'library'
      if (isMask) return null
      if ((isChance || isFlagByChance(name, facts)) && (SHOWS_VALUES.has(name) || details.storesBack === 'result') && observations >= ENOUGH_OBSERVATIONS)
        return 'chance'
      if (isNear && !samePlace && isNearByChance(name, details, earlier, later)) return 'chance'
      return neededAgain() ? 'needed-again' : null
    }
    const reader = tool === 'dead-stores' && run.engine !== 'exhaustive' ? kernelReader(facts) : null
    const stores = storeFacts({ tool, class: name, facts, earlier, side: wastedSide, language, samePlace, data, wastes, observations, reader })
    const copies = SAY_MORE_THAN_COPIED.has(name) || !(tool === 'redundant-loads' || judgesStores(tool)) ? null : this.#copied.of(wastedNode)
    const filled: AdviceClass = wastesEarlier(tool) ? 'overwritten-before-use' : 'repeated-initialisation'
    const found: AdviceClass = isMask ? 'repeated-results' : stores.filledByCompiler ? filled : name
    // The line of the instruction may be another one.
    const [slot, ...others] = isStackSlot(wastedAccess) ? this.#sides.knownNames(wastedNode) : []
    const inSlot = slot !== undefined && others.length === 0 && data !== null && tool !== 'reuse-distance' ? slot : null
    const container = growsByFactor ? this.#addsOneTo(wastedSide) : null
    const across = facts.sharing === null ? 1 : (this.#acrossProcessors ??= acrossProcessors(this.#profile))
    const cause: Cause = {
      class: found,
      sureness: isMask ? 'possible' : surenessOfCause(sureness, stores, reader !== null || container !== null),
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
        reader !== null ||
        across === 0 ||
        isChance ||
        mayBeSteps(details, isNear) ||
        interprets ||
        (!isSure(sureness) && !stores.isMeasured && isDoubtful(name, facts, wastes))
          ? 'doubtful'
          : name === 'repeated-traversal'
            ? 'traversal'
            : 'actionable',
      accessPart:
        details.storesBack === 'result'
          ? null
          : // The loop remains, and no longer touches the objects.
            accessPart(
              details.byPointers === true ? 'repeated-load' : name,
              tool,
              wastedAccess,
              this.#places.inLibrary[wastedNode] === 1 ? (wastedSide?.through ?? '') : null,
              samePlace,
            ),
      // An instruction of a library is that of all its callers.
      wastedHere: this.#places.inLibrary[wastedNode] === 1 ? 0 : (facts.wastedHere() ?? 0),
      isOfNewValues: isNear && this.#tolerance.isNew(tool, heaviest) && facts.source.loop?.header === facts.target.loop?.header,
      sparedCall: null,
      keepsFirst: false,
      copies: null,
      sparesLoop: false,
      statement,
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
        ...(stores.readElsewhere && !stores.filledByCompiler && !stores.endsText ? { readElsewhere: true } : {}),
        ...(stores.endsText ? { endsText: true } : {}),
        ...(stores.partlyRead ? { partlyRead: true } : {}),
        ...(stores.overwrittenBy === null ? {} : { overwrittenBy: stores.overwrittenBy }),
        ...(stores.filledByCompiler ? { filledByCompiler: true } : {}),
        ...(container === null ? {} : { oneForEachCall: true }),
        ...(isMask ? { storesMask: true } : {}),
        tolerance: isNear ? run.tolerance : null,
        scope: facts.scope?.text ?? null,
        sharing: facts.sharing,
        ...(across < 1 ? { acrossProcessors: across } : {}),
      },
      leftOut: leftOutAs(),
      ...(statement === null ? keysOf(name, tool, earlier, later, data, facts) : { mergeKeys: [`${wastedSide?.file}:${statement[0]}`], sharedKeys: [] }),
      wastedAt: `${wastedSide?.file ?? ''}:${wastedSide?.line ?? ''}`,
      isRequired:
        tool !== 'reuse-distance' &&
        tool !== 'false-sharing' &&
        ([earlier?.text, later?.text].some((text) => text != null && mentionsVolatile(text)) ||
          (data !== null && wastedSide?.file != null && this.#volatile.has(wastedSide.file, data)) ||
          (wastedSide?.text != null && makesArgumentList(wastedSide.text)) ||
          (name === 'unread-result' && !stores.isMeasured && mustBeValid(facts, data))),
    }
    return copies === null ? cause : this.#copying(cause, copies, facts)
  }

  /** What the accesses are for says more than what each of them repeats. */
  #copying(cause: Cause, copies: Copies, facts: PairFacts): Cause {
    const { tool, relation, language, scope } = cause.facts
    const side = this.#sides.of(copies.row)
    const placeTexts = copies.places.map(({ file, line }) => filePlace(this.#profile.files, file!, line))
    return {
      ...cause,
      class: 'copied-object',
      sureness: 'possible',
      evidence: [`Objects of ${copies.type} are copied at ${listText(placeTexts)}, and the copies are destroyed.`, ...scopeLines(facts)],
      place: copies.places.find(({ file, line }) => file === side?.file && line === side.line) ?? copies.places[0]!,
      standing: 'actionable',
      accessPart: null,
      copies,
      facts: {
        class: 'copied-object',
        tool,
        relation,
        earlier: side,
        later: side,
        samePlace: true,
        data: copies.type,
        element: null,
        language,
        siblingCalls: null,
        tolerance: null,
        scope,
        sharing: null,
      },
      leftOut: null,
      wastedAt: `${side?.file ?? ''}:${side?.line ?? ''}`,
      isRequired: false,
      mergeKeys: [`${side?.file ?? ''}:${side?.function ?? ''}|${copies.type}`],
      sharedKeys: [],
    }
  }

  /** Pairs of the group that must happen, if others of it need not. */
  requiredAmong(group: CostedGroup): number[] {
    return this.#conclusions.requiredAmong(group)
  }

  /** The container to which a line, in no loop, adds an element, and no line nearby another one; null: it is not known to be so. */
  #addsOneTo(side: CauseSide | null): string | null {
    const file = this.#profile.files.indexOf(side?.file ?? '')
    return addsOneTo(side, (line) => this.#sides.textAt(file, line))
  }
}
