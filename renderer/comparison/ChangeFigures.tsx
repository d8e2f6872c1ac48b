import type { ComparedNumber, ComparedRatio, Significance } from '../../shared/compare/compared_number.ts'
import type { Unit } from '../../shared/run.ts'
import type { Better } from './change_text.ts'
import { changeText, pointsText, relativeText, significanceWords, toneOf } from './change_text.ts'

/** Δ of an amount with its sign, in the tone of a win or loss. */
export function AmountChange({ value, unit, better = 'less' }: { value: ComparedNumber; unit: Unit; better?: Better }) {
  const interval = value.ci95 === null ? null : `${changeText(value.ci95[0], unit)} to ${changeText(value.ci95[1], unit)}`
  return (
    <Marked className={toneOf(value, better)} significance={value.significance} interval={interval} change={value.change}>
      {changeText(value.change, unit)}
    </Marked>
  )
}

/** Δ % of an amount. */
export function Relative({ value, better = 'less' }: { value: ComparedNumber; better?: Better }) {
  return <span className={toneOf(value, better)}>{relativeText(value)}</span>
}

/** Δ of a share in percentage points. */
export function ShareChange({ value, better = 'less' }: { value: ComparedRatio; better?: Better }) {
  const interval = value.ci95 === null ? null : `${pointsText(value.ci95[0])} to ${pointsText(value.ci95[1])}`
  return (
    <Marked className={toneOf(value, better)} significance={value.significance} interval={interval} change={value.change}>
      {pointsText(value.change)}
    </Marked>
  )
}

interface MarkedProps {
  className: string
  significance: Significance
  interval: string | null
  change: number | null
  children: string
}

/** A change that may be noise says so by sign as well as by tone. */
export function Marked({ className, significance, interval, change, children }: MarkedProps) {
  const doubtful = change !== null && change !== 0 && (significance === 'noise' || significance === 'unknown')
  return (
    <span className={className} title={significanceWords(significance, interval)}>
      {doubtful ? (
        <span className="noise-mark" role="img" aria-label={significance === 'noise' ? 'within the noise' : 'noise not known'}>
          {significance === 'noise' ? '≈' : '?'}{' '}
        </span>
      ) : null}
      {children}
    </span>
  )
}
