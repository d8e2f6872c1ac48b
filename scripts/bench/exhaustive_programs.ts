/** What the exhaustive engine is measured on: integer code, floating-point code, and a compiler, each as long as wanted. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchDirectory, root } from './tools.ts'
import { text } from './workloads.ts'

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

/** Inner points × (five loads and a store). */
export const accessesPerSweep = 510 * 510 * 6

/** `index` varies the constants, so that no two functions are merged. */
function generatedFunction(index: number): string {
  const number = (factor: number, bound: number) => (index * factor) % bound
  const cases = Array.from({ length: 8 }, (_, at) => `      case ${at}: p->b = helper${index}(p->b, ${number(at + 3, 50)}); sum += p->b * ${number(at + 5, 100)}; break;`)
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
  execFileSync('gcc', ['-O2', '-g', '-fno-tree-vectorize', `-DSIDE=${side}`, '-o', output, join(root, 'scripts/bench/stencil.c')])
  return [output, String(sweeps)]
}

/** Writes so many generated functions and returns how the compiler is run on them. */
export function compiler(functions: number): string[] {
  const input = `generated-${functions}.c`
  writeFileSync(join(benchDirectory, input), Array.from({ length: functions }, (_, index) => generatedFunction(index + 1)).join(''))
  const program = execFileSync('gcc', ['-print-prog-name=cc1'], { encoding: 'utf8' }).trim()
  return [program, '-quiet', '-O2', input, '-o', 'generated.s']
}

/** Compresses so many megabytes of text. */
function compressor(megabytes: number): string[] {
  writeFileSync(join(benchDirectory, 'exhaustive-text'), text(megabytes * 1e6))
  return ['bzip2', '-9', '--keep', '--force', 'exhaustive-text']
}

const sizedPrograms: SizedProgram[] = [
  { name: 'bzip2 -9', firstSize: 4, ofSize: compressor },
  { name: 'stencil', firstSize: 2000, ofSize: (sweeps) => stencil(512, sweeps) },
  { name: 'cc1 -O2', firstSize: 20, ofSize: compiler },
]

/** The programs, each with an input that keeps it busy for `nativeSeconds`; `cpuOf` runs a command natively. */
export function exhaustivePrograms(cpuOf: (command: string[]) => number): Program[] {
  return sizedPrograms.map(({ name, firstSize, ofSize }) => {
    const perSize = cpuOf(ofSize(firstSize)) / firstSize
    // Some more, as the speed of a shared machine varies between two runs.
    return { name, command: ofSize(Math.ceil((1.1 * nativeSeconds) / perSize)) }
  })
}
