import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeSummary } from '../testing/fake_profile.ts'
import { ToolTotals } from './ToolTotals.tsx'

afterEach(cleanup)

test('reuses that are in no pair are mentioned, and only if there are any', () => {
  const totals = fakeSummary.totals['reuse-distance']!
  const textOf = (unpaired: object): string | null =>
    render(
      <ToolTotals
        tool="reuse-distance"
        totals={{ ...totals, traps: 1000, ...unpaired }}
        stats={fakeSummary.stats}
        run={{ ...fakeSummary.run, engine: 'exhaustive' }}
      />,
    ).container.textContent
  expect(textOf({ unpaired: 993 })).toContain('99.3 % in no pair')
  expect(textOf({})).not.toContain('in no pair')
})
