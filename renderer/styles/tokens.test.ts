import { describe, expect, test } from 'vitest'
import tokens from './tokens.css?raw'

type Colour = [number, number, number]

function theme(name: string): Map<string, Colour> {
  const block = tokens.split(`[data-theme='${name}']`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*#([0-9a-f]{6})/g)].map(([, token, hex]) => [
      token ?? '',
      [0, 2, 4].map((at) => Number.parseInt((hex ?? '').slice(at, at + 2), 16) / 255) as Colour,
    ]),
  )
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** WCAG 2.2 relative luminance. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(linear) as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** How a colour looks without red (protan) or green (deutan) cones: Viénot, Brettel and Mollon 1999; without blue ones (tritan): Machado, Oliveira and Fernandes 2009; in linear RGB. */
const blindness: Record<string, [Colour, Colour, Colour]> = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function distance(a: Colour, b: Colour, matrix: [Colour, Colour, Colour]): number {
  const seen = (colour: Colour): number[] => matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * linear(colour[at] ?? 0), 0))
  const [x, y] = [seen(a), seen(b)]
  return Math.hypot(...x.map((value, at) => Math.cbrt(Math.max(0, value)) - Math.cbrt(Math.max(0, y[at] ?? 0))))
}

describe.each(['dark', 'light', 'contrast'])('%s', (name) => {
  const colours = theme(name)
  const get = (token: string): Colour => {
    const colour = colours.get(token)
    if (colour === undefined) throw new Error(`${name} has no token ${token}`)
    return colour
  }
  const least = name === 'contrast' ? 7 : 4.5

  test.each(['text', 'text-dim', 'waste', 'use', 'earlier', 'later'])('%s is readable on every surface', (ink) => {
    for (const surface of ['surface', 'window', 'raised']) expect(contrast(get(ink), get(surface)), `${ink} on ${surface}`).toBeGreaterThanOrEqual(least)
  })

  test('figures stay readable on their bars, code on lit lines, names on selected rows', () => {
    for (const ground of ['waste-bar', 'use-bar', 'earlier-lit', 'later-lit', 'selected', 'selected-idle', 'hover'])
      expect(contrast(get('text'), get(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['text-dim', 'waste', 'use', 'earlier', 'later'])('%s is readable in selected rows', (ink) => {
    for (const ground of ['selected', 'selected-idle', 'hover']) expect(contrast(get(ink), get(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test('units stay readable on bars', () => {
    for (const ground of ['waste-bar', 'use-bar']) expect(contrast(get('text-dim'), get(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.keys(blindness))('the two hues of each scale differ for %s eyes', (kind) => {
    const matrix = blindness[kind] as [Colour, Colour, Colour]
    expect(distance(get('waste'), get('use'), matrix)).toBeGreaterThan(0.15)
    expect(distance(get('earlier'), get('later'), matrix)).toBeGreaterThan(0.1)
  })
})
