import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import type { Tool } from '../../shared/run.ts'
import { ToolChoice } from './ToolChoice.tsx'

afterEach(cleanup)

const engine = (name: 'software' | 'exhaustive', tools: Tool[]): NonNullable<DoctorReport['engines']>[number] => ({
  engine: name,
  works: true,
  reason: '',
  remedy: null,
  tools,
})
const doctor: DoctorReport = {
  schema: 'hagstone.doctor/1',
  engine: 'software',
  engineReason: '',
  engines: [engine('software', ['dead-stores', 'false-sharing']), engine('exhaustive', ['dead-stores', 'values'])],
  checks: [],
}

test('a tool that the engine lacks leads to the engine that has it, with the other tools of that one', () => {
  const chosen: unknown[] = []
  render(
    <ToolChoice
      tools={['dead-stores', 'false-sharing']}
      engine="auto"
      doctor={doctor}
      onChange={() => {}}
      onEngine={(...choice) => void chosen.push(choice)}
    />,
  )
  expect(screen.queryByRole('button', { name: /for false sharing/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Switch the engine for values' }))
  expect(chosen).toEqual([['exhaustive', ['dead-stores', 'values']]])
})
