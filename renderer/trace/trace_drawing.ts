/** From the cells of a trace to pixels of a canvas. */
import type { TraceCells, TraceLane } from '../../shared/rpc/trace.ts'
import { namesNeeded, threadName } from '../threads/thread_names.ts'

export type Colour = [red: number, green: number, blue: number]

/** Before the first answer. */
export const noCells: TraceCells = { names: [], cells: [], waste: [], waits: [], places: [], lanes: [], runs: [] }

const goldenAngle = 137.508
const fullCircle = 360
const opaque = 255

/**
 * Of the functions with the most time, by place. Chosen so that any two, and each and the grey of waiting, also differ for
 * eyes without red, green, or blue cones. The first are least like the colour of waste.
 */
const palettes: Record<'dark' | 'light', Colour[]> = {
  dark: ['#6884f3', '#5def39', '#e212b9', '#f797f7', '#b30f0f', '#3939ef', '#e0e0ae', '#2bcaaa', '#8722a0', '#c48a64'].map(parsedColour),
  light: ['#6884f3', '#840b0b', '#0b0b84', '#ef3939', '#920fb3', '#4bca2b', '#f797f7', '#196376', '#3b840b', '#c464b1'].map(parsedColour),
}
/** Places that have a colour of a palette. */
export const paletteSize = palettes.dark.length

/** The functions with the most time have clearly different colours, the others pale ones. @param place by time, 0 the first */
export function colourOfPlace(place: number, isDark: boolean): Colour {
  const hue = (place * goldenAngle) % fullCircle
  return palettes[isDark ? 'dark' : 'light'][place] ?? fromHsl(hue, 0.2, (isDark ? 0.42 : 0.52) + 0.1 * (place % 3))
}

function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** @param share 0..1 */
function mixed(from: Colour, to: Colour, share: number): Colour {
  return [0, 1, 2].map((i) => Math.round(from[i]! + (to[i]! - from[i]!) * share)) as Colour
}

/** @param text "#rrggbb", as tokens of the theme are */
export function parsedColour(text: string): Colour {
  const value = Number.parseInt(text.trim().slice(1), 16)
  return Number.isNaN(value) ? [128, 128, 128] : [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

export function cssColour([red, green, blue]: Colour): string {
  return `rgb(${red}, ${green}, ${blue})`
}

/** Grey. */
export function waitingColour(window: Colour, textDim: Colour): Colour {
  return mixed(window, textDim, 0.5)
}

/** Colours of the names of the cells: by place, or by their waste between two tokens of the theme; grey where they wait. */
export function coloursOf(
  { places, waste, waits }: Pick<TraceCells, 'places' | 'waste' | 'waits'>,
  theme: { isDark: boolean; waste: Colour; use: Colour; unknown: Colour; waiting: Colour },
): Colour[] {
  return places.map((place, at) => {
    if (waits[at] === 1) return theme.waiting
    const share = waste[at]
    if (share === undefined) return colourOfPlace(place, theme.isDark)
    return share < 0 ? theme.unknown : mixed(theme.use, theme.waste, share)
  })
}

/** Pixels (red, green, blue, opacity), a cell each; nothing where the thread was not running. */
export function pixelsOf({ runs, lanes }: Pick<TraceCells, 'runs' | 'lanes'>, columns: number, colours: Colour[]): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(columns * lanes.length * 4)
  const words = new Uint32Array(pixels.buffer)
  const packed = colours.map(([red, green, blue]) => ((opaque << 24) | (blue << 16) | (green << 8) | red) >>> 0)
  for (let i = 0, at = 0; i < runs.length; i += 2) {
    const name = runs[i + 1]!
    if (name >= 0) words.fill(packed[name]!, at, at + runs[i]!)
    at += runs[i]!
  }
  return pixels
}

/** The cells as a picture, a pixel each. */
export function pictureOf(cells: Pick<TraceCells, 'runs' | 'lanes'>, columns: number, colours: Colour[]): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  picture.width = columns
  picture.height = cells.lanes.length
  picture.getContext('2d')?.putImageData(new ImageData(pixelsOf(cells, columns, colours), columns), 0, 0)
  return picture
}

interface Drawing {
  /** In the pixels of the window's layout at the usual font size. */
  context: CanvasRenderingContext2D
  /** Value of a custom property of the style sheet, such as --text. */
  token(name: string): string
}

/** Empties the canvas and fits it to the screen. @param scale by which the drawing grows @returns null: there is no room yet */
export function emptyDrawing(canvas: HTMLCanvasElement | null, width: number, height: number, scale: number): Drawing | null {
  const context = canvas?.getContext('2d') ?? null
  if (canvas === null || context === null || width === 0) return null
  const density = window.devicePixelRatio * scale
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  const style = getComputedStyle(canvas)
  return { context, token: (name) => style.getPropertyValue(name).trim() }
}

/** By lane. */
export function laneNames(lanes: readonly TraceLane[]): string[] {
  const threads = lanes.map(({ rank, process, name, index }) => ({ rank, process, name, number: index }))
  const needed = namesNeeded(threads)
  return threads.map((thread) => threadName(thread, needed))
}
