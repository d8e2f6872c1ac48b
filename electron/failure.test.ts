/** Messages of errors that nobody expected. */
import { expect, test } from 'vitest'
import { unexpectedMessage } from './failure.ts'

test('an own fault says whose it is and what to do, in one line, and others stay as they are', () => {
  const fault = new TypeError('Cannot read properties of undefined\nat a line')
  expect(unexpectedMessage(fault)).toBe(
    'Cannot read properties of undefined. This is a fault of Hagstone, and nothing recorded is lost: set HAGSTONE_DEBUG=1, repeat the command, and report what it prints.',
  )
  expect(unexpectedMessage(new Error('a.hagstone cannot be read; check the path'))).toBe('a.hagstone cannot be read; check the path')
})
