import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { RemoteMachine } from '../../shared/rpc/host.ts'
import { useApplication } from '../application/context.ts'
import { failureText, isCancelled } from '../application/failure.ts'
import { Failure } from '../components/Failure.tsx'
import { Field } from '../launch/fields/Field.tsx'
import './settings.css'

const nowhere: RemoteMachine = { destination: '', command: 'hagstone', allowLaunch: false }

/** Asks for a machine and opens a window on it. */
export function ConnectDialog() {
  const { client, store } = useApplication()
  const [machine, setMachine] = useState(nowhere)
  const [known, setKnown] = useState<RemoteMachine[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isConnecting, setConnecting] = useState(false)
  const attempt = useRef<AbortController | null>(null)
  useEffect(() => {
    client.call('desktop.machines', {}).then(
      (machines) => {
        setKnown(machines)
        setMachine((typed) => (typed === nowhere ? (machines[0] ?? nowhere) : typed))
      },
      (error) => setFailure(failureText(error)),
    )
    return () => attempt.current?.abort()
  }, [client])
  const close = (): void => store.setState({ overlay: null })
  async function connect(): Promise<void> {
    const controller = new AbortController()
    attempt.current = controller
    setFailure(null)
    setConnecting(true)
    try {
      await client.call(
        'desktop.connect',
        { ...machine, destination: machine.destination.trim(), command: machine.command.trim() || nowhere.command },
        { signal: controller.signal },
      )
      close()
    } catch (error) {
      if (!isCancelled(error)) setFailure(failureText(error))
    } finally {
      setConnecting(false)
    }
  }
  async function forget(destination: string): Promise<void> {
    try {
      await client.call('desktop.forgetMachine', { destination })
      setKnown((machines) => machines.filter((other) => other.destination !== destination))
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Connect to a machine</Dialog.Title>
          <form
            className="connect-form"
            onSubmit={(event) => {
              event.preventDefault()
              void connect()
            }}
          >
            <div className="dialog-body">
              <p className="dim">
                Hagstone is started there over ssh, and a window here shows that machine’s runs. Programs, profiles and sources stay there. ssh uses your keys
                and its configuration; a password is asked for only if your desktop has an askpass program.
              </p>
              <Field label="Machine">
                {(id) => (
                  <input
                    id={id}
                    type="text"
                    className="setting-wide"
                    placeholder="user@host, or a name of ~/.ssh/config"
                    pattern="[^\-\s]\S*"
                    required
                    autoFocus
                    spellCheck={false}
                    disabled={isConnecting}
                    value={machine.destination}
                    onChange={(event) => setMachine({ ...machine, destination: event.target.value })}
                  />
                )}
              </Field>
              <Field label="Command there">
                {(id) => (
                  <input
                    id={id}
                    type="text"
                    className="setting-wide mono"
                    placeholder="hagstone"
                    spellCheck={false}
                    disabled={isConnecting}
                    value={machine.command}
                    onChange={(event) => setMachine({ ...machine, command: event.target.value })}
                  />
                )}
              </Field>
              <label className="row setting-check">
                <input
                  type="checkbox"
                  disabled={isConnecting}
                  checked={machine.allowLaunch}
                  onChange={(event) => setMachine({ ...machine, allowLaunch: event.target.checked })}
                />{' '}
                Let the window start programs there, to record them
              </label>
              {known.length === 0 ? null : (
                <ul className="setting-list" aria-label="Previous machines">
                  {known.map((other) => (
                    <li key={other.destination}>
                      <button type="button" className="plain" disabled={isConnecting} onClick={() => setMachine(other)}>
                        {other.destination}
                      </button>
                      <span className="dim">{other.command === nowhere.command ? '' : other.command}</span>
                      <button type="button" className="plain" aria-label={`Forget ${other.destination}`} onClick={() => void forget(other.destination)}>
                        ✕
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              {failure === null ? null : <Failure text={failure} />}
              {isConnecting ? (
                <p className="pulse" role="status">
                  Connecting to {machine.destination}…
                </p>
              ) : null}
            </div>
            <div className="dialog-foot">
              <button type="button" className="action" onClick={() => (isConnecting ? attempt.current?.abort() : close())}>
                Cancel
              </button>
              <button type="submit" className="action primary" disabled={isConnecting}>
                Connect
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
