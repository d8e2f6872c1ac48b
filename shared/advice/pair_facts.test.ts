import { expect, it } from 'vitest'
import { access, listing } from './facts.testing.ts'
import { storesZero } from './pair_facts.ts'

it.each([
  [true, 'store: mov dword ptr [rdi], 0x0'],
  [false, 'store: mov dword ptr [rdi], 0x1'],
  [true, 'pxor xmm0, xmm0 \n store: movaps [rdi], xmm0'],
  [false, 'mov eax, 0x5 \n store: mov [rdi], eax'],
  [false, 'movaps xmm0, [0x4020] \n store: movups [rdi], xmm0'],
  [false, 'vpbroadcastd ymm0, [0x4020] \n store: vmovups [rdi], ymm0'],
  [false, 'addps xmm0, xmm1 \n store: movups [rdi], xmm0'],
  [false, 'mov eax, 0x5 \n jnz done \n xor eax, eax \n done: nop \n store: mov [rdi], eax'],
])('stores zero: %s for %s', (isZero, code) => {
  expect(storesZero(access(listing(code), 'store'))).toBe(isZero)
})
