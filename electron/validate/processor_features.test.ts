import { expect, test } from 'vitest'
import { asUnderValgrind } from './processor_features.ts'

test('what Valgrind hides of the processor is hidden natively, and what the user says stays', () => {
  expect(asUnderValgrind({ HOME: '/' })).toEqual({ HOME: '/', GLIBC_TUNABLES: expect.stringMatching(/^glibc\.cpu\.hwcaps=.*-AVX512VL\b/) })
  expect(asUnderValgrind({ GLIBC_TUNABLES: 'glibc.malloc.check=1' }).GLIBC_TUNABLES).toMatch(/^glibc\.malloc\.check=1:glibc\.cpu\.hwcaps=/)
  expect(asUnderValgrind({ GLIBC_TUNABLES: 'glibc.cpu.hwcaps=-AVX2' })).toEqual({ GLIBC_TUNABLES: 'glibc.cpu.hwcaps=-AVX2' })
})
