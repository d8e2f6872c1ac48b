import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { InvarianceDistribution } from '../../shared/values.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { placeIn } from '../components/text_scale.ts'
import { percentText, percentTick } from '../format/quantities.ts'
import { kindWords } from './words.ts'

const margin = { top: 26, right: 20, bottom: 38, left: 52 }
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
const legendWidth = 110
const dashes = { inv1: 'none', inv5: '6 3' } as const
const titles = { inv1: 'top value', inv5: 'top five values' } as const

/** How invariant executions are, from the most invariant ones on: Figure 2 of Calder, Feller and Eustace. */
export function DistributionChart({ distribution: { kind, inv1, inv5 }, fileName }: { distribution: InvarianceDistribution; fileName: string }) {
  const { title } = kindWords[kind]
  const half = inv1[Math.floor(inv1.length / 2)] ?? null
  return (
    <ChartFigure
      title={`Invariance over the executions of ${title}`}
      fileName={`${fileName}-invariance-${kind}`}
      count={inv1.length}
      table={() => [
        ['share of the executions', 'top value at least', 'top five values at least'],
        ...inv1.map((share, index) => [(index + 1) / inv1.length, share, inv5[index] ?? null]),
      ]}
      summary={`Invariance over the executions of ${title}, sorted by falling invariance: for half of them the top value has at least ${percentText(half)}`}
      describe={(index) =>
        `${percentText((index + 1) / inv1.length)} of the executions of ${title} have a top value of at least ${percentText(inv1[index] ?? null)}; as many have top five values of at least ${percentText(inv5[index] ?? null)}`
      }
    >
      {(frame) => <Lines frame={frame} inv1={inv1} inv5={inv5} title={title} />}
    </ChartFigure>
  )
}

function Lines({ frame, inv1, inv5, title }: { frame: ChartFrame; inv1: number[]; inv5: number[]; title: string }) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const x = scaleLinear<number>({ domain: [0, 1], range: [0, width] })
  const y = scaleLinear<number>({ domain: [0, 1], range: [height, 0] })
  const middle = (index: number): number => x((index + 0.5) / Math.max(1, inv1.length))
  const curves = { inv1, inv5 }
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={height}
        xTicks={ticks}
        xText={percentTick}
        yText={percentTick}
        xLabel={`executions of ${title}, the most invariant first`}
      />
      {(['inv1', 'inv5'] as const).map((name, position) => (
        <g key={name}>
          <LinePath data={curves[name]} x={(_, index) => middle(index)} y={(share) => y(share)} className="chart-line" strokeDasharray={dashes[name]} />
          <g transform={`translate(${position * legendWidth},-14)`} className="chart-legend">
            <line className="chart-line" x2={22} strokeDasharray={dashes[name]} />
            <text x={28} y={4}>
              {titles[name]}
            </text>
          </g>
        </g>
      ))}
      {frame.cursor === null
        ? null
        : (['inv1', 'inv5'] as const).map((name) => {
            const share = curves[name][frame.cursor ?? 0]
            return share === undefined ? null : <circle key={name} className="chart-dot" data-screen-only cx={middle(frame.cursor ?? 0)} cy={y(share)} r={4} />
          })}
      <rect
        className="chart-target"
        data-screen-only
        width={width}
        height={height}
        onPointerMove={(event) => {
          const at = x.invert(placeIn(event.currentTarget, event, frame.scale).x)
          frame.onPoint(Math.max(0, Math.min(inv1.length - 1, Math.floor(at * inv1.length))))
        }}
      />
    </g>
  )
}
