import type { ReactNode } from 'react'
import type { Tool } from '../../../shared/run.ts'
import { useApplication } from '../../application/context.ts'
import { recordAgain } from '../../application/record_again.ts'
import { useComparison } from '../use_comparison.ts'

interface MissingToolProps {
  tool: Tool
  /** Absent: any. */
  engine?: 'exhaustive'
  /** Why nothing is compared. */
  children: ReactNode
}

/** Instead of a view of a tool that a run did not record: the way to record it with that tool. */
export function MissingTool({ tool, engine, children }: MissingToolProps) {
  const application = useApplication()
  const { old, new: present } = useComparison((open) => open.profiles)
  return (
    <div className="state">
      <span>{children}</span>
      {[old, present].map((summary, at) =>
        summary.run.tools.includes(tool) ? null : (
          <button
            key={summary.profile}
            type="button"
            className="action"
            onClick={() => recordAgain(application, summary, { tools: [tool], ...(engine === undefined ? {} : { engine }) })}
          >
            Record the {at === 0 ? 'old' : 'new'} run again with it…
          </button>
        ),
      )}
    </div>
  )
}
