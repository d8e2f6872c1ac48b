import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import type { HostSettings } from '../../shared/rpc/host.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Failure } from '../components/Failure.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { EditorSettings } from './EditorSettings.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { SourceSettings } from './SourceSettings.tsx'
import './settings.css'

/** A person's lasting settings: the windows' appearance, source folders, the editor, and notifications of an end. */
export function SettingsDialog() {
  const { client, store } = useApplication()
  const machine = useAppState(({ desktop, host }) => desktop?.machine ?? (host?.kind === 'serve' ? 'the machine that “hagstone serve” runs on' : null))
  const [settings, setSettings] = useState<HostSettings | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    client.call('settings.read', {}).then(setSettings, (error) => setFailure(failureText(error)))
  }, [client])
  const change = (changed: Partial<HostSettings>): void => setSettings((now) => (now === null ? null : { ...now, ...changed }))
  const close = (): void => store.setState({ overlay: null })
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog settings" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Settings</Dialog.Title>
          <div className="dialog-body" role="region" aria-label="All settings" tabIndex={0}>
            <AppearanceSettings />
            <NoticeSettings />
            {failure === null ? null : <Failure text={failure} />}
            {settings === null ? (
              failure === null ? (
                <Waiting inline>Reading the other settings…</Waiting>
              ) : null
            ) : (
              <>
                {machine === null ? null : <p className="dim">Editor and sources are those of {machine}.</p>}
                <EditorSettings settings={settings} onChange={change} />
                <SourceSettings settings={settings} onChange={change} />
              </>
            )}
          </div>
          <div className="dialog-foot">
            <Dialog.Close className="action">Close</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
