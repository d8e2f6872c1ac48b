import { profileOf } from '../record/finishing/kept_recording.ts'
import { statedAsCode } from './commands/analyze_command.ts'
import { progressLine } from './terminal.ts'

/**
 * The path of a profile. For the directory of a raw recording, the profile is made first, beside it.
 * @throws Failure or RpcError, one line
 */
export async function profileOrAnalysis(file: string): Promise<string> {
  const progress = progressLine('analysing')
  try {
    return await profileOf(file, { onProgress: progress.show, signal: null })
  } catch (error) {
    throw statedAsCode(error)
  } finally {
    progress.end()
  }
}
