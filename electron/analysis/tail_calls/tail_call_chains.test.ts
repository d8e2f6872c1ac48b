import { expect, it } from 'vitest'
import { NOT_KNOWN, tailCallChain } from './tail_call_chains.ts'

/**
 * Exits of functions named by letters: "b|cd" jumps to b, and by the dynamic linker to c or d; "?" is an unknown jump.
 */
function chain(from: string, to: string, exits: Record<string, string>): string | null {
  const number = (name: string): number => name.charCodeAt(0)
  const text = (nodes: readonly number[]): string => nodes.map((node) => (node === NOT_KNOWN ? '?' : String.fromCharCode(node))).join('')
  const found = tailCallChain(number(from), number(to), (node) => {
    const jumps = (exits[String.fromCharCode(node)] ?? '').split('|').filter((jump) => jump !== '')
    return { targets: jumps.filter((jump) => jump !== '?').map((jump) => [...jump].map(number)), unresolved: jumps.includes('?') }
  })
  return found && (found.unique ? `${text(found.before)}>` : `${text(found.before)}(${text(found.onward)})${text(found.after)}>`)
}

it.each([
  ['the only chain', { a: 'b', b: 'c', c: 'z' }, 'abc>'],
  ['two jumps to one function', { a: 'b|b', b: 'z|z' }, 'ab>'],
  ['ways that do not lead to the callee', { a: 'b|x', b: 'y|z', y: 'x' }, 'ab>'],
  ['what all of several chains begin and end with', { a: 'b', b: 'c|d', c: 'e', d: 'e', e: 'f', f: 'z' }, 'ab(cd)ef>'],
  ['a chain with and without a function in between', { a: 'b|z', b: 'z' }, 'a(bz)>'],
  ['a cycle, which can be gone round any number of times', { a: 'b', b: 'a|z' }, 'ab(az)>'],
  ['a cycle beside the chain', { a: 'b', b: 'c|z', c: 'b' }, 'ab(cz)>'],
  ['a jump that is not known', { a: 'b', b: '?' }, 'ab(?)>'],
  ['a jump that is not known beside the chain', { a: 'b|x', b: 'z', x: '?' }, 'a(bx)>'],
  ['an implementation that the dynamic linker chose', { a: 'b', b: 'xyz', x: 'z' }, 'ab>'],
  ['no chain', { a: 'b', b: 'x' }, null],
  ['a function that calls no other', {}, null],
])('finds %s', (_, exits, expected) => {
  expect(chain('a', 'z', exits)).toBe(expected)
})

it('gives up on very many functions without calling a chain through them unique', () => {
  const exitsOf = (node: number) => ({ targets: node < 5000 ? [[node + 1], [9999]] : [], unresolved: false })
  expect(tailCallChain(0, 9999, exitsOf)).toMatchObject({ before: [0], unique: false })
})
