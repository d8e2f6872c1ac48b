/** What else may be behind a finding, and what to look for. */
import { CHAIN_WORDS } from '../../advice/chain_words.ts'
import { DOUBTS, DOUBTS_WITHOUT_RULE, nearInputs, type Doubt } from '../../advice/doubts.ts'
import { judgesStores, wastesEarlier } from '../tool_findings.ts'
import { addsElements, climbs, functionText, isOwnWork, wastedSide, type CauseFacts } from './cause_facts.ts'
import { ENDED_TEXT, MASKED, MEMBER_OF_FILLED, ON_STACK, setsMemberOfFilled } from './store_words.ts'

/** What else the cause may be, by its facts. */
export function doubtOf(facts: CauseFacts): Doubt {
  if (facts.endsText === true) return ENDED_TEXT
  if (facts.storesMask === true) return MASKED
  if (facts.readElsewhere === true) return readElsewhere(facts)
  if (setsMemberOfFilled(facts)) return MEMBER_OF_FILLED
  if (facts.partlyRead === true && facts.class === 'overwritten-before-use') return PARTLY_READ
  if (facts.storesBack === 'link') return RELINKED
  if (facts.setsAgain === true) return SET_AGAIN
  if (facts.onStack === true) return ON_STACK
  if (facts.zeroInput === true) return ZERO_INPUT
  if (facts.oneForEachCall === true) return ONE_FOR_EACH_CALL
  if (facts.class === 'repeated-results' && !facts.samePlace) return COMPUTED_TWICE
  if (facts.byPointers === true) return POINTED_TO
  if (facts.class === 'chained-lookup') return climbs(facts) ? CLIMBED : CHAIN_WORDS[facts.chain ?? 'links'].doubt
  if (addsElements(facts.class, wastedSide(facts))) return APPENDED
  return nearInputs(facts.class, facts.inputsWithin) ?? (isGeneral(facts) ? null : DOUBTS[facts.class]) ?? genericDoubt(facts)
}

/** The measurement is of one run; the search for the name is of all code. */
function readElsewhere({ data }: CauseFacts): Doubt {
  const name = data ?? 'the variable'
  return {
    either: [
      `no code reads ${name} between both stores`,
      'code that did not run in this recording reads it there, such as an error message or a signal handler',
    ],
    check: `no function that is called between both stores can read ${name}: search the program for its name`,
  }
}

const APPENDED: Doubt = {
  either: ['the number of elements is known before the loop', 'it becomes known in the loop'],
  check: 'it can be computed first',
}

const POINTED_TO: Doubt = {
  either: ['the list can hold what the loop reads of each object', 'each pass needs more of the objects, or changes it'],
  check: 'few members are read, and they change rarely',
}

const PARTLY_READ: Doubt = {
  either: ['the overwritten part needs no initialization', 'some path reads it before it is overwritten'],
  check: 'what is overwritten is always written before it is read',
}

const RELINKED: Doubt = {
  either: ['the walk mostly goes on by the same kind of link, which then needs no store', 'it takes another link, or leaves out an element, almost every time'],
  check: 'the same kind of link is taken several times in a row',
}

const SET_AGAIN: Doubt = {
  either: ['it can be set once, and again only where other code has changed it', 'this is the only place that can set it back'],
  check: 'the code that changes it can also set it back',
}

const ZERO_INPUT: Doubt = {
  either: ['the result stays the same because an input is zero', 'it stays the same for another reason'],
  check: 'a test for zero costs less than the work that it spares',
}

/** The function cannot know how many more calls follow. */
const ONE_FOR_EACH_CALL: Doubt = {
  either: [
    'many containers get a few elements each, and grow several times for them',
    'each gets only one element, whose memory is needed anyway, or one large container rarely grows',
  ],
  check: 'most containers get more than one element',
}

const COMPUTED_TWICE: Doubt = {
  either: ['both places compute the same from the same inputs', 'their inputs differ and happen to give the same result'],
  check: 'nothing between both changes the inputs',
}

const CLIMBED: Doubt = {
  either: ['the same question is asked for one node after the other', 'each climb looks for something else'],
  check: 'the answer can be kept in the nodes',
}

/** A library function's stores to its own data are no result of the caller's. */
export function isGeneral(facts: CauseFacts): boolean {
  return facts.class === 'unread-result' && isOwnWork(wastedSide(facts))
}

function genericDoubt(facts: CauseFacts): Doubt {
  const { tool, tolerance } = facts
  if (isOwnWork(wastedSide(facts)) && judgesStores(tool))
    return {
      either: [`${functionText(wastedSide(facts).through!)} is called more often than needed`, 'each call is needed'],
      check: 'its arguments are the same as last time',
    }
  if (tool === 'silent-stores' && tolerance !== null)
    return {
      either: ['the value has converged or its inputs hardly change', 'different inputs happen to give nearly the same value'],
      check: 'the work can stop earlier or be skipped',
    }
  if (tool === 'silent-stores' || tool === 'registers') return DOUBTS_WITHOUT_RULE['unchanged-store']
  if (wastesEarlier(tool))
    return { either: ['the first store is not needed', 'some other path reads it'], check: 'no path reads the value between both stores' }
  if (wastedSide(facts).through !== null)
    return {
      either: ['several calls go through the same data, where one would do', 'each call does other work with it'],
      check: 'the calls can share a result or a pass over the data',
    }
  return DOUBTS_WITHOUT_RULE['repeated-load']
}
