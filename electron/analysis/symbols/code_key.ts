import { codeIdentity } from '../../cache/code_identity.ts'
import { systemErrorCode } from '../../failure.ts'
import { fileIdentity } from '../../file_identity.ts'
import { symbolsAddonFile } from '../../symbols/symbols_addon.ts'
import type { SymbolModule } from './symbol_source.ts'

/**
 * Key of results about a module's code: this program, the symbols addon, the build id, and the files, because one may
 * have lost its symbols but not its build id. Null for a module without a build id, or if a file is gone.
 */
export function identityOfCode({ path, buildId, debugPath }: SymbolModule): string | null {
  if (buildId === '') return null
  try {
    return JSON.stringify([codeIdentity(), fileIdentity(symbolsAddonFile()), buildId, fileIdentity(path), debugPath === null ? null : fileIdentity(debugPath)])
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
