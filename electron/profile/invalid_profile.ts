import { ZodError } from 'zod'
import { RpcError } from '../../shared/rpc/contract.ts'
import { systemErrorCode } from '../failure.ts'

/** Describes the fault of a file in a few words; `damagedProfile` makes the sentence. */
export class InvalidProfile extends Error {}

/** For users: never the text of a parser, of SQLite or of zlib, which names no remedy. */
export function damagedProfile(path: string, error: unknown): RpcError {
  return new RpcError('bad-file', `${path} is damaged or was tampered with: ${damageOf(error)}; copy it again, or run "hagstone analyze" on the raw recording`)
}

function damageOf(error: unknown): string {
  if (error instanceof InvalidProfile) return error.message
  if (error instanceof ZodError) return `its description is wrong at "${error.issues[0]?.path.join('.')}"`
  if (error instanceof SyntaxError) return 'its description cannot be read'
  const code = systemErrorCode(error)
  if (code === 'ERR_SQLITE_ERROR') return 'its tables cannot be read'
  return code === 'ERR_OUT_OF_RANGE' ? 'a number is out of range' : 'its contents cannot be read'
}
