import { useApplication, usePreference, useProfile } from '../application/context.ts'
import type { ProfileView } from '../application/state.ts'

/** How to read each view, shown the first time. */
const hints: Record<ProfileView, string> = {
  findings:
    'Each entry is one cause of wasted work. Its bar shows how much of the run it costs at most. Entries are ordered by what each surely costs: where its interval begins. Enter unfolds what to do about it.',
  'top-down':
    'From main inwards: a row includes everything that it calls. Press h to follow the largest waste. Rows named KILLED_BY (overwritten by) or REDUNDANT_WITH (repeats) lead to the other access.',
  'bottom-up': 'From the wasteful functions outwards: the first rows are functions with their own waste, below each stand its callers.',
  flat: 'Modules, files, functions, and lines, each summed over all calling contexts. Shares are of the row’s own code.',
  pairs: 'Each row is two accesses: the later one makes the earlier one useless. Select a row to read both.',
  objects: 'Each row is a variable or an allocation, with the waste of the accesses to it.',
  values: 'Which values instructions read and write most often. An instruction with few different values is a candidate for specialization.',
  reuse: 'How much other data is accessed before the same data is accessed again. Reuses farther apart than a cache is large miss that cache.',
  threads: 'One row per thread: CPU time and waste. Large differences are load imbalance.',
  trace:
    'A line per thread, time from left to right, the colour is the function at the chosen depth. Grey: it waits for other threads. Gaps: it did not run. Drag to choose a time for all views.',
  flame:
    'The width of a box is its share of the waste, or of the CPU time if you choose that at the right. Its colour says how much of it is wasted. Boxes below it are what it calls; ↻ is a loop.',
  time: 'One bar per interval of the run: its height is the share of wasted accesses. Pale bars have few observations, intervals without a bar none.',
  statistics: 'How the run was measured, and what became of every sample.',
  output: 'What the program printed to its standard output and error, and how it ended.',
}

const callGraphHint =
  'The chosen function in the middle, what calls it on the left, what it calls on the right. Edges are as wide as their cost; the coloured part is wasted.'

/** One sentence how to read the view, until it is dismissed. */
export function ViewHint({ view }: { view: ProfileView }) {
  const application = useApplication()
  const isRead = usePreference((preferences) => preferences.hintsRead[view] === true)
  const isCallGraph = useProfile(({ flame }) => view === 'flame' && flame.mode === 'calls' && flame.around !== null)
  if (isRead) return null
  return (
    <div className="view-hint" role="note" aria-label="How to read this view">
      <span>{isCallGraph ? callGraphHint : hints[view]}</span>
      <button
        type="button"
        className="plain"
        title="Do not show this again"
        onClick={() => application.preferences.setState(({ hintsRead }) => ({ hintsRead: { ...hintsRead, [view]: true } }))}
      >
        Got it
      </button>
    </div>
  )
}
