/**
 * The programs that the exhaustive engine is measured on: integer code, floating-point code, a compiler and others,
 * each of any length.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchDirectory, root } from '../tools.ts'
import { groupingQuery, text, wordCount } from '../workloads.ts'

/** CPU seconds that the native runs take at least. */
export const nativeSeconds = Number(process.env['NATIVE_SECONDS'] ?? 3)

export interface Program {
  name: string
  /** Run in build/bench. */
  command: string[]
}

interface SizedProgram {
  name: string
  /** Tried first, to see how long a run of another size will take. */
  firstSize: number
  ofSize: (size: number) => string[]
}

/** Inner points × (four loads, as the compiler keeps one of the five values for the next point, and a store). */
export const accessesPerSweep = 510 * 510 * 5

/** `index` varies the constants, so that no two functions are merged. */
export function generatedFunction(index: number): string {
  const number = (factor: number, bound: number) => (index * factor) % bound
  const cases = Array.from(
    { length: 8 },
    (_, at) => `      case ${at}: p->b = helper${index}(p->b, ${number(at + 3, 50)}); sum += p->b * ${number(at + 5, 100)}; break;`,
  )
  return `struct s${index} { int a, b; double d; struct s${index} *next; long values[16]; };
static int helper${index}(int x, int y) {
  int t = 0;
  for (int i = 0; i < x; i++) { t += (y ^ i) * ${number(7, 100)}; if (t & ${2 ** (index % 12)}) t -= y; else t ^= ${number(13, 1000)}; }
  return t;
}
int function${index}(struct s${index} *p, int n, long *q) {
  long sum = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++) {
      p->values[j] += q[(i * ${1 + (index % 7)} + j) & 63] * helper${index}(j, i);
      if (p->values[j] > ${number(17, 10000)}) p->values[j] -= sum;
    }
    switch (p->a % ${4 + (index % 5)}) {
${cases.join('\n')}
      default: p->d = p->d * ${number(19, 1000)} + sum;
    }
    while (p->next && p->next->a < ${number(23, 100)}) { p = p->next; sum ^= p->a; p->d += sum; }
  }
  return (int)sum + helper${index}(n, (int)q[0]);
}
`
}

/** Compiles the stencil on a square of `side` doubles and returns how to run it. */
export function stencil(side: number, sweeps: number): string[] {
  const output = join(benchDirectory, `stencil-${side}`)
  execFileSync('gcc', ['-O2', '-g', '-fno-tree-vectorize', `-DSIDE=${side}`, '-o', output, join(root, 'scripts/bench/programs/stencil.c')])
  return [output, String(sweeps)]
}

/** Writes this many generated functions and returns the compiler's command line for them. */
export function compiler(functions: number): string[] {
  const input = `generated-${functions}.c`
  writeFileSync(join(benchDirectory, input), Array.from({ length: functions }, (_, index) => generatedFunction(index + 1)).join(''))
  const program = execFileSync('gcc', ['-print-prog-name=cc1'], { encoding: 'utf8' }).trim()
  return [program, '-quiet', '-O2', input, '-o', 'generated.s']
}

/** A program that reads this many megabytes of text from its own file, whose name is the command's last word. */
const readerOfText = (name: string, command: string[]): SizedProgram => ({
  name,
  firstSize: 4,
  ofSize: (megabytes) => {
    const input = `${command[0]}-input`
    writeFileSync(join(benchDirectory, input), text(megabytes * 1e6))
    return [...command, input]
  },
})

const bzip2 = readerOfText('bzip2 -9', ['bzip2', '-9', '--keep', '--force'])
const cc1: SizedProgram = { name: 'cc1 -O2', firstSize: 20, ofSize: compiler }

const withNumbers: SizedProgram[] = [bzip2, { name: 'stencil', firstSize: 2000, ofSize: (sweeps) => stencil(512, sweeps) }, cc1]

const real: SizedProgram[] = [
  bzip2,
  readerOfText('gzip -6', ['gzip', '-6', '--keep', '--force']),
  readerOfText('xz -1', ['xz', '-1', '--keep', '--force']),
  readerOfText('perl, counting words', ['perl', '-e', wordCount]),
  cc1,
  { name: 'sqlite3, grouping and sorting', firstSize: 200_000, ofSize: (rows) => ['sqlite3', ':memory:', groupingQuery(rows)] },
]

/** CPU seconds of a native run. */
type CpuOf = (command: string[]) => Promise<number>

async function sized(programs: SizedProgram[], seconds: number, cpuOf: CpuOf): Promise<Program[]> {
  const chosen: Program[] = []
  for (const { name, firstSize, ofSize } of programs) {
    const perSize = (await cpuOf(ofSize(firstSize))) / firstSize
    // Some more, as the speed of a shared machine varies between two runs.
    chosen.push({ name, command: ofSize(Math.ceil((1.1 * seconds) / perSize)) })
  }
  return chosen
}

/** The programs that the engine's costs have limits for, each with an input that keeps it busy for `nativeSeconds`; `cpuOf` runs a command natively. */
export const exhaustivePrograms = (cpuOf: CpuOf): Promise<Program[]> => sized(withNumbers, nativeSeconds, cpuOf)

/** Six real programs, each with an input that keeps it busy for this many seconds. */
export const realPrograms = (seconds: number, cpuOf: CpuOf): Promise<Program[]> => sized(real, seconds, cpuOf)
