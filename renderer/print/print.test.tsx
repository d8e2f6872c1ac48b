import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../application/application.ts'
import { compareFiles } from '../application/comparisons.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import { fakePairs, fakeSummary } from '../testing/fake_profile.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { PrintPage } from './PrintPage.tsx'
import { excerpt } from './printed_run.ts'

let host: FakeHost
let application: Application

beforeEach(async () => {
  host = prepareHost()
  host.answer('desktop.describe', () => ({ machine: null }))
  application = showWindow(host)
  await screen.findByText('dead store')
})

const printed = (): HTMLElement | null => document.querySelector('.printed')

test('the page is there while it is printed, with both sides of the heaviest pair and their lines, and gone afterwards', async () => {
  const { promise: saved, resolve: save } = Promise.withResolvers<string | null>()
  host.answer('desktop.savePdf', () => saved)
  host.emit('host.command', { command: 'file.print' })
  await waitFor(() => expect(host.calls).toContainEqual({ method: 'desktop.savePdf', parameters: { name: 'solver.pdf' } }))
  const page = within(printed() as HTMLElement)
  expect(page.getByRole('row', { name: /^dead stores/, hidden: true }).textContent).toContain('43.9% 42.8–45.0 %')
  expect([...(printed()?.querySelectorAll('.printed-pair') ?? [])][0]?.querySelectorAll('.printed-lit')).toHaveLength(2)
  const [first] = printed()?.querySelectorAll('.printed-finding') ?? []
  expect(first?.textContent).toMatch(
    /^1\. fill_row\(\) overwrites .*at most 12\.3 % of the run \(95 % CI 8\.1–16\.2 %\) · dead stores · silent storesCertain: the cause follows from the measurement\..*earlier: solver\.c:117 in init_row row\[j\] = 0\.0;/,
  )
  save('/tmp/solver.pdf')
  expect(await screen.findByText('The profile was printed to /tmp/solver.pdf.')).toBeTruthy()
  expect(printed()).toBeNull()
})

test('figures that a tool does not have are not made up', () => {
  const pairs = [fakePairs[0]!.row]
  const summary = { ...fakeSummary, profile: 1, path: '/a.hagstone', run: { ...fakeSummary.run, tools: ['reuse-distance', 'values'] as Tool[] } }
  const page = within(
    render(
      <PrintPage
        run={{
          summary,
          tool: 'reuse-distance',
          findings: { measure: null, findings: [], leftOut: [] },
          findingCount: 0,
          findingNotes: {},
          pairs,
          pairCount: 3999,
          details: [],
        }}
        onDrawn={() => {}}
      />,
    ).container,
  )
  expect(page.getByRole('row', { name: /^reuse distance/ }).textContent).toBe('reuse distance––3,300 observations')
  expect(page.getByRole('row', { name: /^values/ }).textContent).toBe('values––tables, which are not printed')
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '0 findings',
    'The 1 largest of 3,999 pairs of reuse distance',
  ])
})

test('a comparison is printed with the figures of both runs and the pairs as the window has them', async () => {
  await compareFiles(application, '/home/ada/solver/solver-old.hagstone', '/home/ada/solver/solver.hagstone')
  const { promise: saved, resolve: save } = Promise.withResolvers<string | null>()
  host.answer('desktop.savePdf', () => saved)
  host.emit('host.command', { command: 'file.print' })
  await waitFor(() => expect(host.calls).toContainEqual({ method: 'desktop.savePdf', parameters: { name: 'solver-old-solver.pdf' } }))
  const [figures, pairs] = within(printed() as HTMLElement).getAllByRole('table', { hidden: true })
  const texts = (table: HTMLElement): string[] =>
    within(table)
      .getAllByRole('row', { hidden: true })
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))
  expect(texts(figures!)).toMatchInlineSnapshot(`
    [
      "dead stores | 43.9% 42.8–45.0 % | 33.3% 32.1–34.6 % | −10.6 pp | 3.90s | 2.50s | −1.40 s | −35.9 % | Beyond the noise",
      "silent stores | 19.7% 18.0–21.0 % | 20.3% 19.0–21.6 % | ≈ +0.60 pp | 1.20s | 1.25s | ≈ +50.0 ms | +4.17 % | Within the noise",
      "reuse distance | – | – | – | 9.40s | 9.10s | ≈ −300 ms | −3.19 % | Within the noise",
    ]
  `)
  expect(texts(pairs!)).toMatchInlineSnapshot(`
    [
      "gone | init_row /home/ada/solver/src/solver.c:117 | KILLED_BY | fill_row /home/ada/solver/src/solver.c:129 | 3.08s | 0s | −3.08 s | gone | Beyond the noise",
      "changed, moved | fill_row /home/ada/solver/src/solver.c:129 | KILLED_BY | fill_row /home/ada/solver/src/solver.c:129 | 620ms | 1.90s | +1.28 s | +206 % | Beyond the noise",
      "new | init_row /home/ada/solver/src/solver.c:117 | KILLED_BY | init_row /home/ada/solver/src/solver.c:117 | 0s | 400ms | +400 ms | new | Beyond the noise",
      "unchanged | libfmt.so.9 + 0x1f3a0 0x14c0 | KILLED_BY | libfmt.so.9 + 0x1f3a0 0x14c0 | 160ms | 170ms | ≈ +10.0 ms | +6.25 % | Within the noise",
    ]
  `)
  save('/tmp/both.pdf')
  expect(await screen.findByText('The comparison was printed to /tmp/both.pdf.')).toBeTruthy()
  expect(printed()).toBeNull()
})

test('asked for twice, it is printed once', async () => {
  const read = (): number => host.calls.filter(({ method }) => method === 'pairs.rows').length
  const before = read()
  host.answer('desktop.savePdf', () => '/tmp/solver.pdf')
  host.emit('host.command', { command: 'file.print' })
  host.emit('host.command', { command: 'file.print' })
  expect(await screen.findByText('The profile was printed to /tmp/solver.pdf.')).toBeTruthy()
  expect(read()).toBe(before + 1)
})

test('a failure is shown, and leaves no page behind', async () => {
  host.answer('desktop.savePdf', () => {
    throw new RpcError('unable', '/none/solver.pdf cannot be written (ENOENT); choose another place.')
  })
  host.emit('host.command', { command: 'file.print' })
  expect((await screen.findByRole('alert')).textContent).toContain('choose another place')
  expect(printed()).toBeNull()
})

test('an excerpt ends where the file does', () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n')
  expect(excerpt(text, 1).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(excerpt(text, 5).filter(({ lit }) => lit)).toEqual([{ number: 5, text: 'line 5', lit: true }])
  expect(excerpt(text, 10).map(({ number }) => number)).toEqual([7, 8, 9, 10])
  expect(excerpt(text, 99)).toEqual([])
})
