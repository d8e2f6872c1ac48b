/** Style sheets follow the browser's font size: lengths are in rem, but for lines of a pixel or two. */
import { expect, test } from 'vitest'

const sheets = Object.entries(import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true }))

/** CSS pixels; thinner lines would only blur. */
const thickestLine = 2
/** Words within drawings, which grow as a whole (charts/ChartFigure.tsx, launch/ToolPicture.tsx). */
const inDrawings = new Set([
  '.chart-axis text, .chart-mark text',
  '.chart-legend text',
  '.flame-box text',
  '.call-name',
  '.call-figures',
  '.picture-code',
  '.picture-word',
])

test('lengths grow with the font size of the browser', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const fixed = sheets.flatMap(([sheet, text]) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
      .filter(([, selector]) => !inDrawings.has(selector!.trim().replaceAll(/\s+/g, ' ')))
      .flatMap(([, , rules]) => [...rules!.matchAll(/[^;{}]*?(?<![\w.])(\d+(?:\.\d+)?)px/g)])
      .filter(([, pixels]) => Number(pixels) > thickestLine)
      .map(([rule]) => `${sheet}: ${rule.trim()}`),
  )
  expect(fixed).toEqual([])
})

test('conditions on the size of a window or container grow with it', () => {
  const conditions = sheets.flatMap(([, text]) => [...text.matchAll(/@(?:media|container)[^{]*\d[^{]*/g)].map(([condition]) => condition))
  expect(conditions.length).toBeGreaterThan(8)
  expect(conditions.filter((condition) => /\dpx/.test(condition))).toEqual([])
})
