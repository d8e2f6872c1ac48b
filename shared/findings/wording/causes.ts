/** Why a finding happens and what to do about it. */
import { capitalized } from '../../names/capitalized.ts'
import type { AdviceClass } from '../../advice/advice.ts'
import { CHAIN_WORDS } from '../../advice/chain_words.ts'
import { alternativesText, IF_INPUTS_CHANGE, ifSoText, lookForText, toleranceText } from '../../advice/doubts.ts'
import { judgesStores, wastesEarlier } from '../tool_findings.ts'
import {
  addsElements,
  appendsCharacters,
  asSentence,
  calledAgain,
  climbs,
  functionText,
  isOwnWork,
  otherSide,
  wastedSide,
  type CauseFacts,
  type CauseSide,
} from './cause_facts.ts'
import { doubtOf, isGeneral } from './cause_doubts.ts'
import { builtWords, endedWords, filledWords, maskWords } from './store_words.ts'

interface Words {
  cause: string
  remedy: string
}

export function causeOf(facts: CauseFacts): Words {
  const { cause, remedy } = storeWords(facts) ?? (isGeneral(facts) ? null : words(facts)[facts.class]) ?? generic(facts)
  if (!tookTurns(facts)) return { cause: asSentence(cause), remedy }
  return {
    cause: `${asSentence(cause)} ${ONLY_IN_TURNS.seen}`,
    remedy: `${ONLY_IN_TURNS.first} Otherwise, ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`,
  }
}

/** Of stores whose lines say more than their class. */
function storeWords(facts: CauseFacts): Words | null {
  if (facts.filledByCompiler === true) return filledWords(facts)
  if (facts.endsText === true) return endedWords(facts)
  if (addsElements(facts.class, wastedSide(facts))) return appended(facts)
  return facts.storesMask === true ? maskWords() : null
}

/** All sharing that was observed is between threads on one processor. */
function tookTurns({ acrossProcessors }: CauseFacts): boolean {
  return acrossProcessors === 0
}

/** Whether the sharing costs time cannot be seen in such a run. */
const ONLY_IN_TURNS = {
  seen: 'In this run that never happened: the threads took turns on one processor, so the line stayed in its cache.',
  first:
    'Record again while a processor is free for each of these threads: the cost shows whether they meet there. If they will always take turns, change nothing.',
}

/** The observation, without a claim about its cause. */
export function observedCauseOf(facts: CauseFacts): Words {
  const { cause, remedy } = causeOf(facts)
  // The remedy begins with what tells whether it is one.
  if (tookTurns(facts)) return { cause, remedy }
  const doubt = doubtOf(facts)
  return {
    cause: `${cause} ${lookForText(addsElements(facts.class, wastedSide(facts)) ? 'memory-accumulator' : facts.class, doubt)}`,
    remedy: ifSoText(doubt.remedy ?? remedy),
  }
}

/** The cause with its alternatives. */
export function possibleCauseOf(facts: CauseFacts): Words {
  if (tookTurns(facts)) return causeOf(facts)
  const doubt = doubtOf(facts)
  return { cause: alternativesText(doubt), remedy: ifSoText(doubt.remedy ?? causeOf(facts).remedy) }
}

function words(facts: CauseFacts): Partial<Record<AdviceClass, Words>> {
  const side = wastedSide(facts)
  const [who, other, data] = [functionText(side.function), functionText(otherSide(facts).function), facts.data ?? 'the value']
  const loop = side.loop ?? 'the loop'
  const near = facts.inputsWithin === undefined ? null : toleranceText(facts.inputsWithin)
  const ifChanging = near === null ? '' : IF_INPUTS_CHANGE
  const first = side.loop === null ? 'before the first element is added' : 'before the loop'
  const restrict =
    facts.language === 'fortran'
      ? 'a local variable tells the compiler so'
      : facts.language === 'rust'
        ? 'a local variable tells the compiler so'
        : 'a local variable or restrict tells the compiler so'
  return {
    'repeated-initialisation': {
      cause: `${who} sets memory to a constant that ${facts.relation === 'REDUNDANT_WITH' ? 'it already holds' : `${other === who ? 'is set again' : `${other} sets again`} before anything reads it`}.`,
      remedy: 'Initialize once. Later, clear only what was used since; clear nothing where every element is written before it is read.',
    },
    'overwritten-before-use': {
      cause: `${who} initializes ${facts.data ?? 'memory'}, and ${other === who ? `line ${otherSide(facts).line ?? '?'}` : other} writes it before anything reads it.`,
      remedy:
        facts.partlyRead === true
          ? 'Initialize only what is not overwritten: some elements or members, or only on the paths that read it.'
          : `Remove the initialization${at(side)}, or move it to the paths that read it.`,
    },
    'unread-result': {
      cause: `The result that ${who} stores${at(side)} is overwritten before anything reads it.`,
      remedy: 'Compute and store it only on the paths that read it, or once at the end if only the last result is read.',
    },
    'unread-stack-store': {
      cause: `${who} stores a local variable that this path does not read.`,
      remedy: 'Set the variable only on the path that reads it, or inline the call, so that the compiler removes the store.',
    },
    'memory-accumulator': {
      cause: `The address does not change in ${loop}, so each iteration overwrites what the one before has stored. The compiler cannot keep the value in a register because another pointer might refer to it.`,
      remedy: `Accumulate in a local variable and store it once, after ${loop}${holderText(side)}.`,
    },
    'growth-copy':
      facts.oneForEachCall === true
        ? {
            cause: `Each call of ${who} adds one element. Whenever the memory of ${data === 'the value' ? 'the container' : data} is full, it grows by a factor.`,
            remedy:
              facts.language === 'rust'
                ? 'Create the container with Vec::with_capacity for as many elements as most of them get.'
                : 'Reserve memory for as many elements as most containers get, where they are made, or when the first element comes.',
          }
        : facts.growsByFactor === true
          ? {
              cause: `Each time its memory is full, ${data === 'the value' ? 'the container' : data} grows by a factor, and all elements are copied.`,
              remedy:
                facts.language === 'rust'
                  ? `Create it with Vec::with_capacity, or call reserve ${first}.`
                  : facts.language === 'c++' && facts.byHand !== true
                    ? `Call reserve with that size ${first}.`
                    : 'Allocate that size at once.',
            }
          : {
              cause: `While it is filled, ${data === 'the value' ? 'the container' : data} grows: each time its memory is full, all elements are copied to a larger block.`,
              remedy:
                facts.language === 'c' || facts.byHand === true
                  ? 'Allocate the final size at once, or double the capacity each time instead of adding one element.'
                  : facts.language === 'rust'
                    ? 'Create it with Vec::with_capacity, or call reserve before the loop.'
                    : 'Call reserve with the final size before the loop.',
            },
    'copied-object': {
      cause: `${who} copies objects of ${facts.data ?? 'a class'}, and destroys the copies.`,
      remedy:
        facts.language === 'rust'
          ? 'Borrow it instead: pass & in place of .clone(). Where the original is not needed any more, move it.'
          : 'Take a const reference instead: const auto & in a loop over elements, const T & for a parameter. Where the original is not needed any more, use std::move.',
    },
    'built-anew': builtWords(facts),
    'reference-count': {
      cause: `${who} copies a pointer that shares ownership, so its references are counted up and down again.`,
      remedy:
        facts.language === 'rust'
          ? 'Pass &T where the callee does not keep the object, or move the Rc or Arc.'
          : 'Pass const T& where the callee does not keep the object, or std::move the pointer.',
    },
    'repeated-call': {
      cause: `${who} calls ${calledAgain(facts)} again with arguments that have not changed${near === null ? ', so it gets the same result' : ` by more than ${near}`}.`,
      remedy: `Call it once, before ${loop}, or keep the result until an argument changes.${ifChanging}`,
    },
    'repeated-lookup': {
      cause: `${facts.siblingCalls === null ? who : functionText(facts.siblingCalls.caller)} makes two calls that walk through the same data; the later one reads what the earlier one has just read.`,
      remedy: 'Keep what the first call finds (an iterator, a pointer, an entry), and use it instead of the second call.',
    },
    recomputation: {
      cause:
        near === null
          ? `The inputs did not change, so ${who} computed the same result again.`
          : `The inputs did not change by more than ${near}, and ${who} computed nearly the same result again.`,
      remedy: `Keep the result, and compute it again only when an input changes.${ifChanging}`,
    },
    'redundant-copy': {
      cause: `${who} copies values that the destination already holds, or that have not changed since the last copy.`,
      remedy: 'Copy only what has changed, or let both places share one object (pointer or reference).',
    },
    'repeated-results': facts.samePlace
      ? {
          cause: `Each run of ${loop} stores its results to ${facts.data ?? 'memory'} again, and they are mostly ${facts.tolerance === null ? '' : 'nearly '}the same.`,
          remedy: `Keep the results while the inputs of ${loop} stay the same. If it iterates, stop once nothing changes, or leave out the elements that have not changed.`,
        }
      : {
          cause: `Both line ${otherSide(facts).line ?? '?'}${other === who ? '' : ` of ${other}`} and line ${side.line ?? '?'}${other === who ? '' : ` of ${who}`} compute ${data}.`,
          remedy: `Remove the computation${at(side)}, and use the result that is already there.`,
        },
    'update-without-effect':
      facts.storesBack !== undefined
        ? writtenBack(facts, data, loop)
        : facts.setsAgain === true
          ? {
              cause: `${who} stores a constant to ${data}, which mostly holds it already.`,
              remedy:
                'Set it once, and again only where other code has changed it. Or test it before the store: a cache line that is only read stays valid for other threads.',
            }
          : {
              cause: `${who} updates ${data} with an operand that changes nothing, such as adding zero or setting a bit that is already set.`,
              remedy: 'Test the operand first, or leave out the elements that do not change anything.',
            },
    'zeros-dominate': {
      cause: `Most values${facts.zeroInput === true ? ` from which ${data} is computed` : ''} are zero, so most of the work changes nothing.`,
      remedy: 'Skip zeros, or use a sparse representation.',
    },
    'uniform-data': {
      cause: facts.tolerance === null ? 'Neighboring elements hold the same value.' : 'Neighboring elements hold nearly the same value.',
      remedy:
        facts.tolerance === null
          ? 'Compute once for a run of equal elements, or store the value once with a count.'
          : 'If the result may be approximate, compute once for a run of such elements.',
    },
    'spill-and-reload': {
      cause: `More values are live in ${side.loop ?? who} than the processor has registers, or values must survive a call. The compiler keeps some of them on the stack.`,
      remedy: 'Keep fewer values live: split the loop, move rare work out of it, or inline the call.',
    },
    'call-invariant-load': {
      cause: `Each call of ${who} loads ${data} again.`,
      remedy: 'Load it once, outside the loop that makes the calls, and pass it as an argument. If the compiler can inline the function, it does so itself.',
    },
    'loop-invariant-load': {
      cause: `The value of ${facts.data ?? 'the variable'} does not change in ${loop}. The compiler loads it again because a store or a call in the loop might change it.`,
      remedy: `Read it into a local variable before ${loop}${holderText(side)}.`,
    },
    'aliased-reload': {
      cause: `There is a store or a call between both loads. The compiler must assume that it changes ${data}.`,
      remedy: `Keep the value in a local variable across the store or call; ${restrict}.`,
    },
    'table-lookup': {
      cause: `${who} selects entries of a table by data, and selects the same entries again and again.`,
      remedy: 'Keep the entry until the key changes.',
    },
    'interpreted-operation': {
      cause: `${capitalized(loop)} chooses the code of each operation by a value that it loads. From one operation to the next, operands and results are in memory.`,
      remedy:
        'Translate the operations once (into direct calls or machine code), join frequent sequences into one operation, or have one operation process many elements. Keep in local variables what all operations use.',
    },
    'linear-search': {
      cause: `${capitalized(loop)} compares one element after the other until one matches, and reads the same elements for each search.`,
      remedy: 'Sort the elements and use binary search, use a hash table, or remember where the last search ended.',
    },
    'chained-lookup': climbs(facts)
      ? {
          cause: `${capitalized(loop)} goes from a node up to those around it; each step waits for the one before.`,
          remedy: 'Keep in each node what the climb looks for, set when the node is made or moved, or carry it along on the way down.',
        }
      : { cause: chainCause(facts, capitalized(loop)), remedy: CHAIN_WORDS[facts.chain ?? 'links'].remedy },
    'stencil-reload': {
      cause: `Iterations of ${loop} overlap: each loads values that the one before has loaded.`,
      remedy: 'Carry the shared values in local variables from one iteration to the next.',
    },
    'repeated-traversal': {
      cause: `${capitalized(loop)} runs again over data that has not changed since.`,
      remedy:
        facts.byPointers === true
          ? 'Keep what the loop reads of each object beside the pointer to it, so that a pass that needs no more does not touch the objects. Or keep the result until the objects change.'
          : 'Keep the result of the traversal until the data changes, or merge the traversals into one.',
    },
    'poor-loop-order': {
      cause: `Each iteration of ${loop} moves on by more than a cache line, so a whole line is fetched for one element.`,
      remedy: 'Exchange the loops, or transpose the data, so that the innermost loop walks along memory.',
    },
    'distant-reuse': {
      cause: 'So much other data is accessed in between that the caches no longer hold it.',
      remedy: 'Work in blocks (tiles) that fit the cache, or merge the loops that use the data, so that it is used again soon.',
    },
    'false-sharing': {
      cause:
        'Two threads use different variables that lie in one cache line of 64 bytes. When they run at the same time, the line moves back and forth between their processors.',
      remedy: 'Give each thread its own cache line: align and pad to 64 bytes, or work in local variables and store once.',
    },
    'true-sharing': {
      cause: 'Two threads write to the same bytes. When they run at the same time, the cache line moves back and forth between their processors.',
      remedy: 'Give each thread its own copy and combine them at the end, or update the shared one less often.',
    },
    'unoptimised-code': {
      cause: 'Without optimization, the compiler loads and stores every variable each time it is mentioned.',
      remedy: 'Compile with -O2 -g and record again. The remaining findings are more useful then.',
    },
  }
}

function chainCause({ chain }: CauseFacts, loop: string): string {
  if (chain === 'sorted') return `${loop} follows links through sorted elements until a key passes its limit; each step waits for the one before.`
  if (chain === 'slots') return `${loop} tries the slots of a table one after the other, until one has the key or is empty.`
  if (chain === 'tree') return 'Each search goes down a tree and compares the key with that of one node after the other; each step waits for the one before.'
  const followed = `${loop} follows links from one element to the next`
  return chain === 'best'
    ? `${followed}, and looks closer at some of them. Each step waits for the one before.`
    : `${followed}; each step waits for the one before.`
}

function writtenBack({ storesBack, tolerance }: CauseFacts, data: string, loop: string): Words {
  if (storesBack === 'result')
    return {
      cause: `Each iteration of ${loop} loads ${data}, computes the new value from it, and mostly stores ${tolerance === null ? 'the old one' : 'nearly the old one'} again.`,
      remedy: `Test before the computation whether it changes anything, and leave out elements that stay the same. If ${loop} runs until the values converge, stop once nothing changes.`,
    }
  if (storesBack === 'position')
    return {
      cause: `Each iteration of ${loop} loads ${data}, goes on from there in a loop of its own, and mostly ends up with the old value, which it stores again.`,
      remedy: 'Compare with the value that was loaded, and store only one that differs. A cache line that is only read need not be written back.',
    }
  return storesBack === 'link'
    ? {
        cause: `${capitalized(loop)} follows a link, and then stores it back to the place from which it was read, unless it has taken another link in between.`,
        remedy: 'Remember the place of the link, and store there only when the walk takes another link or an element was left out.',
      }
    : {
        cause: `Each iteration of ${loop} loads ${data} and stores it back, mostly unchanged.`,
        remedy: 'Compare first, and store only a value that differs.',
      }
}

function appended(facts: CauseFacts): Words {
  const side = wastedSide(facts)
  const loop = side.loop ?? 'the loop around it'
  if (appendsCharacters(side)) {
    const text = facts.data ?? 'the string'
    return {
      cause: `Each time a character is added to ${text}, its memory, length, and capacity are loaded, and the new length and end are stored.`,
      remedy: `Add all characters of ${loop} by one call, as in ${text}.append(first, last), or collect them in an array first.`,
    }
  }
  const container = facts.data ?? 'the container'
  return {
    cause: `Each time an element is added, the end of ${container} and its capacity are loaded and the new end is stored. The compiler cannot keep them in registers.`,
    remedy:
      facts.language === 'rust'
        ? `Extend ${container} from an iterator of known length, or resize it before ${loop} and assign its elements.`
        : `Resize ${container} before ${loop} and assign its elements.`,
  }
}

function generic(facts: CauseFacts): Words {
  const side = wastedSide(facts)
  const who = functionText(side.function)
  if (facts.tool === 'registers')
    return {
      cause: `${who} produces a value that its register already holds.`,
      remedy: 'Keep the earlier result, or leave out the computation when its inputs have not changed.',
    }
  if (isOwnWork(side) && judgesStores(facts.tool)) return ownWork(facts)
  if (facts.tool === 'silent-stores' && facts.tolerance !== null)
    return {
      cause: `The memory already holds nearly the value that ${who} stores.`,
      remedy: 'Stop iterating once values change by less than you need, or skip the work whose inputs hardly changed.',
    }
  if (facts.tool === 'silent-stores')
    return {
      cause: `The memory already holds the value that ${who} stores.`,
      remedy: 'Skip the work that produces the value when its inputs have not changed, or store only values that differ.',
    }
  if (wastesEarlier(facts.tool))
    return {
      cause: `What ${who} stores is overwritten before anything reads it.`,
      remedy: 'Store only what is read: remove the first store, or move it to the path that reads it.',
    }
  if (side.through !== null)
    return {
      cause: `${functionText(side.through)}, which ${who} calls, reads data again that has not changed.`,
      remedy: `Keep what ${functionText(side.through)} returns, or do the work of several calls in one pass over the data.`,
    }
  return {
    cause: `The memory still holds the value that was loaded before.`,
    remedy: 'Keep the value in a local variable, or do the work that needs it at one time.',
  }
}

/** A library function's stores to its own data. */
function ownWork(facts: CauseFacts): Words {
  const side = wastedSide(facts)
  const called = functionText(side.through!)
  return {
    cause: `${called}, which ${functionText(side.function)} calls, stores values ${wastesEarlier(facts.tool) ? 'that nothing reads' : 'that its memory already holds'}.`,
    remedy: `Call ${called} less often, for example only when its arguments have changed, or keep what it returns.`,
  }
}

/** " of solve(), which calls vec::operator[] at line 12". */
function holderText({ function: name, loopHolder }: CauseSide): string {
  if (loopHolder === null) return ''
  return ` of ${functionText(loopHolder.function)}, which calls ${functionText(name)}${loopHolder.line === null ? '' : ` at line ${loopHolder.line}`}`
}

function at({ place }: CauseSide): string {
  return place === '' ? '' : ` at ${place}`
}
