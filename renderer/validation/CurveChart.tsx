import { scaleLinear, scaleLog } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { Truth } from '../../shared/validation.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { countText } from '../format/quantities.ts'
import { domainOf } from './domain.ts'
import { Marker } from './Marker.tsx'
import type { Measure, MeasuredPoint } from './measures.ts'
import type { Curves } from './settings_of.ts'
import { periodText } from './settings_of.ts'

interface CurveChartProps {
  title: string
  curves: Curves
  measure: Measure
  truth: Truth
  fileName: string
}

interface CurvePoint extends MeasuredPoint {
  at: number
  curve: number
}

const margin = { top: 26, right: 20, bottom: 38, left: 52 }
const dashes = ['none', '6 3', '2 3', '8 3 2 3']
/** Pixels between the whiskers of curves at the same place. */
const whiskerGap = 5
const legendWidth = 104

/** A measure over the sampling period or the number of registers, with its spread, beside the expected figure. */
export function CurveChart({ title, curves: { axis, curves }, measure, truth, fileName }: CurveChartProps) {
  const points = curves.flatMap(({ points }, curve) =>
    points.flatMap(({ at, estimate }): CurvePoint[] => {
      const measured = measure.of(estimate)
      return measured === null ? [] : [{ ...measured, at, curve }]
    }),
  )
  const goal = measure.goal(truth)
  const names = curves.map(({ name }) => name)
  const place = (at: number): string => (axis === 'period' ? periodText(at) : `${at} registers`)
  return (
    <ChartFigure
      title={title}
      fileName={fileName}
      count={points.length}
      table={() => [
        ['curve', axis === 'period' ? 'period' : 'registers', title, 'low', 'high'],
        ...points.map(({ curve, at, value, low, high }) => [names[curve] ?? '', at, value, low, high]),
      ]}
      summary={`${title}: ${curves.length === 1 ? 'one curve' : `${curves.length} curves`} over the ${axis === 'period' ? 'sampling period' : 'number of registers'}${goal === null ? '' : `; ${goal.name} ${measure.text(goal.value)}`}`}
      describe={(index) => {
        const point = points[index]
        if (point === undefined) return ''
        const name = names[point.curve] ?? ''
        return `${name === '' ? '' : `${name}, `}${place(point.at)}: ${measure.text(point.value)}, from ${measure.text(point.low)} to ${measure.text(point.high)}${goal === null ? '' : `; ${goal.name} ${measure.text(goal.value)}`}`
      }}
    >
      {(frame) => <Lines frame={frame} points={points} names={names} axis={axis} measure={measure} goal={goal} />}
    </ChartFigure>
  )
}

interface LinesProps {
  frame: ChartFrame
  points: CurvePoint[]
  names: string[]
  axis: Curves['axis']
  measure: Measure
  goal: ReturnType<Measure['goal']>
}

function Lines({ frame, points, names, axis, measure, goal }: LinesProps) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const places = [...new Set(points.map(({ at }) => at))].toSorted((a, b) => a - b)
  const [first = 1, last = 2] = [places[0], places.at(-1)]
  const room = Math.log(last / first) * 0.05 + 0.02
  const x = scaleLog<number>({ base: 2, domain: [first * Math.exp(-room), last * Math.exp(room)], range: [0, width] })
  const y = scaleLinear<number>({ domain: domainOf(measure, points, goal?.value ?? null), range: [height, 0] })
  const left = ({ at, curve }: CurvePoint): number => x(at) + (curve - (names.length - 1) / 2) * whiskerGap
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={height}
        xTicks={places}
        xText={(value) => countText(value)}
        yText={measure.tick}
        xLabel={axis === 'period' ? 'accesses from sample to sample' : 'debug registers'}
      />
      {goal === null ? null : (
        <g className="chart-mark">
          <line x2={width} y1={y(goal.value)} y2={y(goal.value)} />
          <text x={width} y={-10} textAnchor="end">
            dashed: {goal.name} {measure.text(goal.value)}
          </text>
        </g>
      )}
      {names.map((name, curve) => {
        const own = points.filter((point) => point.curve === curve)
        return (
          <g key={name}>
            <LinePath data={own} x={left} y={(point) => y(point.value)} className="chart-line" strokeDasharray={dashes[curve % dashes.length]} />
            {own.map((point) => (
              <line key={point.at} className="chart-whisker" x1={left(point)} x2={left(point)} y1={y(point.low)} y2={y(point.high)} />
            ))}
            {own.map((point) => (
              <Marker key={point.at} shape={curve} x={left(point)} y={y(point.value)} large={frame.cursor === points.indexOf(point)} value={point.value} />
            ))}
            {names.length < 2 ? null : (
              <g transform={`translate(${curve * legendWidth},-14)`} className="chart-legend">
                <line className="chart-line" x2={22} strokeDasharray={dashes[curve % dashes.length]} />
                <Marker shape={curve} x={11} y={0} />
                <text x={28} y={4}>
                  {name}
                </text>
              </g>
            )}
          </g>
        )
      })}
      {points.map((point, index) => (
        <circle key={index} className="chart-target" data-screen-only cx={left(point)} cy={y(point.value)} r={10} onPointerEnter={() => frame.onPoint(index)} />
      ))}
    </g>
  )
}
