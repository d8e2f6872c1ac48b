import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeProgress } from '../testing/fake_host.ts'
import { TopPairs } from './TopPairs.tsx'

test('pairs that read alike, such as those of two threads, do not stay when others are larger', () => {
  const [pair] = fakeProgress({}).topPairs
  const shown = (topPairs: Array<typeof pair & object>) => <TopPairs progress={{ ...fakeProgress({}), topPairs }} tools={['dead-stores']} />
  const start = { ...pair!, source: '_dl_init dl-init.c:41', target: '_dl_init dl-init.c:41' }
  const { rerender } = render(shown([start, start]))
  rerender(shown([pair!]))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([expect.stringContaining('fill_row')])
})
