import { afterEach, expect, test } from 'vitest'
import { drawnTables } from './drawn_tables.ts'

afterEach(() => document.body.replaceChildren())

test('tables of figures are read as they are drawn, wide cells over all their columns', () => {
  document.body.innerHTML = `
    <table class="figures" aria-label="Percentiles"><thead><tr><th>share</th><th>50 %</th><th>90 %</th></tr></thead><tbody><tr><th>at\n most</th><td colspan="2">not  measured</td></tr></tbody></table>
    <h2>Parameters</h2><table class="figures selectable"><tbody><tr><th>calls</th><td>12</td></tr></tbody></table>
    <table class="other"><tbody><tr><td>x</td></tr></tbody></table>`
  expect(drawnTables(document)).toEqual([
    {
      title: 'Percentiles',
      rows: [
        ['share', '50 %', '90 %'],
        ['at most', 'not measured', ''],
      ],
    },
    {
      title: 'Parameters',
      rows: [
        ['', ''],
        ['calls', '12'],
      ],
    },
  ])
})

test('a short row is as wide as its table; without tables there are none', () => {
  document.body.innerHTML = '<table class="figures"><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
  expect(drawnTables(document)).toEqual([
    {
      title: '',
      rows: [
        ['a', 'b'],
        ['1', ''],
      ],
    },
  ])
  document.body.replaceChildren()
  expect(drawnTables(document)).toEqual([])
})
