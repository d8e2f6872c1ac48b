import { Popover } from 'radix-ui'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Suspense } from 'react'
import { qualityOf, type QualityLevel } from '../../shared/quality.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'

const QualityReasons = lazyPart(async () => ({ default: (await import('./QualityReasons.tsx')).QualityReasons }))

const levelWords: Record<QualityLevel, string> = {
  good: 'good measurement',
  fair: 'fair measurement',
  poor: 'poor measurement',
  'nothing measured': 'nothing measured',
}

/** How well the chosen tool was measured in one word, and on wish why, how, and with which caveats. */
export function QualityButton({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const application = useApplication()
  const quality = qualityOf(summary, tool)
  const word = levelWords[quality.level]
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={`plain quality quality-${quality.level.split(' ')[0]}`} title={[...quality.reasons, ...summary.notes].join('\n')}>
          {word} ▾
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu quality-reasons selectable" align="start" collisionPadding={8} aria-label="Quality of the measurement">
          <Suspense fallback={<Waiting part inline />}>
            <QualityReasons summary={summary} quality={quality} word={word} />
          </Suspense>
          <Popover.Close asChild>
            <button type="button" className="action" onClick={() => application.runCommand('view.statistics')}>
              Show all counters
            </button>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
