import { AxisBottom, AxisLeft } from '@visx/axis'
import type { AxisScale } from '@visx/axis'

interface ChartAxesProps {
  x: AxisScale
  y: AxisScale
  /** Values of x that get a tick, in order. */
  xTicks: number[]
  xText(value: number): string
  xLabel: string
  yText(value: number): string
  /** Values of y that get a tick; absent: a few round ones. */
  yTicks?: number[] | undefined
  /** Pixels from the top to the axis of x. */
  bottom: number
}

const fewTicks = 4

/** Thin axes in the window's tones; they tell their unit in the label below. */
export function ChartAxes({ x, y, xTicks, xText, xLabel, yText, yTicks, bottom }: ChartAxesProps) {
  return (
    <g className="chart-axis">
      <AxisLeft
        scale={y}
        numTicks={fewTicks}
        {...(yTicks === undefined ? {} : { tickValues: yTicks })}
        tickFormat={(value) => yText(Number(value))}
        hideAxisLine
        tickLength={4}
        tickLabelProps={{ dx: -2, dy: 4, textAnchor: 'end' }}
      />
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={xTicks}
        tickFormat={(value) => xText(Number(value))}
        tickLength={4}
        tickLabelProps={{ dy: 2, textAnchor: 'middle' }}
        label={xLabel}
        labelOffset={9}
        labelProps={{ textAnchor: 'middle' }}
      />
    </g>
  )
}
