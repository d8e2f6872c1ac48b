import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

async function show(programOutput?: { text: string; leftOut: number }): Promise<void> {
  const host = prepareHost()
  const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  const exit = { ...summary.run.exit, code: null, signal: 'SIGSEGV' }
  host.answer('profile.open', ({ path }) => ({ ...summary, path, run: { ...summary.run, exit, ...(programOutput === undefined ? {} : { programOutput }) } }))
  showWindow(host)
  await screen.findByRole('row', { name: /^.?main/ })
}

test('a view shows the output of the program, and obeys nothing in it', async () => {
  await show({ text: 'step 1\n\u001b[2Jgone \u202etxt\tend\r\n', leftOut: 1234 })
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Output' }))
  expect((await screen.findByLabelText('Output', { selector: 'pre' })).textContent).toBe('step 1\n\\x1b[2Jgone \\u202etxt\tend\n')
  expect(screen.getByText('The program was killed by SIGSEGV')).toBeTruthy()
  expect(screen.getByText('1,234 characters before this were not kept')).toBeTruthy()
})

test('runs whose output was not kept have no such view', async () => {
  await show()
  expect(screen.queryByRole('tab', { name: 'Output' })).toBeNull()
})
