/** Charts as files that look as they do on screen, wherever they are opened. */

const svgNamespace = 'http://www.w3.org/2000/svg'
/** Elements and properties that style sheets set: a saved file must contain the values itself. */
const inlinedElements = 'line, path, rect, circle, text'
const inlinedProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]
/** CSS pixels for the title above a saved chart. */
const headHeight = 26
/** Device pixels of a saved picture per CSS pixel. */
const pictureScale = 2

/** The chart as a document of its own: its title above, styles written into the elements, the window's ground behind them. */
export function svgDocument(chart: SVGSVGElement, title: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const shown = chart.querySelectorAll<SVGElement>(inlinedElements)
  copy.querySelectorAll<SVGElement>(inlinedElements).forEach((element, index) => {
    const original = shown[index]
    if (original === undefined) return
    const style = getComputedStyle(original)
    for (const property of inlinedProperties) {
      const value = style.getPropertyValue(property)
      if (value !== '') element.style.setProperty(property, everywhereKnown(value))
    }
  })
  copy.querySelectorAll('[class]').forEach((element) => element.removeAttribute('class'))
  copy.querySelectorAll('[data-screen-only]').forEach((element) => element.remove())
  const { surface, text, font } = tokens()
  const { width, height } = sizeOf(chart)
  const content = element('g', { transform: `translate(0,${headHeight})` })
  content.append(...copy.childNodes)
  const head = element('text', { x: 10, y: 19, fill: text, 'font-family': font, 'font-size': 13, 'font-weight': 600 })
  head.textContent = title
  copy.append(element('rect', { width: '100%', height: '100%', fill: surface }), head, content)
  copy.setAttribute('xmlns', svgNamespace)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height + headHeight))
  copy.setAttribute('viewBox', `0 0 ${width} ${height + headHeight}`)
  return new XMLSerializer().serializeToString(copy)
}

/** Colours that a style sheet mixes are `color(srgb 0.2 0.4 0.6)`, which older viewers of pictures do not know. */
function everywhereKnown(value: string): string {
  return value.replace(/^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/, (_, ...parts: string[]) => {
    const channels = parts.slice(0, 3).map((part) => Math.round(255 * Number(part)))
    return `rgb(${channels.join(', ')})`
  })
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(svgNamespace, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}

function tokens(): { surface: string; text: string; font: string } {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return { surface: token('surface'), text: token('text'), font: token('font') }
}

/** CSS pixels of the chart at the usual font size, as all lengths in it. */
function sizeOf(chart: SVGSVGElement): { width: number; height: number } {
  const [, , width, height] = (chart.getAttribute('viewBox') ?? '').split(' ').map(Number)
  return { width: width ?? 0, height: height ?? 0 }
}

/** The chart as a PNG picture of twice its size on screen. */
export function pngPicture(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = sizeOf(chart)
  return pngOfSvg(svgDocument(chart, title), { width, height: height + headHeight })
}

/** A document as a PNG picture of twice its size, which is in CSS pixels. */
export async function pngOfSvg(svg: string, { width, height }: { width: number; height: number }): Promise<Blob> {
  const picture = new Image()
  // A data address, which the content security policy of both hosts lets images have.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * pictureScale
  canvas.height = height * pictureScale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The chart could not be drawn as a picture: this window does not support canvas. Save it as SVG.')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The chart could not be written as PNG. Save it as SVG.')) : resolve(blob)), 'image/png')
  })
}
