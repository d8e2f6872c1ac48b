/** Colours as people with and without colour blindness see them. */

/** Red, green, blue: 0..1. */
export type Colour = [number, number, number]

export const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

export const usual: [Colour, Colour, Colour] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** How a colour looks without red (protan) or green (deutan) cones: Viénot, Brettel and Mollon 1999; without blue ones (tritan): Machado, Oliveira and Fernandes 2009; in linear RGB. */
export const blindness: Record<string, [Colour, Colour, Colour]> = {
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

/** Differences that are easily seen are about 0.1 and more. */
export function distance(a: Colour, b: Colour, matrix: [Colour, Colour, Colour]): number {
  const seen = (colour: Colour): number[] => matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * linear(colour[at] ?? 0), 0))
  const [x, y] = [seen(a), seen(b)]
  return Math.hypot(...x.map((value, at) => Math.cbrt(Math.max(0, value)) - Math.cbrt(Math.max(0, y[at] ?? 0))))
}
