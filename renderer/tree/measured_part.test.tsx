import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { treeColumns, treeScale } from './tree_columns.tsx'

afterEach(cleanup)

const shares = ['wasteShareInclusive', 'fractionInclusive', 'wasteShareExclusive', 'fractionExclusive']
const row = { metrics: { wasteInclusive: 1, useInclusive: 1, wasteExclusive: 1, useExclusive: 1, traps: 20 } } as TreeRow

/** Columns of shares: their tooltip, and the class that their figures are drawn in. */
function drawn(summary: Parameters<typeof treeScale>[0]): Array<{ description: string; dim: boolean }> {
  const columns = treeColumns(treeScale(summary, 'dead-stores', false, false, 'top-down', 'waste'), [], null)
  return shares.map((id) => {
    const column = columns.find((each) => each.id === id)!
    const { container } = render(<>{column.render(row)}</>)
    return { description: column.description, dim: container.querySelector('span.dim') !== null }
  })
}

test('shares of a run that was measured as a whole are plain', () => {
  for (const { description, dim } of drawn(fakeSummary)) {
    expect(description).not.toContain('measured')
    expect(dim).toBe(false)
  }
})

test('shares of a run of which little was measured say so, and are dim', () => {
  const counter = (name: string, value: number): ProfileSummary['stats']['counters'][number] => ({ name, value, description: name })
  const stats = { ...fakeSummary.stats, counters: [counter('samples', 16), counter('dropped_code_unreadable', 84)] }
  for (const { description, dim } of drawn({ ...fakeSummary, stats, lacking: { name: 'libx264.so', cpuShare: 0.86, share: 0.02, of: 'samples' } })) {
    expect(description).toMatch(/\nOnly 1\d % was measured, .*libx264\.so has 86 % of the CPU time but 2 % of the samples\.$/)
    expect(dim).toBe(true)
  }
})
