import { describe, expect, test } from 'vitest'
import { blindness, distance, linear, type Colour } from '../testing/seen_colours.ts'
import tokens from './tokens.css?raw'

function theme(name: string): Map<string, Colour> {
  const block = tokens.split(`[data-theme='${name}']`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*#([0-9a-f]{6})/g)].map(([, token, hex]) => [
      token ?? '',
      [0, 2, 4].map((at) => Number.parseInt((hex ?? '').slice(at, at + 2), 16) / 255) as Colour,
    ]),
  )
}

/** WCAG 2.2 relative luminance. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(linear) as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
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

  test('names stay readable in boxes of any share of waste', () => {
    const mixed = (share: number): Colour => get('use-bar').map((part, at) => part + share * (get('waste-bar')[at]! - part)) as Colour
    for (let percent = 0; percent <= 100; percent += 5) expect(contrast(get('text'), mixed(percent / 100)), `${percent} %`).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['text-dim', 'waste', 'use', 'earlier', 'later'])('%s is readable in selected rows', (ink) => {
    for (const ground of ['selected', 'selected-idle', 'hover']) expect(contrast(get(ink), get(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test('units stay readable on bars', () => {
    for (const ground of ['waste-bar', 'use-bar']) expect(contrast(get('text-dim'), get(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.keys(blindness))('the two hues of each scale differ for %s eyes', (kind) => {
    const matrix = blindness[kind]!
    expect(distance(get('waste'), get('use'), matrix)).toBeGreaterThan(0.15)
    expect(distance(get('earlier'), get('later'), matrix)).toBeGreaterThan(0.1)
  })
})
