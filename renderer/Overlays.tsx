import { lazy, Suspense } from 'react'
import { useApplication, useAppState } from './application/context.ts'
import { countOver } from './application/state.ts'
import { FaultBarrier } from './components/FaultBarrier.tsx'
import { useReturnedFocus } from './focus/use_returned_focus.ts'

const CommandPalette = lazy(async () => ({ default: (await import('./commands/CommandPalette.tsx')).CommandPalette }))
const HelpOverlay = lazy(async () => ({ default: (await import('./commands/HelpOverlay.tsx')).HelpOverlay }))
const SettingsDialog = lazy(async () => ({ default: (await import('./settings/SettingsDialog.tsx')).SettingsDialog }))
const ConnectDialog = lazy(async () => ({ default: (await import('./settings/ConnectDialog.tsx')).ConnectDialog }))
const EmbedSources = lazy(async () => ({ default: (await import('./profile/EmbedSources.tsx')).EmbedSources }))
const ExportDialog = lazy(async () => ({ default: (await import('./export/ExportDialog.tsx')).ExportDialog }))
const ThreadChoice = lazy(async () => ({ default: (await import('./tree/ThreadChoice.tsx')).ThreadChoice }))
const FileBrowser = lazy(async () => ({ default: (await import('./runs/FileBrowser.tsx')).FileBrowser }))
const DroppedFile = lazy(async () => ({ default: (await import('./runs/DroppedFile.tsx')).DroppedFile }))

/** Overlays of the window, loaded on first use. */
export function Overlays() {
  useReturnedFocus(useApplication().store, countOver)
  const overlay = useAppState((state) => state.overlay)
  const asksForFile = useAppState((state) => state.fileQuestion !== null)
  const hasDropped = useAppState((state) => state.droppedFile !== null)
  return (
    <FaultBarrier what="The dialog" retryKey={`${overlay} ${asksForFile} ${hasDropped}`}>
      <Suspense fallback={null}>
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
