import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RpcError } from '../../shared/rpc/contract.ts'
import { App } from '../App.tsx'
import type { Application } from '../application/application.ts'
import { createApplication } from '../application/application.ts'
import { openFile } from '../application/opening/open_file.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeValidation } from '../testing/fake_validation.ts'
import { prepareHost } from '../testing/shown_window.tsx'
import { domainOf } from './domain.ts'
import { estimateTable } from './estimate_table.ts'
import { fractionMeasures } from './measures.ts'
import { curvesOf, policiesOf, variationText } from './settings_of.ts'

const [deadStores, reuse] = fakeValidation.tools as [(typeof fakeValidation.tools)[number], (typeof fakeValidation.tools)[number]]

describe('the drawn charts', () => {
  test('periods make curves, one for each number of registers', () => {
    const curves = curvesOf(deadStores.estimates)
    expect(curves?.axis).toBe('period')
    expect(curves?.curves.map(({ name, points }) => [name, points.map(({ at }) => at)])).toEqual([
      ['1 register', [1009, 10_007]],
      ['4 registers', [1009, 10_007]],
    ])
  })

  test('of one period the registers make the curve, of one setting nothing does', () => {
    const onePeriod = deadStores.estimates.filter(({ settings }) => settings.period === 1009)
    expect(curvesOf(onePeriod)).toMatchObject({ axis: 'registers', curves: [{ points: [{ at: 1 }, { at: 4 }] }] })
    expect(curvesOf(onePeriod.slice(0, 1))).toBeNull()
  })

  test('policies are beside the requested values', () => {
    expect(policiesOf(deadStores.estimates).map(variationText)).toEqual(['as asked', 'reservoir oldest', 'attribution none', 'kernel seen'])
    expect(policiesOf(reuse.estimates)).toEqual([])
  })

  test('several seeds reach from the least to the greatest, one has its interval', () => {
    const [estimate] = fractionMeasures
    const [asked] = deadStores.estimates
    expect(estimate?.of(asked!)).toEqual({ value: 0.5, low: 0.49, high: 0.51 })
    expect(estimate?.of({ ...asked!, runs: asked!.runs.slice(0, 1) })).toMatchObject({ low: 0.47, high: 0.51 })
  })

  test('the axis holds every point and the goal, and never less than noise deserves', () => {
    const scale = { least: 0, most: 1, span: 0.02 }
    const [low, high] = domainOf(scale, [{ value: 0.5, low: 0.4, high: 0.6 }], 0.7)
    expect(low).toBeLessThan(0.4)
    expect(high).toBeGreaterThan(0.7)
    expect(domainOf(scale, [{ value: 0.999, low: 0.999, high: 1 }], 1)).toEqual([0.98, 1])
    expect(domainOf(scale, [], null)).toEqual([0, 1])
  })

  test('the CSV has one row for each run', () => {
    const [head, first, ...rest] = estimateTable(fakeValidation).trimEnd().split('\r\n')
    expect(head).toMatch(/^tool,period,registers/)
    expect(first).toBe(
      'dead-stores,1009,1,registers,proportional,not seen,0,1,4000,1200,0.5,0.49,0.47,0.51,-1.0000000000000009,yes,4,1,1,3,2,0.04,0.02,,,,,0.0001,0.05,0',
    )
    expect(rest).toHaveLength(2 * 7 + 2 - 1)
  })
})

describe('a validation in the window', () => {
  let host: FakeHost
  let application: Application

  beforeEach(() => {
    host = prepareHost()
    host.answer('host.fileKind', () => 'validation')
    application = createApplication(host)
    render(<App application={application} />)
  })
  afterEach(cleanup)

  test('draws curves and policies beside the truth, and lists every setting', async () => {
    host.answer('validation.read', () => fakeValidation)
    await openFile(application, '/tmp/curves.json')
    const chart = await screen.findByRole('img', { name: /^Dead stores: estimate by sampling period: 2 curves/ })
    expect([...chart.querySelectorAll('.chart-dot[data-value]')].map((dot) => Number(dot.getAttribute('data-value')))).toEqual([0.5, 0.51, 0.5, 0.505])
    expect(within(chart).getByText(/truth 50\.0 %$/)).toBeTruthy()
    expect(screen.getByRole('img', { name: /by policy: as asked 50\.0 %; reservoir oldest 75\.0 %; attribution none 85\.0 %/ })).toBeTruthy()
    expect(
      within(screen.getByRole('table', { name: 'Estimates' })).getByRole('row', { name: /^attribution none 85\.0 % .* 0 of 2 2 of 3 \(4 %\) 5\.00 % / }),
    ).toBeTruthy()
    expect(screen.getByText(/software engine, 600 observations/)).toBeTruthy()
    expect(screen.getByText('the program was killed after 12 s')).toBeTruthy()
  })

  test('another measure and another tool are one click away, and say why S is low', async () => {
    host.answer('validation.read', () => fakeValidation)
    await openFile(application, '/tmp/curves.json')
    fireEvent.click(await screen.findByRole('radio', { name: 'edits' }))
    expect(screen.getByRole('img', { name: /^Dead stores: edits by policy/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^reuse distance/ }))
    expect(screen.getByRole('img', { name: /^Reuse distance: time similarity by sampling period/ })).toBeTruthy()
    expect(screen.getByText(/S of stack distances is 0\.620, below 0\.9; model:/)).toBeTruthy()
    expect(screen.getByRole('img', { name: /^Stack distance, exact, and by the model/ })).toBeTruthy()
  })

  test('a bad file says why on the start page, and leaves an open one', async () => {
    host.answer('validation.read', () => {
      throw new RpcError('bad-file', '/tmp/bad.json is cut short or damaged.')
    })
    await openFile(application, '/tmp/bad.json')
    expect((await screen.findByRole('alert')).textContent).toContain('cut short or damaged')
    host.answer('validation.read', () => fakeValidation)
    await openFile(application, '/tmp/curves.json')
    await screen.findByRole('table', { name: 'Estimates' })
    host.answer('validation.read', () => {
      throw new RpcError('bad-file', '/tmp/bad.json is cut short or damaged.')
    })
    await openFile(application, '/tmp/bad.json')
    expect((await screen.findByRole('alert')).textContent).toContain('cut short or damaged')
    expect(screen.getByRole('table', { name: 'Estimates' })).toBeTruthy()
  })
})
