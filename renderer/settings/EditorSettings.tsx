import { useState } from 'react'
import type { HostSettings } from '../../shared/rpc/host.ts'
import { useApplication } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import { Failure } from '../components/Failure.tsx'
import { Setting } from './Setting.tsx'

/** Editors that open a file at a line, as they are called. */
const knownEditors: Record<string, string> = {
  'VS Code': 'code --goto {file}:{line}',
  'VS Code, by address': 'vscode://file{file}:{line}',
  Emacs: 'emacsclient --no-wait +{line} {file}',
  'Vim in a terminal': 'x-terminal-emulator -e vim +{line} {file}',
  Kate: 'kate --line {line} {file}',
  'Sublime Text': 'subl {file}:{line}',
  CLion: 'clion --line {line} {file}',
  Zed: 'zed {file}:{line}',
}

/** The editor that opens source lines. */
export function EditorSettings({ settings, onChange }: { settings: HostSettings; onChange(changed: Pick<HostSettings, 'editor'>): void }) {
  const { client } = useApplication()
  const [typed, setTyped] = useState(settings.editor)
  const [failure, setFailure] = useState<string | null>(null)
  async function choose(editor: string): Promise<void> {
    setTyped(editor)
    try {
      const { editor: kept } = await client.call('settings.change', { editor })
      onChange({ editor: kept })
      setFailure(null)
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  const known = Object.entries(knownEditors).find(([, command]) => command === typed)?.[0] ?? ''
  return (
    <Setting title="Editor">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          void choose(typed)
        }}
      >
        <select aria-label="Known editors" value={known} onChange={(event) => void choose(knownEditors[event.target.value] ?? '')}>
          <option value="">{typed === '' ? 'none' : 'another'}</option>
          {Object.keys(knownEditors).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input
          type="text"
          className="setting-wide mono"
          aria-label="Command of the editor"
          placeholder="program --line {line} {file}"
          spellCheck={false}
          aria-invalid={failure !== null}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="action" disabled={typed === settings.editor}>
          Use it
        </button>
      </form>
      {failure === null ? null : <Failure text={failure} />}
      <p className="dim">
        <code>e</code> and <code>E</code> open the earlier and the later access there. The command is started directly, without a shell.
      </p>
    </Setting>
  )
}
