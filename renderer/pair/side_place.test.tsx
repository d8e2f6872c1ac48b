import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeFindings } from '../testing/fake_findings.ts'
import { lines } from '../testing/fake_profile.ts'
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

test('panes open at the line that the finding names, also where a line further in has source', async () => {
  const host = prepareHost()
  const [finding] = fakeFindings.findings
  const places = [{ ...finding!.places[0]!, function: 'step', line: lines.initCall }]
  host.answer('profile.findings', () => ({ ...fakeFindings, findings: [{ ...finding!, places }] }))
  const edited: unknown[] = []
  host.answer('settings.read', () => ({ editor: 'vi', sourceFolders: [], sourceMappings: [] }))
  host.answer('source.edit', ({ line }) => {
    edited.push(line)
    return null
  })
  const drawn = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, width] = this.className === 'chain' ? [10, 200] : this.getAttribute('aria-current') === 'true' ? [510, 80] : [0, 0]
    return new DOMRect(left, 0, width, 20)
  })
  onTestFinished(() => drawn.mockRestore())
  showWindow(host, 'findings')
  const earlier = await screen.findByRole('region', { name: 'earlier access' })
  const later = screen.getByRole('region', { name: 'later access' })
  // The later access is not below the call.
  expect([earlier, later].map((pane) => pane.querySelector('.side-place')!.textContent)).toEqual([
    `call site solver.c:${lines.initCall}`,
    `solver.c:${lines.value}`,
  ])
  // The frame is in sight, also of a chain that is longer than the pane is wide.
  expect(earlier.querySelector('.chain')!.scrollLeft).toBe(500)
  fireEvent.keyDown(document.body, { key: 'e', code: 'e' })
  await waitFor(() => expect(edited).toHaveLength(1))
  expect(edited).toEqual([lines.initCall])
})
