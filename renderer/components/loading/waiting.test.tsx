/** A part of the window that does not come says so, and comes on another try. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createApplication } from '../../application/application.ts'
import { ApplicationContext } from '../../application/context.ts'
import { prepareHost } from '../../testing/shown_window.tsx'
import { FaultBarrier } from '../FaultBarrier.tsx'
import { lazyPart } from './lazy_part.tsx'
import { Waiting } from './Waiting.tsx'
import { Suspense, type ReactNode } from 'react'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

test.each([
  [true, /A part of this page has not arrived after 10 s: .*reload the page/],
  [false, /Hagstone has not answered after 10 s\. .*reload the page/],
])('what does not come is explained after some seconds (a part of the page: %s)', (part, text) => {
  vi.useFakeTimers()
  const { container } = render(<Waiting part={part}>Loading the editor…</Waiting>)
  act(() => void vi.advanceTimersByTime(9000))
  expect(container.textContent).toBe('Loading the editor…')
  act(() => void vi.advanceTimersByTime(1000))
  expect(container.textContent).toMatch(/^Loading the editor…/)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('a part whose script did not load offers a reload, and is loaded again with another choice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  const Part = lazyPart(async () => {
    if (++tries === 1) throw new Error('Failed to fetch')
    return { default: ({ name }: { name: string }) => <p>drawn for {name}</p> }
  })
  const application = createApplication(prepareHost())
  const window = (choice: string): ReactNode => (
    <ApplicationContext value={application}>
      <FaultBarrier what="The editor" retryKey={choice}>
        <Suspense fallback={<Waiting part>Loading…</Waiting>}>
          <Part name="Ada" />
        </Suspense>
      </FaultBarrier>
    </ApplicationContext>
  )
  const { rerender } = render(window('one'))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The editor could not be drawn: its script did not load \(Failed to fetch\)\. .*Reload the page/,
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
  rerender(window('another'))
  expect(await screen.findByText('drawn for Ada')).toBeTruthy()
  expect(tries).toBe(2)
})
