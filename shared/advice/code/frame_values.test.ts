import { describe, expect, it } from 'vitest'
import { listing } from '../facts.testing.ts'
import { changeInPlace, frameMotion } from './frame_values.ts'
import { exitTest } from './exit_tests.ts'
import { isUnoptimised } from './unoptimised_code.ts'

const BEGIN = 'push rbp \n mov rbp, rsp \n mov [rbp-0x18], rdi \n mov [rbp-0x20], rsi \n mov dword ptr [rbp-0x4], 0x0 \n'
const END = '\n cmp eax, [rbp-0x24] \n jl head \n pop rbp \n ret'
/** A loop that counts the variable at rbp-4. */
const counting = (body: string): string => `${BEGIN} head: ${body} \n add dword ptr [rbp-0x4], 0x1 \n mov eax, [rbp-0x4] ${END}`

describe('an address of code without optimization', () => {
  const motion = (text: string): unknown => {
    const { flow, address } = listing(text)
    const position = flow.positionOf(address('access'))
    return frameMotion(flow, flow.loopAt(address('head'))!, position, flow.instructions[position]!.memory!)
  }

  it('moves by the step of the variable times what it is multiplied by', () => {
    expect(
      motion(counting('mov eax, [rbp-0x4] \n cdqe \n lea rdx, [rax*8] \n mov rax, [rbp-0x18] \n add rax, rdx \n access: movsd xmm0, qword ptr [rax]')),
    ).toEqual({ kind: 'strided', stride: 8 })
    expect(
      motion(counting('mov edx, [rbp-0x4] \n movsxd rdx, edx \n shl rdx, 0x6 \n lea rdx, [rdx*8] \n lea rax, [0x4040] \n access: mov rcx, [rdx+rax*1]')),
    ).toEqual({ kind: 'strided', stride: 512 })
    expect(motion(counting('mov eax, [rbp-0x4] \n imul eax, eax, 0x18 \n cdqe \n access: mov rcx, [rax+0x4040]'))).toEqual({ kind: 'strided', stride: 24 })
  })

  it('moves by the step of a pointer, however it is stored', () => {
    expect(motion(counting('mov rax, [rbp-0x10] \n access: mov ecx, [rax] \n add qword ptr [rbp-0x10], 0x4'))).toEqual({ kind: 'strided', stride: 4 })
    expect(motion(counting('mov rax, [rbp-0x10] \n access: mov ecx, [rax] \n mov rax, [rbp-0x10] \n sub rax, 0x4 \n mov [rbp-0x10], rax'))).toEqual({
      kind: 'strided',
      stride: -4,
    })
  })

  it('stays, also through a load from a place that stays', () => {
    expect(motion(counting('mov rax, [rbp-0x18] \n access: mov [rax+0x8], edx'))).toEqual({ kind: 'invariant', throughLoads: false })
    expect(motion(counting('mov rax, [rbp-0x18] \n mov rax, [rax+0x8] \n access: mov [rax], edx'))).toEqual({ kind: 'invariant', throughLoads: true })
  })

  it('follows a chain of pointers', () => {
    expect(motion(counting('mov rax, [rbp-0x10] \n access: mov ecx, [rax] \n mov rax, [rbp-0x10] \n mov rax, [rax+0x8] \n mov [rbp-0x10], rax'))).toEqual({
      kind: 'chased',
    })
  })

  it('is one of a table, chosen by a number that is read or computed', () => {
    expect(motion(counting('mov rax, [rbp-0x20] \n movzx eax, byte ptr [rax] \n xor eax, ecx \n cdqe \n access: mov ecx, [rax*4+0x4040]'))).toEqual({
      kind: 'indexed',
    })
  })

  it('is not known where others may change the variable, or another path leads to the access', () => {
    expect(motion(counting('mov rax, [rbp-0x10] \n lea rdi, [rbp-0x10] \n access: mov ecx, [rax] \n call 0x9000'))).toEqual({ kind: 'varies' })
    expect(motion(counting('mov rax, [rbp-0x18] \n jz other \n mov rax, [rbp-0x10] \n other: nop \n access: mov ecx, [rax]'))).toEqual({ kind: 'varies' })
  })
})

describe('a change in place of code without optimization', () => {
  const change = (text: string): string | null => {
    const { flow, address } = listing(text)
    return changeInPlace(flow, flow.positionOf(address('store')))?.text ?? null
  }

  it('loads, changes and stores at one address, computed twice', () => {
    const address = 'mov eax, [rbp-0x4] \n cdqe \n lea rdx, [rax*4]'
    expect(change(`${BEGIN} ${address} \n mov ecx, [rdx+0x4040] \n or ecx, 0x4 \n ${address} \n store: mov [rdx+0x4040], ecx \n ret`)).toBe('or ecx, 0x4')
    expect(change(`${BEGIN} ${address} \n mov ecx, [rdx+0x4040] \n or ecx, 0x4 \n ${address} \n store: mov [rdx+0x8080], ecx \n ret`)).toBeNull()
    expect(change(`${BEGIN} ${address} \n mov ecx, [rdx+0x4040] \n imul ecx, ecx \n ${address} \n store: mov [rdx+0x4040], ecx \n ret`)).toBeNull()
  })
})

describe('the end of a loop without optimization', () => {
  it('depends on a key that lies in memory', () => {
    const key = (load: string): boolean | undefined => {
      const { flow, address } = listing(
        counting(`mov eax, [rbp-0x4] \n cdqe \n load: movsd xmm0, qword ptr [rax*8+0x4040] \n ${load} \n comisd xmm0, xmm1 \n jnb out`).replace(
          'pop rbp',
          'out: pop rbp',
        ),
      )
      return exitTest(flow, flow.loopAt(address('head'))!, flow.positionOf(address('load')))?.withKey
    }
    expect(key('mov rdx, [rbp-0x18] \n movsd xmm1, qword ptr [rdx]')).toBe(true)
    expect(key('mov edx, [rbp-0x4] \n movsxd rdx, edx \n movsd xmm1, qword ptr [rdx*8+0x8080]')).toBe(false)
  })
})

describe('code without optimization', () => {
  it.each([
    [
      'stores its argument and loads it back',
      true,
      'push rbp \n mov rbp, rsp \n mov [rbp-0x4], edi \n mov ecx, [rbp-0x4] \n mov eax, ecx \n imul rax, rax, 0x1b \n shr rax, 0x20 \n imul edx, eax, 0x12 \n mov eax, ecx \n sub eax, edx \n pop rbp \n ret',
    ],
    [
      'stores its argument before it calls',
      true,
      'push rbp \n mov rbp, rsp \n sub rsp, 0x10 \n mov [rbp-0x8], rdi \n call 0x9000 \n mov rdx, [rbp-0x8] \n and edx, 0x3f \n mov rcx, [rax+rdx*8] \n mov rdx, [rbp-0x8] \n add rcx, rdx \n leave \n ret',
    ],
    [
      'keeps one argument around a call, optimised',
      false,
      'sub rsp, 0x18 \n mov [rsp+0x8], rsi \n call 0x9000 \n mov rsi, [rsp+0x8] \n add rsp, 0x18 \n jmp 0x9000',
    ],
    [
      'saves registers of its caller, optimised',
      false,
      'push rbp \n mov rbp, rsp \n push r12 \n push r13 \n mov [rbp-0x8], rdi \n mov rax, [rbp-0x8] \n mov [rbp-0x10], rsi \n mov rcx, [rbp-0x10] \n ret',
    ],
    [
      'counts in its frame, for computations with static data',
      true,
      counting(`${'mulsd xmm0, xmm1 \n '.repeat(20)} mov eax, [rbp-0x4] \n cdqe \n movsd [rax*8+0x4040], xmm0`),
    ],
    [
      'counts in its frame, by way of a register',
      true,
      counting(`${'mulsd xmm0, xmm1 \n '.repeat(20)} movsxd rax, [rbp-0x4]`).replace(
        'add dword ptr [rbp-0x4], 0x1',
        'mov eax, [rbp-0x4] \n add eax, 0x1 \n mov [rbp-0x4], eax',
      ),
    ],
    [
      'saves a register of its caller and has no frame pointer, optimised',
      false,
      'push rbx \n sub rsp, 0x30 \n movss [rsp+0x8], xmm4 \n movss [rsp+0xc], xmm6 \n mov rbx, rdi \n movss xmm0, [rsp+0x8] \n addss xmm0, [rsp+0xc] \n subss xmm1, [rsp+0x8] \n mulss xmm1, [rsp+0xc] \n ret',
    ],
    [
      'keeps numbers in its frame because it computes with many, optimised',
      false,
      'sub rsp, 0x30 \n movss [rsp+0x8], xmm4 \n movss [rsp+0xc], xmm6 \n movaps xmm12, xmm5 \n movaps xmm4, xmm1 \n movaps xmm6, xmm1 \n movss xmm0, [rsp+0x8] \n addss xmm0, [rsp+0xc] \n subss xmm1, [rsp+0x8] \n mulss xmm1, [rsp+0xc] \n ret',
    ],
    ['counts in memory that it passes on', false, counting(`lea rdi, [rbp-0x4] \n call 0x9000 \n ${'mulsd xmm0, xmm1 \n '.repeat(20)}`)],
    [
      'counts in its frame, having given the saved registers away',
      false,
      counting('mulsd xmm0, xmm1 \n '.repeat(20)).replace('rbp, rsp', 'rbp, rsp \n push rbx'),
    ],
  ])('%s: %s', (_, expected, text) => expect(isUnoptimised(listing(text).flow)).toBe(expected))
})
