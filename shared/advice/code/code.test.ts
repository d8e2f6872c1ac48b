import { expect, it, describe } from 'vitest'
import { listing } from '../facts.testing.ts'
import { computation, storedValue } from './definitions.ts'
import { FunctionFlow } from './function_flow.ts'
import { accessBytes, definedRegisters, parseInstruction, type Instruction, type InstructionText } from './instruction.ts'
import { exitTest } from './exit_tests.ts'
import { addressMotion } from './loop_facts.ts'

const parsed = (text: string): Instruction => parseInstruction({ address: 0, bytes: '90', text, note: null, line: 0 })

describe('a function', () => {
  it('has an instruction at each of its bytes, and none outside of it', () => {
    const line = (address: number, length: number): InstructionText => ({ address, bytes: '90'.repeat(length), text: 'nop', note: null, line: 0 })
    const flow = new FunctionFlow('f', [line(10, 1), line(11, 4), line(15, 2), line(20, 3)])
    const positions = Array.from({ length: 16 }, (_, at) => flow.positionOf(9 + at))
    expect(positions).toEqual([-1, 0, 1, 1, 1, 1, 2, 2, -1, -1, -1, 3, 3, 3, -1, -1])
  })
})

describe('an instruction', () => {
  it.each([
    ['mov rax, [rdi+rcx*8-0x10]', 'read', { base: 'rdi', index: 'rcx', scale: 8, displacement: -16, segment: null }],
    ['mov qword ptr fs:[0x28], rax', 'written', { base: null, index: null, scale: 1, displacement: 0x28, segment: 'fs' }],
    ['lock add dword ptr [rax], 0x1', 'changed', { base: 'rax', index: null, scale: 1, displacement: 0, segment: null }],
    ['cmp byte ptr [r12d+0x1], 0x0', 'read', { base: 'r12', index: null, scale: 1, displacement: 1, segment: null }],
    ['movups [rdx-0x10], xmm0', 'written', { base: 'rdx', index: null, scale: 1, displacement: -16, segment: null }],
    ['vaddpd ymm0, ymm1, [rax]', 'read', { base: 'rax', index: null, scale: 1, displacement: 0, segment: null }],
    ['lea rax, [rbx+0x8]', 'not accessed', { base: 'rbx', index: null, scale: 1, displacement: 8, segment: null }],
    ['nop [rax+rax*1], eax', 'not accessed', { base: 'rax', index: 'rax', scale: 1, displacement: 0, segment: null }],
  ])('%s: memory is %s', (text, how, memory) => {
    const instruction = parsed(text)
    expect(instruction.memory).toEqual(memory)
    expect({ read: instruction.reads, written: instruction.writes }).toEqual({
      read: how === 'read' || how === 'changed',
      written: how === 'written' || how === 'changed',
    })
  })

  it.each([
    ['mov eax, ebx', ['rax']],
    ['cmp rax, rbx', []],
    ['push rbx', []],
    ['mov [rax], rbx', []],
    ['xchg rax, rdx', ['rax', 'rdx']],
    ['div rcx', ['rax', 'rdx']],
    ['call 0x10', ['rax', 'rdx', 'v0', 'v1']],
    ['rep stosq', ['rdi', 'rsi', 'rcx']],
    ['mov constructor, __proto__', []],
  ])('%s sets %j', (text, registers) => expect(definedRegisters(parsed(text))).toEqual(registers))

  it('has the width of its vectors', () => {
    expect([parsed('movups xmm1, [rax]'), parsed('vmovdqu ymm1, [rax]'), parsed('movss xmm1, [rax]'), parsed('mulsd xmm1, [rax]')].map(accessBytes)).toEqual([
      16, 32, 4, 8,
    ])
  })
  it('is as wide as its operand says, else as its register', () => {
    const widths = [
      'movsx eax, byte ptr [rsi]',
      'cmp dword ptr [rsi], 0x0',
      'mov al, [rsi]',
      'mov ax, [rsi]',
      'mov r9w, [rsi]',
      'sub edi, [rax]',
      'mov r8d, [rsi]',
      'mov r8, [rsi]',
      'mov [rsi], rax',
      'rep stosq',
    ]
    expect(widths.map((text) => accessBytes(parsed(text)))).toEqual([1, 4, 1, 2, 2, 4, 4, 8, 8, 8])
  })
})

const NEST = listing(`
         xor eax, eax
  outer: mov rcx, [rsi]
  inner: mov rdx, [rdi+rax*8]
         add rax, 0x1
         cmp rax, rcx
  again: jnz inner
         dec r8
         jnz outer
         ret`)

describe('a natural loop', () => {
  const body = (label: string): number[] | undefined => NEST.flow.loopAt(NEST.address(label))?.body
  it('has what leads back to its header, and no more than that', () => {
    expect(body('inner')).toEqual([2, 3, 4, 5])
    expect(body('outer')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(body('again')).toBeUndefined()
  })

  it('is incomplete if a jump through a register leaves it for an unknown target', () => {
    const switched = listing(`
      head: mov rax, [rdi]
            test rax, rax
            jz last
            jmp rax
      last: dec rcx
            jnz head
            ret`)
    expect(switched.flow.loopAt(switched.address('head'))?.complete).toBe(false)
    expect(NEST.flow.loopAt(NEST.address('outer'))?.complete).toBe(true)
  })
})

describe('an address within a loop', () => {
  const motion = (text: string): unknown => {
    const { flow, address } = listing(text)
    const position = flow.positionOf(address('access'))
    return addressMotion(flow, flow.loopAt(address('head'))!, flow.instructions[position]!.memory!, position)
  }
  it('stays, also where a load from a place that stays finds it', () => {
    expect(motion('head: add rcx, 0x1 \n access: mov rax, [rdi+0x8] \n cmp rcx, rdx \n jnz head \n ret')).toEqual({ kind: 'invariant', throughLoads: false })
    expect(motion('head: mov rbx, [rdi] \n access: mov rax, [rbx+0x8] \n add rcx, 0x1 \n jnz head \n ret')).toEqual({ kind: 'invariant', throughLoads: true })
  })

  it('does not stay where the loop, or a call, sets the variable that it is found by', () => {
    const found = (change: string): unknown =>
      motion(`head: mov rbx, [rsp+0x8] \n access: mov rax, [rbx+0x8] \n add rcx, 0x1 \n ${change} \n cmp rcx, rdx \n jnz head \n ret`)
    expect(found('nop')).toEqual({ kind: 'invariant', throughLoads: true })
    expect(found('mov [rsp+0x8], rcx')).toEqual({ kind: 'varies' })
    expect(found('lea rdi, [rsp+0x8]')).toEqual({ kind: 'varies' })
  })

  it('moves by the step times the scale', () => {
    expect(motion('head: add rcx, 0x2 \n access: mov rax, [rdi+rcx*8] \n cmp rcx, rdx \n jnz head \n ret')).toEqual({ kind: 'strided', stride: 16 })
    expect(motion('head: add rcx, 0x5 \n lea edi, [rcx+0x3] \n access: mov rax, [rsi+rdi*4] \n mov edi, ecx \n cmp rcx, rdx \n jnz head \n ret')).toEqual({
      kind: 'strided',
      stride: 20,
    })
    // The register serves for other things elsewhere in the loop.
    expect(motion('head: add rcx, 0x5 \n mov edi, ecx \n access: mov rdi, [rsi+rdi*4] \n xor edi, ebx \n cmp rcx, rdx \n jnz head \n ret')).toEqual({
      kind: 'strided',
      stride: 20,
    })
    expect(motion('head: add rcx, 0x5 \n mov edi, ecx \n xor edi, ebx \n access: mov rdi, [rsi+rdi*4] \n cmp rcx, rdx \n jnz head \n ret')).toEqual({
      kind: 'indexed',
    })
    expect(motion('head: sub rdi, 0x4 \n access: mov rax, [rdi] \n cmp rcx, rdi \n jnz head \n ret')).toEqual({ kind: 'strided', stride: -4 })
  })

  it('follows a chain of pointers, also by way of another register, and one of numbers in an array', () => {
    expect(motion('head: cmp [rdi], rbx \n access: mov rdi, [rdi+0x10] \n test rdi, rdi \n jnz head \n ret')).toEqual({ kind: 'chased' })
    expect(motion('head: cmp rdi, rbx \n access: mov rax, [rdi+0x8] \n mov rdi, rax \n test rax, rax \n jnz head \n ret')).toEqual({ kind: 'chased' })
    expect(motion('head: cmp edx, ebx \n access: movzx edx, word ptr [r11+rdx*2] \n and edx, 0x7fff \n jnz head \n ret')).toEqual({ kind: 'chased' })
  })

  it('is chosen by a computed number, in a table that stays', () => {
    expect(motion('head: movzx eax, byte ptr [rsi] \n add rsi, 0x1 \n xor al, dl \n access: mov rdx, [rdi+rax*8] \n cmp rsi, rcx \n jnz head \n ret')).toEqual({
      kind: 'indexed',
    })
    expect(motion('head: imul rdi, rcx \n access: mov rdx, [rdi+0x8] \n cmp rdi, rcx \n jnz head \n ret')).toEqual({ kind: 'varies' })
  })
})

describe('a value that decides whether a loop is left', () => {
  const test = (text: string): unknown => {
    const { flow, address } = listing(text)
    return exitTest(flow, flow.loopAt(address('head'))!, flow.positionOf(address('load')))?.withKey ?? null
  }
  it('is compared with a key that the loop does not change', () => {
    expect(test('head: add rdi, 0x8 \n load: mov rax, [rdi] \n cmp rax, rsi \n jz found \n cmp rdi, rcx \n jnz head \n found: ret')).toBe(true)
    expect(test('head: add rdi, 0x8 \n load: cmp [rdi], rsi \n jz found \n cmp rdi, rcx \n jnz head \n found: ret')).toBe(true)
  })
  it('is compared with something that moves, too', () => {
    expect(
      test('head: add rdi, 0x8 \n mov rsi, [rbx+rdi] \n load: mov rax, [rdi] \n cmp rax, rsi \n jnz found \n cmp rdi, rcx \n jnz head \n found: ret'),
    ).toBe(false)
  })
  it('is not compared, or decides something else', () => {
    expect(test('head: add rdi, 0x8 \n load: add rax, [rdi] \n cmp rdi, rcx \n jnz head \n ret')).toBeNull()
    expect(test('head: add rdi, 0x8 \n load: mov rax, [rdi] \n cmp rax, rsi \n jz other \n dec rdx \n other: cmp rdi, rcx \n jnz head \n ret')).toBeNull()
  })
})

describe('the bytes of a store', () => {
  const kind = (text: string): string => {
    const { flow, address } = listing(text)
    return storedValue(flow, flow.positionOf(address('store')), text.includes('head:') ? flow.loopAt(address('head')) : null).kind
  }
  it.each([
    ['constant', 'store: mov dword ptr [rdi], 0x1'],
    ['constant', 'pxor xmm0, xmm0 \n store: movups [rdi], xmm0'],
    ['constant', 'xor eax, eax \n store: rep stosq'],
    ['copy', 'mov eax, [rsi] \n store: mov [rdi], eax'],
    ['copy', 'store: rep movsq'],
    ['computed', 'mov eax, [rsi] \n add eax, 0x1 \n store: mov [rdi], eax'],
    ['update', 'store: or dword ptr [rdi], 0x20'],
    ['unknown', 'store: mov [rdi], eax'],
    ['computed', 'xor eax, eax \n head: cmp eax, ebx \n store: mov [rdi], eax \n add eax, 0x2 \n jnz head'],
    ['constant', 'xor eax, eax \n head: cmp ecx, ebx \n store: mov [rdi], eax \n add ecx, 0x2 \n jnz head'],
  ])('%s: %s', (expected, text) => expect(kind(text)).toBe(expected))

  it('depends on loads', () => {
    const { flow, address } = listing('mov ecx, [rsi] \n mov eax, [rsi+0x4] \n add eax, ecx \n shl eax, 0x2 \n mov edx, [rbx] \n store: mov [rdi], eax')
    const { loads, combines } = computation(flow, flow.positionOf(address('store')))
    expect(loads.map(({ text }) => text)).toEqual(['mov eax, [rsi+0x4]', 'mov ecx, [rsi]'])
    expect(combines.map(({ text }) => text)).toEqual(['add eax, ecx'])
  })

  it('depends on nothing that a vector instruction of three operands overwrites', () => {
    const unexplained = (product: string): string[] => {
      const { flow, address } = listing(`vmovapd ymm2, [rcx] \n ${product} \n store: vmovapd [rdi], ymm1`)
      return computation(flow, flow.positionOf(address('store'))).unexplained
    }
    const sum = listing('vmovapd ymm2, [rcx] \n vaddpd ymm1, ymm2, [rsi] \n store: vmovapd [rdi], ymm1')
    expect(computation(sum.flow, sum.flow.positionOf(sum.address('store'))).combines.map(({ text }) => text)).toEqual(['vaddpd ymm1, ymm2, [rsi]'])
    expect(unexplained('vmulpd ymm1, ymm2, [rsi]')).toEqual([])
    expect(unexplained('vfmadd213pd ymm1, ymm2, [rsi]')).toEqual(['v1'])
  })
})
