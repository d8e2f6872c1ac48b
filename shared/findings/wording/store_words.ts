/** Stores of which the lines themselves say more than the class does: for causes, titles, and sketches. */
import type { Doubt } from '../../advice/doubts.ts'
import { arrayOf, callOf, escaped, storedExpression } from '../expressions.ts'
import { functionText, otherSide, wastedSide, type CauseFacts, type CauseSide } from './cause_facts.ts'

const ATTRIBUTE = '__attribute__((uninitialized))'

/** Of a variable that the compiler fills where it is declared. */
export function filledWords(facts: CauseFacts): { cause: string; remedy: string } {
  const side = wastedSide(facts)
  return {
    cause: `Line ${side.line ?? '?'} gives ${variableOf(facts) ?? 'the variable'} no value. The compiler fills it with a constant each time, by an option such as -ftrivial-auto-var-init=zero. A correct program never reads that constant.`,
    remedy: `Declare the variable with ${ATTRIBUTE}, which GCC 12 and Clang know, after checking that it is set before it is read. Or build the file without the option.`,
  }
}

/** The only variable that the line declares, if its data has no name. */
function variableOf(facts: CauseFacts): string | null {
  if (facts.data !== null) return arrayOf(facts.data)
  return /^[^,]*?([A-Za-z_]\w*)(?:\s*\[[^\]]*\])*\s*;/.exec(wastedSide(facts).text ?? '')?.[1] ?? null
}

export function filledTitle(facts: CauseFacts): string {
  return `${functionText(wastedSide(facts).function)} fills ${variableOf(facts) ?? 'a variable'} with a constant where it is declared, because of a compiler option`
}

/** The declaration with the attribute. */
export function filledSketch(facts: CauseFacts): string | null {
  const { text } = wastedSide(facts)
  const name = /^[A-Za-z_]\w*/.exec(variableOf(facts) ?? '')?.[0]
  if (text === null) return null
  const declared = name === undefined ? null : new RegExp(`\\b${name}\\b(?:\\s*\\[[^\\]]*\\])*(?=\\s*[,;])`).exec(text)
  if (declared === null) return `- ${text}\n+ ${text.replace(/\s*;/, ` ${ATTRIBUTE};`)}`
  const end = declared.index + declared[0].length
  return `- ${text}\n+ ${text.slice(0, end)} ${ATTRIBUTE}${text.slice(end)}`
}

export function maskTitle(facts: CauseFacts): string {
  return `${functionText(wastedSide(facts).function)} stores the mask of the where at line ${wastedSide(facts).line ?? '?'} for all elements, before it uses it`
}

export function maskWords(): { cause: string; remedy: string } {
  return {
    cause: 'The compiler tests all elements first, stores the results in a temporary array, and loads them again for the assignment.',
    remedy: 'Write a do loop with if in place of where. It tests each element where it is assigned, and stores no mask.',
  }
}

export const MASKED: Doubt = {
  either: ['a loop can test and assign one element after the other', 'the condition reads elements that the statement assigns'],
  check: 'each element depends only on elements with the same index',
}

/** Of the end of a text, to which later parts are added. */
export function endedWords(facts: CauseFacts): { cause: string; remedy: string } {
  return {
    cause: `${functionText(wastedSide(facts).function)} ends the text after each part that it adds, and the next part overwrites that end.`,
    remedy: 'End the text once, where it is complete or where other code gets it.',
  }
}

export const ENDED_TEXT: Doubt = {
  either: ['other code gets the text only at a few places, which can end it', 'other code may read it after any part'],
  check: 'all readers get the text from a few functions',
}

/** Of an object that is built again: on the stack for a call, or anywhere. */
export function builtWords(facts: CauseFacts): { cause: string; remedy: string } {
  const who = functionText(wastedSide(facts).function)
  if (facts.onStack === true)
    return {
      cause: `${who} builds an object on the stack and passes its address to a call. So the compiler must store all of it each time, even what stays the same.`,
      remedy:
        'Keep the object from one call to the next, and change only what differs. Or inline the call: then it needs no memory. Passing it by value helps only up to 16 bytes; a larger object is copied for each call.',
    }
  return {
    cause: `${who} builds the whole object again, and most of it is what the object before held.`,
    remedy:
      facts.language === 'rust'
        ? 'Borrow the object instead of cloning it, or keep one and change only the part that differs.'
        : 'Keep the object between iterations and change only the part that differs, or pass a reference instead of a copy.',
  }
}

export const ON_STACK: Doubt = {
  either: ['the called function only reads the object', 'it changes the object, or keeps its address'],
  check: 'the called function takes the object by reference only to read it',
}

/** A whole structure is filled, and the other line sets one of its members: the line cannot be removed for that alone. */
export function setsMemberOfFilled(facts: CauseFacts): boolean {
  if (facts.class !== 'overwritten-before-use') return false
  const { text, through } = wastedSide(facts)
  const other = otherSide(facts)
  if (text === null || other.text === null || other.through !== null) return false
  const fills = ['memset', 'bzero', 'memclr'].some((name) => callOf(text, name) !== null) || /=\s*(?:\(\s*[\w\s*]+\)\s*)?\{/.test(text) || through === 'memset'
  return fills && /(?:->|\.)\w+(?:\[[^\]]*\])?$/.test(storedExpression(other.text, facts.language) ?? '')
}

export const MEMBER_OF_FILLED: Doubt = {
  either: ['the other members are set before they are read, too', 'some of them need the constant'],
  check: 'every member is set before it is read',
  remedy: 'Remove the fill. If some members need it, set only those, one by one.',
}

/** The later line changes what the earlier one has stored, in a register: without the earlier line, its result is another. */
export function needsStoredValue({ text: earlier }: CauseSide, { text: later }: CauseSide, language: CauseFacts['language']): boolean {
  if (earlier === null || later === null) return false
  const stored = storedExpression(earlier, language)
  if (stored === null || storedExpression(later, language) !== stored) return false
  const name = escaped(stored)
  const isChanged = new RegExp(`${name}\\s*(?:\\+\\+|--|[-+*/%&|^]=|(?:<<|>>)=)|(?:\\+\\+|--)\\s*${name}`).test(later)
  return isChanged || new RegExp(`=(?!=).*${name}(?![\\w.[]|->)`).test(later)
}
