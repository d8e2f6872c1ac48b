/** The user's editor, opened at a line of a source: a program, never through a shell, or an address like vscode://. */
import { spawn } from 'node:child_process'
import { parseArguments } from '../../shared/names/command_line.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { systemErrorCode } from '../failure.ts'

export type EditorCall = { kind: 'program'; program: string; arguments: string[] } | { kind: 'address'; address: string }

const filePlace = '{file}'
const linePlace = '{line}'
/** Schemes that editors register for themselves. Others may start anything. */
const editorSchemes = ['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'zed', 'idea', 'clion', 'subl']

/** Why a setting names no editor; null if it does, or is empty. */
export function editorProblem(setting: string): string | null {
  if (setting.trim() === '') return null
  if (!setting.includes(filePlace))
    return `The editor “${setting}” has no ${filePlace}: write it where the path of the file belongs, as in code --goto {file}:{line}.`
  const scheme = schemeOf(setting)
  if (scheme !== null)
    return editorSchemes.includes(scheme)
      ? null
      : `${scheme}:// is not known as an editor's address; use one of ${editorSchemes.map((name) => `${name}://`).join(', ')}, or a command.`
  const { arguments: words, problem } = parseArguments(setting)
  if (words === null) return problem
  if (words[0] === '' || words[0]?.includes(filePlace) === true)
    return `The editor “${setting}” begins with no program: write the editor's program before ${filePlace}.`
  return null
}

/**
 * The command that opens a line. Both places are filled in after the setting is split into words, so that a path is
 * only ever one word.
 * @param setting without an editorProblem
 * @param file absolute, so that it cannot be an option
 */
export function editorCall(setting: string, file: string, line: number): EditorCall {
  if (schemeOf(setting) !== null) return { kind: 'address', address: filled(setting, file.split('/').map(encodeURIComponent).join('/'), line) }
  const [program = '', ...words] = (parseArguments(setting).arguments ?? []).map((word) => filled(word, file, line))
  return { kind: 'program', program, arguments: words }
}

/** Starts an editor, detached from this process. @throws RpcError unable if there is no such program */
export function startEditor({ program, arguments: words }: Extract<EditorCall, { kind: 'program' }>, environment: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const editor = spawn(program, words, { detached: true, stdio: 'ignore', env: environment })
    editor.once('error', (error) =>
      reject(new RpcError('unable', `The editor ${program} cannot be started (${systemErrorCode(error) ?? error.message}); choose another in the settings.`)),
    )
    editor.once('spawn', () => {
      editor.unref()
      resolve()
    })
  })
}

function schemeOf(setting: string): string | null {
  return /^([a-z][a-z0-9+.-]*):\/\//.exec(setting.trim())?.[1] ?? null
}

/** A replacement text would be read for $ patterns; a function's is not. */
function filled(text: string, file: string, line: number): string {
  return text.trim().replaceAll(/\{file\}|\{line\}/g, (place) => (place === linePlace ? String(line) : file))
}
