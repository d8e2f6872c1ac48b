import type { ReactNode } from 'react'
import { Component } from 'react'
import { failureText } from '../application/failure.ts'
import { Failure } from './Failure.tsx'
import { MissingScript, retries } from './loading/lazy_part.tsx'

interface FaultBarrierProps {
  /** The part that is lost if drawing it fails: "The source pane". */
  what: string
  /** A change tries again. */
  retryKey: string
  children: ReactNode
}
interface FaultBarrierState {
  fault: unknown
  retryKey: string
}

/** Keeps a fault in one part from emptying the whole window: names the failed part and leaves the rest usable. */
export class FaultBarrier extends Component<FaultBarrierProps, FaultBarrierState> {
  override state: FaultBarrierState = { fault: null, retryKey: this.props.retryKey }

  static getDerivedStateFromError(fault: unknown): Partial<FaultBarrierState> {
    return { fault }
  }

  static getDerivedStateFromProps(props: FaultBarrierProps, state: FaultBarrierState): Partial<FaultBarrierState> | null {
    if (props.retryKey === state.retryKey) return null
    if (state.fault !== null) retries.count += 1
    return { fault: null, retryKey: props.retryKey }
  }

  #retry(): void {
    retries.count += 1
    this.setState({ fault: null })
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return (
      <div className="state">
        <Failure text={`${this.props.what} could not be drawn: ${failureText(fault)}`} />
        {fault instanceof MissingScript ? (
          <button type="button" className="action" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        ) : (
          <button type="button" className="action" onClick={() => this.#retry()}>
            Try again
          </button>
        )}
      </div>
    )
  }
}
