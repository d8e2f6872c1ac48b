/** The programs that are recorded over and over: of one process and several, with threads, of Debian and of the samples. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleProgram } from '../../e2e/support/samples.ts'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'

export interface RecordedProgram {
  name: string
  command: string[]
  /** SHA-256 of its output when it runs alone. */
  printed: string
  /** Its exit status when it runs alone. */
  status: number
}

export interface RecordedPrograms {
  /** About half a second each: for engines that sample. None where the machine cannot. */
  sampled: RecordedProgram[]
  /** A fiftieth of that: for the engine that sees every access. */
  exhaustive: RecordedProgram[]
}

/** Runs each once alone. @param directory for their input */
export function recordedPrograms(directory: string, machineSamples: boolean): RecordedPrograms {
  const large = madeUpText(join(directory, 'large.txt'), 8_000_000)
  const small = madeUpText(join(directory, 'small.txt'), 100_000)
  return {
    sampled: machineSamples
      ? [
          alone('array', [sampleProgram('rezeroed_array'), '40000']),
          alone('threads', [sampleProgram('threads'), '1000']),
          alone('recursion', [sampleProgram('recursion'), '400']),
          alone('gzip', ['gzip', '-9', '--no-name', '--stdout', large]),
          alone('processes', ['sh', '-c', `for round in 1 2 3; do sort "${large}" | uniq | wc -l; done; exit 3`]),
        ]
      : [],
    exhaustive: [
      alone('array', [sampleProgram('rezeroed_array'), '500']),
      alone('threads', [sampleProgram('threads'), '10']),
      alone('gzip', ['gzip', '-9', '--no-name', '--stdout', small]),
      alone('processes', ['sh', '-c', `sort "${small}" | uniq | wc -l; exit 3`]),
    ],
  }
}

export function digest(output: Buffer): string {
  return createHash('sha256').update(output).digest('hex')
}

function alone(name: string, command: string[]): RecordedProgram {
  const [program = '', ...programArguments] = command
  const run = (): { output: Buffer; status: number } => {
    try {
      return { output: execFileSync(program, programArguments, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }), status: 0 }
    } catch (error) {
      const failed = error as { stdout?: Buffer; status?: number | null }
      if (failed.stdout === undefined || typeof failed.status !== 'number') throw error
      return { output: failed.stdout, status: failed.status }
    }
  }
  const { output, status } = run()
  return { name, command, printed: digest(output), status }
}

/** Lines of made-up words, the same on every machine. @returns the path */
function madeUpText(path: string, bytes: number): string {
  const random = new SeededRandom(20)
  const words = Array.from({ length: 5000 }, () => random.nextUint32().toString(36))
  const lines: string[] = []
  for (let length = 0; length < bytes; length += lines.at(-1)!.length + 1)
    lines.push(Array.from({ length: 8 }, () => words[Math.floor(random.nextUnit() ** 3 * words.length)]).join(' '))
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
