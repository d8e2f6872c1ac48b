import { Dialog } from 'radix-ui'
import { compareFiles } from '../application/comparisons.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { openFile } from '../application/opening/open_file.ts'
import { baseName } from '../format/paths.ts'

/** A profile was dropped on an open one: open it, or compare both? */
export function DroppedFile() {
  const application = useApplication()
  const dropped = useAppState((state) => state.droppedFile)
  const shown = useAppState(({ screen, comparison, profile }) => (screen === 'comparison' ? comparison?.summary.old.path : profile?.summary.path) ?? null)
  const close = (): void => application.store.setState({ droppedFile: null })
  function choose(action: (path: string) => Promise<void>): void {
    close()
    if (dropped !== null) void action(dropped)
  }
  return (
    <Dialog.Root open={dropped !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Open or compare?</Dialog.Title>
          <div className="dialog-body">
            <p>
              <code>{baseName(dropped ?? '')}</code> was dropped while <code>{baseName(shown ?? '')}</code> is open.
            </p>
          </div>
          <div className="dialog-foot">
            <button type="button" className="action" onClick={close}>
              Cancel
            </button>
            <button type="button" className="action" onClick={() => choose((path) => openFile(application, path))}>
              Open it
            </button>
            <button type="button" className="action primary" onClick={() => choose((path) => compareFiles(application, shown ?? path, path))}>
              Compare both
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
