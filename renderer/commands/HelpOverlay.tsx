import { Dialog } from 'radix-ui'
import { useApplication, useAppState } from '../application/context.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'

/** Every key, from the same registry that obeys it. */
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
          </div>
          <div className="dialog-foot">
            <Dialog.Close className="action">Close</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
