/** settings.*: the settings that windows may change. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RpcHandlers } from '../../shared/rpc/contract.ts'
import type { HostSettings } from '../../shared/rpc/host.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { systemErrorCode } from '../failure.ts'
import { editorProblem } from './editor.ts'
import type { Settings } from './settings.ts'

/** @param editorRefusal why windows may not choose the program to start; null if they may */
export function createSettingsHandlers(settings: Settings, editorRefusal: string | null): Pick<RpcHandlers, 'settings.read' | 'settings.change'> {
  const read = (): HostSettings => ({
    editor: settings.get('editor'),
    sourceFolders: settings.get('sourceFolders'),
    sourceMappings: settings.get('sourceMappings'),
  })
  return {
    'settings.read': async () => read(),
    async 'settings.change'({ editor, sourceFolders }) {
      const problem = editor === undefined ? null : editorProblem(editor)
      if (problem !== null) throw new RpcError('invalid-argument', problem)
      if (editor !== undefined && editorRefusal !== null) throw new RpcError('refused', editorRefusal)
      const missing = sourceFolders?.find((folder) => !isFolder(folder))
      if (missing !== undefined) throw new RpcError('invalid-argument', `${missing} is no folder; choose one that is there.`)
      if (editor !== undefined) settings.set('editor', editor.trim())
      if (sourceFolders !== undefined) settings.set('sourceFolders', [...new Set(sourceFolders.map((folder) => resolve(folder)))])
      return read()
    },
  }
}

/** An unreadable folder is useless as a source folder too. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return false
  }
}
