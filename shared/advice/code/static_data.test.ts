import { expect, it } from 'vitest'
import { access, listing } from '../facts.testing.ts'
import { isOfStaticData } from './static_data.ts'

function isStatic(text: string): boolean {
  const { flow, position, instruction } = access(listing(text), 'store')
  return isOfStaticData(flow!, position, instruction!.memory!)
}

it.each([
  'store: mov [0x4060], rax',
  'store: mov [rcx*8+0x4060], rax',
  'lea rdx, [0x4060] \n movsxd rcx, esi \n store: mov [rdx+rcx*8], rax',
  'lea rdx, [0x4060] \n lea rbx, [rdx+rcx*8] \n call 0x9000 \n store: mov [rbx], rax',
  'lea rbx, [0x4060] \n mov rdx, rbx \n add rdx, rcx \n store: mov [rdx+0x8], rax',
])('the address is of static data: %s', (text) => expect(isStatic(text)).toBe(true))

it.each([
  'store: mov [rdi+rcx*8], rax',
  'mov rdx, [0x4060] \n store: mov [rdx], rax',
  'lea rdx, [rsp+0x10] \n store: mov [rdx+rcx*8], rax',
  'lea rdx, [0x4060] \n mov rdx, [rdx+rcx*8] \n store: mov [rdx], rax',
  'store: mov fs:[0x28], rax',
])('it is not known: %s', (text) => expect(isStatic(text)).toBe(false))
