import type { ReactNode } from 'react'
import { intervalText } from '../../shared/names/interval_text.ts'
import type { Unit } from '../../shared/run.ts'
import { percentFigure, quantity } from '../format/quantities.ts'

/** An amount of waste or use with its unit in a lighter tone. */
export function Amount({ value, unit }: { value: number; unit: Unit }) {
  const { figure, unit: name } = quantity(value, unit)
  return (
    <span className={value === 0 ? 'dim' : undefined}>
      {figure}
      <span className="unit">{name}</span>
    </span>
  )
}

/** A share 0..1 in percent, with its 95 % interval where there is one, and the words for what it is of; `exact` where nothing was estimated. Its tooltip names the denominator (`of`) and the observations behind it (`evidence`). */
export function Percent({
  share,
  interval = null,
  exact = false,
  of = '',
  evidence = '',
  children,
}: {
  share: number | null
  interval?: [number, number] | null
  exact?: boolean
  of?: string
  evidence?: string
  children?: ReactNode
}) {
  const figure = percentFigure(share)
  const title = [of === '' || figure === '–' ? '' : `${figure} % of ${of}`, evidence].filter((line) => line !== '').join('\n')
  return (
    <span className={share === null || share === 0 ? 'dim' : undefined} title={title === '' ? undefined : title}>
      {figure}
      {figure === '–' ? null : <span className="unit">%</span>}
      {interval === null ? null : (
        <span className="interval" title="95 % interval">
          {' '}
          {intervalText(interval)}
        </span>
      )}
      {children === undefined ? null : <> {children}</>}
      {exact && share !== null ? (
        <span className="interval" title="Every access was counted: nothing is estimated">
          {' '}
          (exact)
        </span>
      ) : null}
    </span>
  )
}
