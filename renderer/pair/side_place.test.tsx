import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

test('the place of an access keeps its line where its file is cut', async () => {
  showWindow(prepareHost())
  const [earlier] = await screen.findAllByRole('region', { name: 'earlier access' })
  const place = earlier!.querySelector('.side-place')!
  expect(Array.from(place.children, ({ className, textContent }) => [className, textContent])).toEqual([
    ['side-file', expect.stringMatching(/^\w+\.c$/)],
    ['', expect.stringMatching(/^:\d+$/)],
  ])
})
