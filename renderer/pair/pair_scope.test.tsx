import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PairScope } from './PairScope.tsx'

afterEach(cleanup)

test.each([
  ['measured', '↻ scope: loop at main.c:40 measured'],
  ['static', '↻ scope: loop at main.c:40 from the code, not measured'],
] as const)('a scope says how it is known: %s', (scopeKind, text) => {
  const { container } = render(<PairScope row={{ scope: 'loop at main.c:40', scopeKind }} />)
  expect(container.textContent).toBe(text)
})
