import type { RunDescription } from '../../shared/run.ts'
import { Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'

/** Of an exhaustive run: whether every access was seen, or those of windows only. */
export function Coverage({ run: { windows } }: { run: RunDescription }) {
  if (windows === undefined) return <span className="dim" title="The exhaustive engine saw every load and store of the recorded processes, those of the kernel included">every access seen</span>
  return (
    <span title={`Measured ${countText(windows.on)} instructions, passed over ${countText(windows.off)}, and so on; nothing is carried over from one window to the next`}>
      in bursts: <Percent share={windows.covered} /> of the instructions
    </span>
  )
}
