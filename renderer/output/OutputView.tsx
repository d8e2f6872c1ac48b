import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { announce } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { copyText, saveFile } from '../application/save.ts'
import { profileStem } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import { endText } from './exit_text.ts'
import { shownOutput } from './shown_output.ts'
import './output.css'

/** The program's output, and how it ended. */
export function OutputView({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const { programOutput, exit } = summary.run
  const failed = exit.signal !== null || (exit.code ?? 0) !== 0
  if (programOutput === undefined)
    return (
      <div className="state">
        <span>The output of the program was not kept. Check “Output” under “Advanced” when you launch it.</span>
      </div>
    )
  const text = shownOutput(programOutput.text)
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label="Output of the program">
        <span className={failed ? 'chip output-failed' : 'dim'} role="status">
          {endText(exit)}
        </span>
        {programOutput.leftOut === 0 ? null : (
          <span className="chip" title="The profile keeps the last 64 kB">
            {countText(programOutput.leftOut)} characters before this were not kept
          </span>
        )}
        <span className="toolbar-space" />
        <ExportMenu
          what="the output"
          choices={[
            {
              title: 'Save as text',
              run: () => saveFile(`${profileStem(summary.path)}-output.txt`, text, 'text/plain;charset=utf-8'),
            },
            {
              title: 'Copy',
              async run() {
                await copyText(text)
                announce(application, 'The output was copied.')
              },
            },
          ]}
        />
      </div>
      {text === '' ? (
        <div className="state dim">The program printed nothing.</div>
      ) : (
        <pre className="program-output selectable" tabIndex={0} data-keys aria-label="Output" ref={failed ? showEnd : showStart}>
          {text}
        </pre>
      )}
    </div>
  )
}

/** Why a program failed stands at the end. */
const showEnd = followEnd(true)
const showStart = followEnd(false)

/** An end that is in sight stays there when the pane changes its size. */
function followEnd(startsAtEnd: boolean) {
  return (shown: HTMLElement | null): (() => void) | undefined => {
    if (shown === null) return undefined
    let isAtEnd = startsAtEnd
    const scroll = (): void => {
      if (isAtEnd) shown.scrollTop = shown.scrollHeight
    }
    const notice = (): void => {
      isAtEnd = shown.scrollTop + shown.clientHeight >= shown.scrollHeight - 1
    }
    scroll()
    shown.addEventListener('scroll', notice)
    const observer = new ResizeObserver(scroll)
    observer.observe(shown)
    return () => {
      observer.disconnect()
      shown.removeEventListener('scroll', notice)
    }
  }
}
