/**
 * Files written by `hagstone validate --output`. They are untrusted input: checked as a whole before anything is drawn.
 */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Validation } from '../../shared/validation.ts'
import { messageOf, systemErrorCode } from '../failure.ts'
import { readStart } from '../record/file_bytes.ts'
import { validationSchema } from './validation_schema.ts'

/** `schema` is written first. */
const startLength = 256
const start = /^\s*\{\s*"schema":\s*"hagstone\.validation\//
const startOfValues = /^\s*\{\s*"schema":\s*"hagstone\.values-validation\//
/** A run has at most 4096 virtual PMUs, each with less than a kilobyte. */
const longestFile = 64 << 20
const remedy = 'write it again with hagstone validate --output'

/** Whether the file begins like a validation of any version. False for everything else, and for unreadable files. */
export function isValidationFile(path: string): boolean {
  return beginsWith(path, start)
}

/** @throws RpcError bad-file for the output of `hagstone validate --tool values --output`: no view draws it */
export function assertDrawable(path: string): void {
  if (beginsWith(path, startOfValues))
    throw new RpcError('bad-file', `${path} is a validation of values, which has no curves to draw; hagstone validate --tool values prints its tables`)
}

function beginsWith(path: string, start: RegExp): boolean {
  try {
    return statSync(path).isFile() && start.test(readStart(path, startLength).toString('utf8'))
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return false
  }
}

/**
 * @throws RpcError not-found, or bad-file if it is not a complete and valid validation of this version: one line each
 */
export function readValidation(path: string): Validation {
  try {
    const status = statSync(path)
    const { size } = status
    if (!status.isFile()) throw new RpcError('bad-file', `${path} is not a file; ${remedy}`)
    if (size > longestFile) throw new RpcError('bad-file', `${path} is too large to be a validation (${size} bytes); ${remedy}`)
    return validationSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof RpcError) throw error
    const code = systemErrorCode(error)
    if (code === 'ENOENT') throw new RpcError('not-found', `${path} does not exist; ${remedy}`)
    if (code !== null) throw new RpcError('bad-file', `${path} cannot be read (${code}); check its permissions`)
    if (error instanceof z.ZodError)
      throw new RpcError('bad-file', `${path} is no validation that this version of Hagstone reads: "${wrongPlace(error)}" is wrong; ${remedy}`)
    if (error instanceof SyntaxError) throw new RpcError('bad-file', `${path} is cut short or damaged (${messageOf(error).split('\n')[0]}); ${remedy}`)
    throw error
  }
}

function wrongPlace({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') || 'its form'
}
