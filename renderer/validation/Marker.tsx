interface MarkerProps {
  /** Number of the curve: each has a shape of its own, since colour means other things. */
  shape: number
  x: number
  y: number
  large?: boolean
  /** The value that the marker represents; left out in legends. */
  value?: number
}

const paths = ['M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0', 'M-3.5,-3.5h7v7h-7z', 'M0,-4.5l4.5,8h-9z', 'M0,-5l5,5l-5,5l-5,-5z']

/** A point of a chart. */
export function Marker({ shape, x, y, large = false, value }: MarkerProps) {
  return <path className="chart-dot" data-value={value} d={paths[shape % paths.length]} transform={`translate(${x},${y})${large ? ' scale(1.7)' : ''}`} />
}
