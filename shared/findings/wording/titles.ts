/** One plain sentence for a finding. */
import { toleranceText } from '../../advice/doubts.ts'
import { arrayOf, isIndexedBy, languageOf, storedExpression } from '../expressions.ts'
import {
  addsElements,
  appendsCharacters,
  asSentence,
  calledAgain,
  climbs,
  functionText,
  otherSide,
  sameFunction,
  strippedLibrary,
  wastedSide,
  type CauseFacts,
  type CauseSide,
} from './cause_facts.ts'
import { counted } from '../../names/counted.ts'
import { wastesEarlier } from '../tool_findings.ts'
import { shortFunctionName } from './short_names.ts'
import { filledTitle, maskTitle } from './store_words.ts'

export function titleOf(facts: CauseFacts): string {
  const { alike = 0 } = facts
  return asSentence(`${sentenceOf(facts)}${alike === 0 ? '' : `, and likewise in ${counted(alike, 'more place')}`}`)
}

function sentenceOf(facts: CauseFacts): string {
  const side = wastedSide(facts)
  const [who, data] = [functionText(side.function), dataText(facts)]
  const inLoop = inLoopOf(side)
  const { inputsWithin } = facts
  if (facts.filledByCompiler === true) return filledTitle(facts)
  if (facts.storesMask === true) return maskTitle(facts)
  if (addsElements(facts.class, side)) return added(facts)
  switch (facts.class) {
    case 'unoptimised-code':
      return 'the program is compiled without optimization, so local variables live in memory'
    case 'false-sharing':
      return `${threadsText(facts)} use different variables in one cache line${ofData(facts)}${onSeveral(facts)}`
    case 'true-sharing':
      return `${threadsText(facts)} write to the same variable${facts.data === null ? '' : `, ${facts.data}`}${onSeveral(facts)}`
    case 'memory-accumulator':
      return `${holderOf(side)} stores ${data}${throughInlined(side)} in every iteration${ofLoop(side)} instead of keeping it in a register`
    case 'spill-and-reload':
      return `${who} runs out of registers${inLoop} and keeps local variables on the stack`
    case 'loop-invariant-load':
      return `${holderOf(side)} loads ${data}${throughInlined(side)} in every iteration${ofLoop(side)}, although it ${facts.rarelyChanges === true ? 'rarely changes' : 'does not change'}`
    case 'aliased-reload':
      return `${who} loads ${data} again${inLoop} after a store or call that does not change it`
    case 'call-invariant-load':
      return sameFunction(facts) ? `every call of ${who} loads ${data} again, ${unchanged(facts)}` : loadedAgain(facts)
    case 'table-lookup':
      return `${who} looks up the same entries of ${facts.data ?? 'a table'} again and again${inLoop}`
    case 'interpreted-operation':
      return `${holderOf(side)} interprets one operation after the other${inLoop}, and ${facts.tool === 'silent-stores' ? 'stores results that are already there' : 'loads unchanged data for each'}`
    case 'linear-search':
      return side.through !== null
        ? `${who} compares ${facts.data ?? 'the same text'} with one element after the other${through(side)}${inLoop}`
        : `${who} searches ${facts.data ?? 'the same elements'} one by one, again and again`
    case 'chained-lookup':
      if (facts.chain === 'tree') return `${who} goes down the nodes of an ordered tree again and again${through(side)}${inLoop}`
      // Its data is the text that is looked for.
      if (side.through !== null) return `${who} compares ${facts.data ?? 'the same text'} with one element of a chain after the other${through(side)}${inLoop}`
      return climbs(facts)
        ? `${who} climbs the same branch of a tree (${facts.data}) again and again`
        : facts.chain === 'slots'
          ? `${who} tries the slots of ${facts.data === null ? 'a table' : arrayOf(facts.data)} one after the other, again and again`
          : `${who} follows the same chain${facts.data === null ? '' : ` (${facts.data})`} again and again`
    case 'stencil-reload':
      return `${who} loads values${facts.data === null ? '' : ` of ${facts.data}`} again that the previous iteration has loaded`
    case 'repeated-traversal':
      return `${who} goes through ${facts.data ?? 'the same data'} again${inLoop}, ${unchanged(facts)}`
    case 'poor-loop-order':
      return `${who} walks ${data} across cache lines instead of along them${inLoop}`
    case 'distant-reuse':
      return sameFunction(facts)
        ? `${who} uses ${data} again only after the caches have lost it`
        : `${who} uses ${facts.data ?? 'data'} that ${functionText(otherSide(facts).function)} used so long ago that the caches have lost it`
    case 'growth-copy':
      if (facts.byHand === true) return `${who} copies its data to newly allocated memory${inLoop}, and frees the old memory, each time the data grows`
      if (facts.oneForEachCall === true)
        return `${who} adds one element to ${facts.data ?? 'a container'} with each call, and its memory is full again and again`
      return facts.growsByFactor === true
        ? `${who} copies ${facts.data ?? 'a container'}${inLoop} each time its memory is full`
        : `${who} lets ${facts.data ?? 'a container'} grow step by step${inLoop}, and copies it each time`
    case 'copied-object':
      return `${who} makes copies of ${facts.data ?? 'an object'}${inLoop}, where references may do`
    case 'built-anew':
      if (facts.onStack === true) return `${who} builds an object on the stack again and again${inLoop}, and parts of it stay the same`
      return `${who} builds ${facts.data ?? 'an object'}${through(side)} anew${inLoop}, although most of it stays the same`
    case 'reference-count':
      return `${who} counts references${through(side)}${inLoop} for a pointer that it only passes on`
    case 'repeated-call':
      return `${who} calls ${calledAgain(facts)} again${inLoop} with ${inputsWithin === undefined ? 'the same arguments' : `arguments that have not changed by more than ${toleranceText(inputsWithin)}`}`
    case 'repeated-lookup':
      return lookedUpTwice(facts)
    case 'recomputation':
      return inputsWithin === undefined
        ? `${who} computes ${data} again and gets the same result`
        : `${who} computes ${data} again from inputs that have not changed by more than ${toleranceText(inputsWithin)}`
    case 'repeated-results':
      return resultsAgain(facts)
    case 'update-without-effect':
      if (facts.setsAgain === true) return `${who} sets ${data} again${inLoop} to the value that it already has`
      return facts.storesBack === 'link'
        ? `${who} stores to ${data} the link that it has just read from there${inLoop}`
        : `${who} updates ${data} without changing it${facts.tolerance === null ? '' : ` by more than ${toleranceText(facts.tolerance)}`}`
    case 'zeros-dominate':
      if (facts.zeroInput === true) return `most values from which ${who} computes ${data} are zero`
      return `most values that ${who} ${facts.tool === 'redundant-loads' || facts.tool === 'spatial-loads' ? 'loads' : 'stores'}${facts.data === null ? '' : ` (${facts.data})`} are zero`
    case 'uniform-data':
      return `neighboring elements${facts.data === null ? '' : ` of ${facts.data}`} that ${who} loads ${facts.tolerance === null ? 'have the same value' : `differ by at most ${toleranceText(facts.tolerance)}`}`
    case 'redundant-copy':
      return facts.tool === 'silent-stores'
        ? `${who} copies${through(side)}${facts.data === null ? '' : ` to ${facts.data}`} what is already there${nearly(facts)}`
        : `${who} copies ${data}${through(side)} again, ${unchanged(facts)}`
    case 'unread-stack-store':
      return `${who} stores ${facts.data ?? 'a local variable'} that is overwritten before it is read`
    default:
      return wastesEarlier(facts.tool)
        ? overwritten(facts)
        : facts.tool === 'registers'
          ? `${who} computes a value again${inLoop} that the register already holds`
          : facts.tool === 'silent-stores'
            ? storedAgain(facts)
            : loadedAgain(facts)
  }
}

/** Nobody knows the loops of a library's headers. */
function inLoopOf({ loop, isLoopOfLibrary = false }: CauseSide): string {
  return loop === null || isLoopOfLibrary ? '' : ` in ${loop}`
}

function added(facts: CauseFacts): string {
  const side = wastedSide(facts)
  return `${holderOf(side)} adds ${appendsCharacters(side) ? 'characters' : 'elements'} to ${facts.data ?? 'a container'}${through(side)} one by one${inLoopOf(side)}`
}

function lookedUpTwice({ siblingCalls }: CauseFacts): string {
  if (siblingCalls === null) return 'two calls look up the same entry'
  const { caller, earlier: first, later: second } = siblingCalls
  const [who, called, again] = [caller, first.callee, second.callee].map((name) => functionText(shortFunctionName(name)))
  return called === again
    ? `${who} calls ${called} twice, and both calls load the same data`
    : `${who} calls ${called} and ${again}, and both load the same data`
}

function overwritten(facts: CauseFacts): string {
  const { earlier, later, samePlace, data } = facts
  if (earlier === null || later === null) return `${functionText(wastedSide(facts).function)} writes ${dataText(facts)} that is overwritten before it is read`
  const [first, second] = [functionText(earlier.function), functionText(later.function)]
  if (first === second && strippedLibrary(earlier.function) !== null)
    return `${second} overwrites ${quantity(facts)} it has just written${data === null ? '' : ` to ${data}`}`
  if (!sameFunction(facts)) return `${second} overwrites ${quantity(facts)} ${first} has just written${data === null ? '' : ` to ${data}`}`
  if (facts.endsText === true)
    return `${first} ends the text in ${arrayOf(dataText(facts))} at line ${earlier.line}, and line ${later.line} overwrites its end before it is read`
  if (!samePlace)
    return `${first} writes ${dataText(facts)} at line ${earlier.line}${through(earlier)} and overwrites it at line ${later.line}${through(later)}${asNamedLater(facts)} before it is read`
  if (later.loop !== null && (facts.overwrittenBy === 'run' || isIndexedBy(facts.element ?? data ?? '', later.loopVariables)))
    return `${first} overwrites ${dataText(facts)}${through(later)} that the previous run of ${later.loop} has written, before it is read`
  if (later.loop !== null && facts.overwrittenBy === 'either')
    return `${first} overwrites ${dataText(facts)}${through(later)} that it has written before in ${later.loop}, before it is read`
  if (later.loop !== null) return `${first} overwrites ${dataText(facts)}${through(later)} from one iteration to the next${ofLoop(later)} before it is read`
  return `${first} overwrites ${dataText(facts)}${through(later)} that its previous call has written, before it is read`
}

/** " (as q->next)": other objects may be known by another name where they are overwritten. */
function asNamedLater({ later, data, language }: CauseFacts): string {
  if (later?.text == null || later.through !== null || data === null) return ''
  const again = storedExpression(later.text, language)
  return again === null || arrayOf(again) === arrayOf(data) ? '' : ` (as ${again})`
}

function storedAgain(facts: CauseFacts): string {
  const { earlier, later, data } = facts
  const side = later ?? earlier!
  const who = `${functionText(side.function)}${inLoopOf(side)}`
  const same = facts.tolerance === null ? 'the value that is already there' : `a value within ${toleranceText(facts.tolerance)} of what is already there`
  const since = earlier === null || later === null || sameFunction(facts) ? '' : `, since ${functionText(earlier.function)} stored it`
  return `${who} stores${through(side)} to ${data ?? 'memory'} ${same}${since}`
}

function resultsAgain(facts: CauseFacts): string {
  const { earlier, samePlace, data } = facts
  const side = wastedSide(facts)
  const who = functionText(side.function)
  const results = facts.tolerance === null ? 'the same results' : `results within ${toleranceText(facts.tolerance)} of the old ones`
  if (samePlace || earlier === null) return `${who} stores ${results}${through(side)} to ${data ?? 'memory'} again in ${side.loop ?? 'a loop'}`
  const by = sameFunction(facts) ? (earlier.loop ?? `line ${earlier.line ?? '?'}`) : functionText(earlier.function)
  return `${who} stores to ${data ?? 'memory'}${through(side)} ${results === 'the same results' ? 'the result' : 'a result within ' + toleranceText(facts.tolerance!) + ' of the one'} that ${by} has stored there`
}

function loadedAgain(facts: CauseFacts): string {
  const { earlier, later, data } = facts
  const side = later ?? earlier!
  const who = `${functionText(side.function)}${inLoopOf(side)}`
  if (earlier === null || later === null || sameFunction(facts)) return `${who} loads ${data ?? 'the same data'}${through(side)} again, ${unchanged(facts)}`
  return `${who} loads ${data ?? 'data'}${through(side)} again that ${functionText(earlier.function)} has already loaded`
}

function unchanged({ tolerance }: CauseFacts): string {
  return tolerance === null ? 'although it has not changed' : `although it has not changed by more than ${toleranceText(tolerance)}`
}

function nearly({ tolerance }: CauseFacts): string {
  return tolerance === null ? '' : `, within ${toleranceText(tolerance)}`
}

/** "everything that", by the overwritten share. */
function quantity({ wasted }: CauseFacts): string {
  if (wasted >= 0.95) return 'everything that'
  return wasted >= 0.5 ? 'most of what' : 'part of what'
}

function dataText({ data, tool }: CauseFacts): string {
  return data ?? (tool === 'redundant-loads' ? 'the same value' : tool === 'reuse-distance' ? 'the same data' : 'a value')
}

function ofData({ data }: CauseFacts): string {
  return data === null ? '' : ` of ${data}`
}

function ofLoop({ loop }: CauseSide): string {
  return loop === null ? '' : ` of ${loop}`
}

/** Fortran has no such functions: the compiler calls them for assignments and loops. */
function through(side: CauseSide): string {
  if (side.through === null) return ''
  const isMade = languageOf(side.file) === 'fortran' && /^mem(?:set|cpy|move)$/.test(side.through)
  return ` through ${isMade ? 'a compiler-generated ' : ''}${functionText(side.through)}`
}

/** The function that the loop is in. */
function holderOf({ function: name, loopHolder }: CauseSide): string {
  return functionText(loopHolder?.function ?? name)
}

/** " through vec::operator[]", where that is not the function that does the access. */
function throughInlined({ function: name, loopHolder }: CauseSide): string {
  return loopHolder === null ? '' : ` through ${functionText(name)}`
}

function threadsText(facts: CauseFacts): string {
  const [one, other] = [functionText(wastedSide(facts).function), functionText(otherSide(facts).function)]
  return one === other ? `threads in ${one}` : `threads in ${one} and ${other}`
}

const onSeveral = ({ acrossProcessors }: CauseFacts): string =>
  acrossProcessors === undefined || acrossProcessors >= 0.5 ? '' : ', which costs time only while they run on several processors at once'
