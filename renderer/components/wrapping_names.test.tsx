import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WrappingNames } from './WrappingNames.tsx'

afterEach(cleanup)

test.each([
  ['a::b::f() writes x', 'a::|b::|f() writes x'],
  ['f<double,int>::g()', 'f<|double,|int>::|g()'],
  ['if a < b, then', 'if a < b, then'],
  ['map<int, long>', 'map<|int, long>'],
  ['no name', 'no name'],
])('%s wraps between the parts of names, and is copied whole', (text, parts) => {
  const { container } = render(<WrappingNames text={text} />)
  expect(container.innerHTML.replaceAll('<wbr>', '|').replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(parts)
  expect(container.textContent).toBe(text)
})
