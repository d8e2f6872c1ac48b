/** What the exhaustive engine is measured on: integer code, floating-point code, and a compiler, each as long as wanted. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchDirectory, root } from './tools.ts'
import { text } from './workloads.ts'

/** Seconds that the native runs take, roughly. The tables of docs/measurements.md and the limits want 3. */
export const nativeSeconds = Number(process.env['NATIVE_SECONDS'] ?? 0.3)

export interface Program {
  name: string
  /** Run in build/bench. */
  command: string[]
}

const megabytesPerSecond = 12
const sweepsPerSecond = 6000
const functionsPerSecond = 45

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

/** Writes the inputs and returns the programs. */
export function exhaustivePrograms(): Program[] {
  writeFileSync(join(benchDirectory, 'exhaustive-text'), text(Math.round(nativeSeconds * megabytesPerSecond * 1e6)))
  const functions = Math.max(2, Math.round(nativeSeconds * functionsPerSecond))
  writeFileSync(join(benchDirectory, 'generated.c'), Array.from({ length: functions }, (_, index) => generatedFunction(index + 1)).join(''))
  const compiler = execFileSync('gcc', ['-print-prog-name=cc1'], { encoding: 'utf8' }).trim()
  return [
    { name: 'bzip2 -9', command: ['bzip2', '-9', '--keep', '--force', 'exhaustive-text'] },
    { name: 'stencil', command: stencil(512, Math.round(nativeSeconds * sweepsPerSecond)) },
    { name: 'cc1 -O2', command: [compiler, '-quiet', '-O2', 'generated.c', '-o', 'generated.s'] },
  ]
}
