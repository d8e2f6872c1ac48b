/** Charts as files that look as they do on screen, wherever they are opened. */

const svgNamespace = 'http://www.w3.org/2000/svg'
/** What style sheets say about shapes and text, and a file must say itself. */
const inlinedProperties = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor']
/** Device pixels of a saved picture per CSS pixel. */
const pictureScale = 2

/** The chart as a document of its own: styles written into the elements, the window's ground behind them. */
export function svgDocument(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const shown = chart.querySelectorAll<SVGElement>('*')
  copy.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const original = shown[index]
    if (original === undefined) return
    const style = getComputedStyle(original)
    for (const property of inlinedProperties) {
      const value = style.getPropertyValue(property)
      if (value !== '') element.style.setProperty(property, value)
    }
    element.removeAttribute('class')
  })
  copy.querySelectorAll('[data-screen-only]').forEach((element) => element.remove())
  const ground = document.createElementNS(svgNamespace, 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--surface').trim() || 'white')
  copy.prepend(ground)
  copy.setAttribute('xmlns', svgNamespace)
  copy.removeAttribute('class')
  return new XMLSerializer().serializeToString(copy)
}

/** The chart as a PNG picture of twice its size on screen. */
export async function pngPicture(chart: SVGSVGElement): Promise<Blob> {
  const picture = new Image()
  // A data address, which the content security policy of both hosts lets images have.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgDocument(chart))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = chart.width.baseVal.value * pictureScale
  canvas.height = chart.height.baseVal.value * pictureScale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The chart could not be drawn as a picture: this window has no canvas. Save it as SVG.')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The chart could not be written as PNG. Save it as SVG.')) : resolve(blob)), 'image/png')
  })
}
