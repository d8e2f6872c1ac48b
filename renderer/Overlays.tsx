import { Suspense } from 'react'
import { lazyPart } from './components/loading/lazy_part.tsx'
import { useApplication, useAppState } from './application/context.ts'
import { countOver } from './application/state.ts'
import { Waiting } from './components/loading/Waiting.tsx'
import { FaultBarrier } from './components/FaultBarrier.tsx'
import { useKeptFocus } from './focus/use_kept_focus.ts'
import { useReturnedFocus } from './focus/use_returned_focus.ts'

const CommandPalette = lazyPart(async () => ({ default: (await import('./commands/CommandPalette.tsx')).CommandPalette }))
const HelpOverlay = lazyPart(async () => ({ default: (await import('./commands/HelpOverlay.tsx')).HelpOverlay }))
const SettingsDialog = lazyPart(async () => ({ default: (await import('./settings/SettingsDialog.tsx')).SettingsDialog }))
const ConnectDialog = lazyPart(async () => ({ default: (await import('./settings/ConnectDialog.tsx')).ConnectDialog }))
const EmbedSources = lazyPart(async () => ({ default: (await import('./profile/EmbedSources.tsx')).EmbedSources }))
const ExportDialog = lazyPart(async () => ({ default: (await import('./export/ExportDialog.tsx')).ExportDialog }))
const ThreadChoice = lazyPart(async () => ({ default: (await import('./tree/ThreadChoice.tsx')).ThreadChoice }))
const FileBrowser = lazyPart(async () => ({ default: (await import('./runs/FileBrowser.tsx')).FileBrowser }))
const DroppedFile = lazyPart(async () => ({ default: (await import('./runs/DroppedFile.tsx')).DroppedFile }))

/** Overlays of the window, loaded on first use. */
export function Overlays() {
  useReturnedFocus(useApplication().store, countOver)
  useKeptFocus()
  const overlay = useAppState((state) => state.overlay)
  const asksForFile = useAppState((state) => state.fileQuestion !== null)
  const hasDropped = useAppState((state) => state.droppedFile !== null)
  return (
    <FaultBarrier what="The dialog" retryKey={`${overlay} ${asksForFile} ${hasDropped}`}>
      <Suspense fallback={<Waiting part />}>
        {overlay === 'palette' ? <CommandPalette /> : null}
        {overlay === 'help' ? <HelpOverlay /> : null}
        {overlay === 'settings' ? <SettingsDialog /> : null}
        {overlay === 'connect' ? <ConnectDialog /> : null}
        {overlay === 'sources' ? <EmbedSources /> : null}
        {overlay === 'export' ? <ExportDialog /> : null}
        {overlay === 'threads' ? <ThreadChoice /> : null}
        {asksForFile ? <FileBrowser /> : null}
        {hasDropped ? <DroppedFile /> : null}
      </Suspense>
    </FaultBarrier>
  )
}
