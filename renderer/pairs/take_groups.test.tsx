/** Groups of pairs are exported as shown, not the pairs in them. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportAs } from '../testing/export_menu.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

beforeEach(async () => {
  showWindow(prepareHost())
  await screen.findByRole('row', { name: /^.?main/ })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('as Markdown and as CSV, with their shares and traps', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: async (text: string) => void copied.push(text) } }))
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  URL.revokeObjectURL = () => {}
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '5', code: '5' })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Group pairs by' }), { target: { value: 'source-function' } })
  await exportAs('the groups of pairs', 'Copy as Markdown')
  await screen.findByText('Copied as a Markdown table: the groups of pairs.')
  expect(copied[0]).toMatch(/^\| group \| pairs \| waste \(ns\) \| use \(ns\) \| share of waste \| share of all \| traps \|\n\| --- .*\n\| /)
  await exportAs('the groups of pairs', 'Save as CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]!.text()).trim().split('\r\n')
  expect(lines[0]).toBe('group,pairs,waste (ns),use (ns),share of waste,share of all,traps')
  expect(lines.length).toBe(copied[0]!.split('\n').filter((line) => line.startsWith('|')).length - 1)
})
