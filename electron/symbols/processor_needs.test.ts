/** AVX-512 in small programs: needed, chosen by an indirect function, chosen by hand; and in the C library's own code. */
import { afterAll, describe, expect, test } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import type { ProcessorNeeds } from './symbols_addon.ts'
import { isMissing, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

const body = '(double *x, const double *y) { for (int i = 0; i < 1024; i++) x[i] += y[i] * 3; }'
const start = 'static double a[1024], b[1024];\n'
const sources = {
  needed: `${start}__attribute__((noinline)) void add${body}\nint main(void) { add(a, b); return 0; }`,
  cloned: `${start}__attribute__((target_clones("avx512f", "avx2", "default"), noinline)) void add${body}\nint main(void) { add(a, b); return 0; }`,
  asked: `#include <cpuid.h>\n${start}__attribute__((target("avx512f"), noinline)) void add512${body}\n__attribute__((noinline)) void add${body}
int main(void) { unsigned e, f = 0, c, d; __get_cpuid_count(7, 0, &e, &f, &c, &d); (f >> 16 & 1 ? add512 : add)(a, b); return 0; }`,
  supported: `${start}__attribute__((target("avx512f"), noinline)) void add512${body}\n__attribute__((noinline)) void add${body}
int main(void) { (__builtin_cpu_supports("avx512f") ? add512 : add)(a, b); return 0; }`,
}

function needs(source: keyof typeof sources, options: string[] = [], strip = false): ProcessorNeeds {
  workspace.write(`${source}.c`, sources[source])
  workspace.run('gcc', '-O3', ...options, '-o', source, `${source}.c`)
  if (strip) workspace.run('strip', source)
  const module = loadSymbolsAddon().openModule(workspace.path(source))
  try {
    return module.processorNeeds()
  } finally {
    module.close()
  }
}

describe.skipIf(isMissing('gcc'))('AVX-512', () => {
  const wide = ['-march=skylake-avx512', '-mprefer-vector-width=512']

  test('nowhere', () => expect(needs('needed')).toEqual({ avx512: [], avx512Count: 0, selectedCount: 0, asksProcessor: false }))

  test('in code that runs in any case', () => {
    expect(needs('needed', wide)).toMatchObject({ avx512: ['add'], avx512Count: 1, asksProcessor: false })
    expect(needs('needed', wide, true)).toMatchObject({ avx512: [expect.stringMatching(/^needed\+0x/)], avx512Count: 1, asksProcessor: false })
  })

  test('in clones that a resolver chooses, known by symbols or, stripped, by relocations', () => {
    for (const strip of [false, true]) expect(needs('cloned', [], strip)).toMatchObject({ avx512Count: 0, selectedCount: 1 })
  })

  test('behind a check of the processor', () => expect(needs('asked')).toMatchObject({ avx512: ['add512'], asksProcessor: true }))

  test("behind a check by the compiler's support library", () => {
    for (const options of [[], ['-static']]) expect(needs('supported', options), options.join()).toMatchObject({ avx512: ['add512'], asksProcessor: true })
  })

  test('of the C library in a static program, which checks only for itself', () => {
    expect(needs('needed', ['-static'])).toMatchObject({ avx512: [], asksProcessor: false })
    expect(needs('needed', ['-static', ...wide])).toMatchObject({ avx512: ['add'], asksProcessor: false })
    expect(needs('asked', ['-static'])).toMatchObject({ avx512: ['add512'], asksProcessor: true })
  })
})
