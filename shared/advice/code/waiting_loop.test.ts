/** Loops that wait for another thread, in the machine code that compilers write. */
import { describe, expect, it } from 'vitest'
import { listing } from '../facts.testing.ts'
import { isWaitingInRuntime, isWaitingLoop } from './waiting_loop.ts'

/** @param text the loop's header is labelled "loop" */
function waits(text: string, test = isWaitingLoop): boolean {
  const { flow, address } = listing(text)
  return test(flow, flow.loopAt(address('loop'))!)
}

describe('a loop that waits', () => {
  it.each([
    ['reads a flag again and again', 'loop: mov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['reads it by a pointer that it reads, too', 'loop: mov rax, [rbx+0x8]\nmov ecx, [rax]\ncmp ecx, edx\njnz loop\nret'],
    ['compares memory itself', 'loop: cmp dword ptr [rdi], 0x0\njz loop\nret'],
    ['looks at a bit of it', 'loop: mov eax, [rdi]\nand eax, 0x4\ntest eax, eax\njz loop\nret'],
    ['jumps by a bit of it', 'loop: mov eax, [rdi]\nand eax, 0x4\njz loop\nret'],
    ['counts its rounds', 'loop: add rcx, 0x1\nmov eax, [rdi]\ntest eax, eax\njz loop\nret'],
    ['tries to take a lock by an exchange', 'mov edx, 0x1\nloop: mov eax, edx\nxchg [0x5200], eax\ntest eax, eax\njnz loop\nret'],
    ['tries to take a lock by comparing and exchanging', 'mov edx, 0x1\nloop: xor eax, eax\nlock cmpxchg [rdi], edx\njnz loop\nret'],
    ['gives the processor to others', 'loop: call 0x9000; sched_yield@plt\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    [
      'gives the processor to others until the time is over',
      'mov ebx, eax\nloop: mov rax, [rbp]\ntest rax, rax\njnz out\ncall 0x9000; sched_yield@plt\nrdtsc\nsub eax, ebx\ncmp [0x5240], eax\njae loop\nout: ret',
    ],
    [
      'looks at a place whose address the register of frames holds',
      'mov rbp, r12\nloop: call 0x9000; sched_yield@plt\nmov rax, [rbp+0x40]\ntest rax, rax\njnz loop\nret',
    ],
    ['sleeps', 'loop: mov qword ptr [rsp], 0x3e8\ncall 0x9000; nanosleep@plt\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['pauses', 'jmp loop\nagain: pause\nloop: mov eax, [0x5240]\ntest eax, eax\njz again\nret'],
    ['pauses for some rounds, whatever else happens', 'loop: pause\nsub ecx, 0x1\njnz loop\nret'],
    ['pauses and tries to take a lock', 'loop: pause\nmov eax, 0x1\nlock cmpxchg [rdi], ecx\njnz loop\nret'],
  ])('%s', (_, text) => expect(waits(text)).toBe(true))
})

describe('a loop that works', () => {
  it.each([
    ['writes to memory while it looks at a flag', 'loop: mov rax, [0x5180]\nadd rax, 0x1\nmov [0x5180], rax\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['goes on to another place each time', 'loop: add rax, 0x1\ncmp byte ptr [rax], 0x78\njnz loop\nret'],
    ['follows links', 'loop: mov rdi, [rdi+0x8]\ncmp dword ptr [rdi], 0x5\njnz loop\nret'],
    ['computes between two looks', 'loop: mulsd xmm0, xmm2\naddsd xmm0, xmm1\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['adds up what it reads', 'loop: mov eax, [0x5240]\nadd rcx, rax\ntest eax, eax\njz loop\nret'],
    ['draws random numbers until it is told to end', 'loop: shl rdx, 0xd\nxor rdx, rcx\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['updates a number that others update, too', 'mov eax, [rdi]\nloop: lea edx, [rax+0x1]\nlock cmpxchg [rdi], edx\njnz loop\nret'],
    ['calls a function', 'loop: call 0x9000; work\nmov eax, [0x5240]\ntest eax, eax\njz loop\nret'],
    ['ends by its own count', 'loop: mov edx, [0x5240]\nadd ecx, 0x1\ncmp ecx, 0x64\njnz loop\nret'],
    ['has a loop with a pause in it, and more', 'loop: mov [rsi], rdx\nagain: pause\nmov eax, [0x5240]\ntest eax, eax\njz again\nsub rcx, 0x1\njnz loop\nret'],
    [
      'reads a clock again where it changed meanwhile, and pauses while it is being set',
      'loop: mov ecx, [rdi]\ntest ecx, 0x1\njnz busy\nrdtsc\nmov edx, [rdi]\ncmp ecx, edx\njnz loop\nret\nbusy: pause\njmp loop',
    ],
    ['reads a clock again where it changed meanwhile', 'loop: mov ecx, [rdi]\nrdtsc\nmov edx, [rdi]\ncmp ecx, edx\njnz loop\nret'],
    [
      'gives the processor to others while a variable of its own frame is set',
      'push rbp\nmov rbp, rsp\nloop: call 0x9000; sched_yield@plt\nmov rax, [rbp-0x8]\ntest rax, rax\njnz loop\nret',
    ],
    ['pauses, but writes to memory', 'loop: pause\nmov [rsi], rdx\nadd rsi, 0x8\nsub rcx, 0x1\njnz loop\nret'],
    ['pauses, but computes', 'loop: pause\nmulsd xmm0, xmm1\nsub rcx, 0x1\njnz loop\nret'],
  ])('%s', (_, text) => expect(waits(text)).toBe(false))
})

it('in an OpenMP runtime is any loop that pauses or calls the kernel', () => {
  expect(waits('loop: mov [rsi], rdx\nsyscall\nsub rcx, 0x1\njnz loop\nret', isWaitingInRuntime)).toBe(true)
  expect(waits('loop: mov [rsi], rdx\nsub rcx, 0x1\njnz loop\nret', isWaitingInRuntime)).toBe(false)
})
