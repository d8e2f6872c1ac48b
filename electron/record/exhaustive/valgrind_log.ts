/** Messages of Valgrind and the engine about a run; not the program's own output. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readStart } from '../file_bytes.ts'
import { VALGRIND_LOG } from './engine_run.ts'

const longestLog = 1 << 20
const unknownInstruction = /unhandled instruction bytes: (0x.*)$/
/** EVEX prefix (Intel SDM 2.7), which Valgrind prints as the first unknown byte. */
const avx512Instruction = /^0x62 /
/** Only of the first program; the next line is a hint at Valgrind's own options. */
const otherIdentity = /Can't execute setuid\/setgid\/setcap executable: /
/** native/exhaustive/program/memory_events.c. */
const farMemory = /the program maps memory at the fixed address (0x[0-9a-f]+)/
/** Valgrind's coregrind/m_debuginfo/image.c; the file's name is in a line before it. */
const badDebugInformation = /debuginfo reader: Possibly corrupted debuginfo file/
const debugFile = /^Valgrind: +"(.+)"$/
const ownFailure = /Assertion '.*' failed|the 'impossible' happened|INTERNAL ERROR|out of memory|failed to start/i

/** The last message of the first process, or null: why a program could not be started. */
export function lastWords(recordingDirectory: string): string | null {
  const said = lines(recordingDirectory)
  return said.findLast((line) => otherIdentity.test(line)) ?? said.at(-1) ?? null
}

/** One line for each message in the logs that the user should know. */
export function troubles(recordingDirectory: string): string[] {
  const said = lines(recordingDirectory)
  const failure = engineFailure(recordingDirectory)
  const unknown = said.flatMap((line) => unknownInstruction.exec(line)?.[1] ?? [])
  const other = unknown.find((bytes) => !avx512Instruction.test(bytes))
  return [
    ...(unknown.some((bytes) => avx512Instruction.test(bytes))
      ? [
          'The program, or one that it started, executed AVX-512 instructions, which Valgrind does not support, and got SIGILL; build it without -mavx512…, e.g. with -march=x86-64-v3.',
        ]
      : []),
    ...(other === undefined
      ? []
      : [
          `The program, or one that it started, executed an instruction that Valgrind does not support (${other}), and got SIGILL; build it for a simpler processor, e.g. with -march=x86-64-v3.`,
        ]),
    ...said
      .flatMap((line) => farMemory.exec(line)?.[1] ?? [])
      .map(
        (address) =>
          `The program maps memory at the fixed address ${address}, which the exhaustive engine does not support (only below 128 GB), so the program was ended there. The data recorded until then is kept. Choose another --engine.`,
      ),
    ...(said.some((line) => badDebugInformation.test(line))
      ? [
          `Valgrind gave up on the debug information of ${said.flatMap((line) => debugFile.exec(line)?.[1] ?? [])[0] ?? 'a file'} and ended the program before it did its work. Record a copy without debug information (objcopy --strip-debug), build it with -gdwarf-4, or choose --engine software.`,
        ]
      : []),
    ...(failure === null ? [] : [`The exhaustive engine failed: ${failure}; the data recorded until then is kept.`]),
  ]
}

/** The engine's own failure, in its words; null if there is none. */
export function engineFailure(recordingDirectory: string): string | null {
  return lines(recordingDirectory).find((line) => ownFailure.test(line)) ?? null
}

function lines(recordingDirectory: string): string[] {
  const logs = readdirSync(recordingDirectory)
    .filter((name) => VALGRIND_LOG.test(name))
    .map((name) => join(recordingDirectory, name))
  const inOrder = logs.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  return inOrder
    .flatMap((path) => readStart(path, longestLog).toString('utf8').split('\n'))
    .map((line) => line.replace(/^(==|--|\*\*)\d+\1 ?/, '').trim())
    .filter((line) => line !== '')
}
