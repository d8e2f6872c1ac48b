import { Dialog } from 'radix-ui'
import { useApplication, useAppState } from '../application/context.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'

/** Keys that belong to what has the focus (components/explained_heads.ts, grid/GridHeader.tsx). */
const keysOfHeads = [
  { title: 'Go from the rows to the column heads', keys: ['Shift+Tab'] },
  { title: 'Go to the next or previous head', keys: ['ArrowLeft', 'ArrowRight'] },
  { title: 'Go from a head to its edge', keys: ['Tab'] },
  { title: 'At the edge: make the column narrower or wider', keys: ['ArrowLeft', 'ArrowRight'] },
]

/** Every key, those of commands from the same registry that obeys them. */
export function HelpOverlay() {
  const application = useApplication()
  const open = useAppState((state) => state.overlay === 'help')
  const commands = useCommands().filter((command) => command.keys.length > 0)
  const groups = [...new Set(commands.map((command) => command.group))]
  return (
    <Dialog.Root open={open} onOpenChange={(shown) => application.store.setState({ overlay: shown ? 'help' : null })}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Keys</Dialog.Title>
          <div className="dialog-body help-columns" role="region" aria-label="Keys of all commands" tabIndex={0}>
            {groups.map((group) => (
              <section key={group} className="help-group">
                <h2>{group}</h2>
                {commands
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <div key={command.id} className="help-row">
                      <span>{command.title}</span>
                      <span>
                        {command.keys.map((key) => (
                          <kbd key={key}>{keyText(key)}</kbd>
                        ))}
                      </span>
                    </div>
                  ))}
              </section>
            ))}
            <section className="help-group">
              <h2>Column heads</h2>
              {keysOfHeads.map(({ title, keys }) => (
                <div key={title} className="help-row">
                  <span>{title}</span>
                  <span>
                    {keys.map((key) => (
                      <kbd key={key}>{keyText(key)}</kbd>
                    ))}
                  </span>
                </div>
              ))}
            </section>
          </div>
          <div className="dialog-foot">
            <Dialog.Close className="action">Close</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
