/** Findings of profiles drawn at random: whatever is measured together, each finding can be written. */
import { expect, it } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import type { FunctionCode, Profile } from '../../../shared/profile/profile.ts'
import { INSTRUCTION } from '../../../shared/profile/tables.ts'
import { functionCode } from '../advice/function_code.testing.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { findingsOf } from './findings.ts'

const PROFILES = 2000
const MOST_PAIRS = 8
const DEEPEST = 4
const INSTRUCTIONS = 24

const OWN = ['main', 'fill', 'find', 'Table::lookup', 'copy', 'operator()']
const OF_LIBRARIES = [
  'libc.so.6!memset',
  'libc.so.6!memcpy',
  'libc.so.6!malloc',
  'libc.so.6!realloc',
  'libc.so.6!strcmp',
  'libm.so.6!exp',
  'libstdc++.so.6!std::string::assign',
]
const RELATIONS_OF = {
  'dead-stores': ['KILLED_BY', 'USED_BY'],
  'silent-stores': ['REDUNDANT_WITH', 'USED_BY'],
  'redundant-loads': ['REDUNDANT_WITH', 'USED_BY'],
} as const
const BODIES = [
  'mov rax, [rdi]',
  'mov rax, [rdi+rcx*8]',
  'mov [rdi+rcx*8], rax',
  'mov qword ptr [rdi], 0x0',
  'mov [rsp+0x8], rax',
  'mov rax, [rsp+0x8]',
  'mov rdi, [rdi+0x10]',
  'movsd xmm0, qword ptr [rsi+rcx*8]',
  'mulsd xmm0, xmm1',
  'movsd qword ptr [rdx+rcx*8], xmm0',
  'movups xmmword ptr [rdi], xmm0',
  'add rcx, 0x1',
  'add rdi, 0x8',
  'add dword ptr [rbx], 0x1',
  'cmp rax, rsi',
  'cmp rcx, rdx',
  'call 0x2000',
  'push rbx',
  'mov rax, [rip+0x2000]',
]

class Drawer {
  readonly #random: SeededRandom

  constructor(seed: number) {
    this.#random = new SeededRandom(seed)
  }

  #upTo(count: number): number {
    return Math.floor(count * this.#random.nextUnit())
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[this.#upTo(all.length)]!
  }

  #code(module: number): FunctionCode {
    const texts = Array.from({ length: INSTRUCTIONS - 1 }, (_, at) =>
      this.#upTo(5) === 0 ? `${this.#oneOf(['jne', 'jb', 'jmp', 'je'])} 0x${(0x1000 + 4 * this.#upTo(at + 2)).toString(16)}` : this.#oneOf(BODIES),
    )
    const code = functionCode(module, 'code', [...texts, 'ret'])
    return { ...code, lines: code.lines.map((line) => ({ ...line, line: 1 + this.#upTo(9) })) }
  }

  #stack(): string {
    const own = Array.from({ length: 1 + this.#upTo(DEEPEST) }, () => `${this.#oneOf(OWN)} m.c:${1 + this.#upTo(9)}`)
    const looped = own.map((frame) => (this.#upTo(3) === 0 ? `${frame} > loop m.c:${1 + this.#upTo(9)}` : frame))
    return [...looped, ...(this.#upTo(3) === 0 ? [this.#oneOf(OF_LIBRARIES)] : [])].join(' > ')
  }

  profile(): Profile {
    const tools = Object.keys(RELATIONS_OF) as Array<keyof typeof RELATIONS_OF>
    // Few stacks, so that pairs and tools meet in one place.
    const stacks = Array.from({ length: 1 + this.#upTo(4) }, () => this.#stack())
    const pairs = Array.from({ length: 1 + this.#upTo(MOST_PAIRS) }, () => {
      const tool = this.#oneOf(tools)
      return `${this.#oneOf(stacks)}   ${tool}:${this.#oneOf(RELATIONS_OF[tool])}   ${this.#oneOf(stacks)}   ${1 + this.#upTo(90)}`
    })
    const drawn = profileFromStacks(pairs.join('\n'))
    const { nodes } = drawn
    nodes.kind.forEach((kind, row) => {
      if (kind === INSTRUCTION) nodes.address[row] = 0x1000 + 4 * this.#upTo(INSTRUCTIONS)
    })
    const rows = Int32Array.from([...nodes.kind.keys()].filter((row) => row > 0 && this.#upTo(2) === 0))
    const interrupts = Float64Array.from(rows, () => 1 + this.#upTo(100))
    const codes = drawn.modules.map((_, module) => this.#code(module))
    return {
      ...drawn,
      modules: drawn.modules.map((module) => ({ ...module, path: module.path.includes('lib') ? `/usr/lib/x86_64-linux-gnu/${module.path}` : module.path })),
      cpuTimes: { length: rows.length, node: rows, interrupts, time: interrupts.map((ms) => ms * 1e6), waits: new Uint8Array(rows.length) },
      codeAt: (module) => codes[module] ?? null,
    }
  }
}

it('writes the findings of every profile, with shares of the run and intervals that hold them', () => {
  let found = 0
  for (let seed = 1; seed <= PROFILES; seed++) {
    const profile = new Drawer(seed).profile()
    const { findings } = findingsOf(profile)
    found += findings.length
    expect(new Set(findings.map(({ id }) => id)).size, `seed ${seed}`).toBe(findings.length)
    for (const { title, shareOfRun, interval, bound } of findings) {
      expect(title.length, `seed ${seed}`).toBeGreaterThan(0)
      if (shareOfRun === null) continue
      expect(shareOfRun, `seed ${seed}: ${title}: ${bound?.text}`).toBeGreaterThanOrEqual(0)
      expect(shareOfRun, `seed ${seed}: ${title}: ${bound?.text}`).toBeLessThanOrEqual(1 + 1e-9)
      if (interval !== null) expect(interval[0], `seed ${seed}: ${title}`).toBeLessThanOrEqual(interval[1])
    }
  }
  expect(found).toBeGreaterThan(0.5 * PROFILES)
})
