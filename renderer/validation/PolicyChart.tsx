import { scaleBand, scaleLinear } from '@visx/scale'
import { AxisBottom } from '@visx/axis'
import type { Estimate, Truth } from '../../shared/validation.ts'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { domainOf } from './domain.ts'
import { Marker } from './Marker.tsx'
import type { Measure, MeasuredPoint } from './measures.ts'
import { variationText } from './settings_of.ts'

interface PolicyChartProps {
  title: string
  /** The settings requested first. */
  policies: Estimate[]
  measure: Measure
  truth: Truth
  fileName: string
}

interface PolicyPoint extends MeasuredPoint {
  name: string
}

const margin = { top: 20, right: 24, bottom: 30, left: 160 }
const tickCount = 6

/** A measure under each policy of reservoir, attribution and kernel, one row each, beside the expected figure. */
export function PolicyChart({ title, policies, measure, truth, fileName }: PolicyChartProps) {
  const names = policies.map(variationText)
  const points = policies.flatMap((policy, row): PolicyPoint[] => {
    const measured = measure.of(policy)
    return measured === null ? [] : [{ ...measured, name: names[row] ?? '' }]
  })
  const goal = measure.goal(truth)
  return (
    <ChartFigure
      title={title}
      fileName={fileName}
      count={points.length}
      table={() => [['policy', title, 'low', 'high'], ...points.map(({ name, value, low, high }) => [name, value, low, high])]}
      summary={`${title}: ${points.map(({ name, value }) => `${name} ${measure.text(value)}`).join('; ')}${goal === null ? '' : `; ${goal.name} ${measure.text(goal.value)}`}`}
      describe={(index) => {
        const point = points[index]
        return point === undefined ? '' : `${point.name}: ${measure.text(point.value)}, from ${measure.text(point.low)} to ${measure.text(point.high)}`
      }}
    >
      {(frame) => <Rows frame={frame} points={points} names={names} measure={measure} goal={goal} />}
    </ChartFigure>
  )
}

interface RowsProps {
  frame: ChartFrame
  points: PolicyPoint[]
  names: string[]
  measure: Measure
  goal: ReturnType<Measure['goal']>
}

function Rows({ frame, points, names, measure, goal }: RowsProps) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const x = scaleLinear<number>({ domain: domainOf(measure, points, goal?.value ?? null), range: [0, width] })
  const y = scaleBand<string>({ domain: names, range: [0, height] })
  const middle = (name: string): number => (y(name) ?? 0) + y.bandwidth() / 2
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <g className="chart-axis">
        <AxisBottom
          scale={x}
          top={height}
          numTicks={tickCount}
          tickFormat={(value) => measure.tick(Number(value))}
          tickLength={4}
          tickLabelProps={{ dy: 2, textAnchor: 'middle' }}
        />
        {names.map((name) => (
          <text key={name} x={-10} y={middle(name) + 4} textAnchor="end">
            {name}
            {points.some((point) => point.name === name) ? '' : ' –'}
          </text>
        ))}
      </g>
      {goal === null ? null : (
        <g className="chart-mark" transform={`translate(${x(goal.value)},0)`}>
          <line y1={-4} y2={height} />
          <text y={-8} textAnchor={x(goal.value) > width / 2 ? 'end' : 'start'}>
            {goal.name} {measure.text(goal.value)}
          </text>
        </g>
      )}
      {points.map((point, index) => (
        <g key={point.name}>
          <line className="chart-whisker" x1={x(point.low)} x2={x(point.high)} y1={middle(point.name)} y2={middle(point.name)} />
          <Marker shape={0} x={x(point.value)} y={middle(point.name)} large={frame.cursor === index} value={point.value} />
          <rect
            className="chart-target"
            data-screen-only
            x={-margin.left}
            width={frame.width}
            y={y(point.name)}
            height={y.bandwidth()}
            onPointerEnter={() => frame.onPoint(index)}
          />
        </g>
      ))}
    </g>
  )
}
