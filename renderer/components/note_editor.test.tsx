import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { NoteEditor } from './NoteEditor.tsx'

afterEach(cleanup)

const shown = (): string => screen.getByRole<HTMLSelectElement>('combobox', { name: 'State of the pair' }).value

test('a state is shown from when it is chosen, and what is kept once that is known', async () => {
  const answers: Array<() => void> = []
  const onKeep = (): Promise<void> => new Promise((done) => answers.push(done))
  const editor = (note: PairNote) => <NoteEditor of="pair" note={note} onKeep={onKeep} />
  const { rerender } = render(editor({ status: null, text: '' }))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'fixed' } })
  expect(shown()).toBe('fixed')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'ignored' } })
  // All that the first answer changes is drawn.
  await act(async () => answers[0]!())
  rerender(editor({ status: 'fixed', text: '' }))
  expect(shown()).toBe('ignored')
  // Refused: the profile's note stays.
  answers[1]!()
  await waitFor(() => expect(shown()).toBe('fixed'))
})
