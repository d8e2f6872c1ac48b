/** Charts as SVG files that need nothing else: readable on a light and on a dark page, since they bring their ground. */

export interface ChartValue {
  value: number
  /** Ends of a range around it, drawn as a line. */
  low?: number
  high?: number
}

export interface ChartSeries {
  name: string
  /** A line across the category's width, or a point. */
  mark: 'line' | 'dot' | 'ring' | 'square' | 'diamond'
  /** One for each category; null: nothing to draw. */
  values: Array<ChartValue | null>
}

export interface Chart {
  title: string
  categories: string[]
  series: ChartSeries[]
  /** Range of the vertical axis. */
  from: number
  to: number
  /** Distance of its marks. */
  step: number
  label: (value: number) => string
}

const colours = ['#1c1c1c', '#1f6fb2', '#d1602b', '#2a8a57', '#8a4fa3']
const size = { left: 56, top: 58, plot: 260, bottom: 92, category: 58, right: 16 }
const fontFamily = 'system-ui, sans-serif'

/** Categories from left to right, each with the marks of all series side by side. */
export function chartSvg({ title, categories, series, from, to, step, label }: Chart): string {
  const width = size.left + categories.length * size.category + size.right
  const height = size.top + size.plot + size.bottom
  const y = (value: number) => size.top + size.plot * (1 - (Math.min(to, Math.max(from, value)) - from) / (to - from))
  const lines: string[] = []
  for (let mark = 0; mark <= Math.round((to - from) / step); mark++) {
    const value = from + mark * step
    lines.push(`<line x1="${size.left}" x2="${width - size.right}" y1="${y(value)}" y2="${y(value)}" stroke="#d8d8d8"/>`)
    lines.push(text(size.left - 6, y(value) + 4, label(value), 'end'))
  }
  for (const [at, category] of categories.entries()) {
    const middle = size.left + (at + 0.5) * size.category
    lines.push(`<g transform="translate(${middle + 4} ${size.top + size.plot + 14}) rotate(-40)">${text(0, 0, category, 'end')}</g>`)
  }
  for (const [position, { mark, values }] of series.entries()) {
    const colour = colours[position % colours.length]!
    for (const [at, value] of values.entries()) {
      if (value === null) continue
      const share = mark === 'line' ? 0.5 : (position + 0.5) / series.length
      const x = size.left + (at + 0.12 + 0.76 * share) * size.category
      if (value.low !== undefined && value.high !== undefined)
        lines.push(`<line x1="${x}" x2="${x}" y1="${y(value.low)}" y2="${y(value.high)}" stroke="${colour}" stroke-opacity="0.55" stroke-width="1.5"/>`)
      lines.push(shape(mark, x, y(value.value), colour))
    }
  }
  let x = size.left
  for (const [position, { name, mark }] of series.entries()) {
    lines.push(shape(mark, x + 10, 36, colours[position % colours.length]!, 10), text(x + 24, 40, name, 'start'))
    x += 40 + name.length * 6.6
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.max(width, Math.ceil(x))} ${height}" width="${Math.max(width, Math.ceil(x))}" height="${height}" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${text(size.left, 18, title, 'start', 14)}
${lines.join('\n')}
</svg>
`
}

function shape(mark: ChartSeries['mark'], x: number, y: number, colour: string, half = size.category * 0.4): string {
  const radius = 4
  switch (mark) {
    case 'line':
      return `<line x1="${x - half}" x2="${x + half}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2.5"/>`
    case 'dot':
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`
    case 'ring':
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#ffffff" stroke="${colour}" stroke-width="1.8"/>`
    case 'square':
      return `<rect x="${x - radius}" y="${y - radius}" width="${2 * radius}" height="${2 * radius}" fill="${colour}"/>`
    case 'diamond':
      return `<path d="M ${x} ${y - radius - 1} l ${radius + 1} ${radius + 1} l ${-radius - 1} ${radius + 1} l ${-radius - 1} ${-radius - 1} z" fill="${colour}"/>`
  }
}

function text(x: number, y: number, words: string, anchor: 'start' | 'end', points = 12): string {
  return `<text x="${x}" y="${y}" font-family="${fontFamily}" font-size="${points}" text-anchor="${anchor}" fill="#1c1c1c">${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
