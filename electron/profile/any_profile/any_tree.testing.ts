/** Draws calling-context trees: loops, inlined and tail-called functions, lost callers, regions, created threads, recursion, odd names. */
import { NameTables } from '../../analysis/symbols/symbolise.ts'
import { TreeBuilder } from '../../analysis/tree_builder.ts'
import { creationName } from '../../../shared/profile/created_threads.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import type { FunctionCode, ProfileModule, ProfileTables } from '../../../shared/profile/profile.ts'
import { regionFunction } from '../../../shared/profile/regions.ts'
import { CALLERS_CUT, CALLERS_UNKNOWN, FUNCTION, INLINED, LINE, LOOP, TAIL_CALL, TAIL_CALLS_UNSURE, UNKNOWN } from '../../../shared/profile/tables.ts'
import { functionCode } from '../../report/advice/function_code.testing.ts'
import type { Dice } from './dice.testing.ts'

/** Instructions of every module. */
const INSTRUCTIONS = 24
const FIRST_ADDRESS = 0x1000
const INSTRUCTION_BYTES = 4
const MOST_STACKS = 6
const FEW_STACKS = 4
const DEEPEST = 4
const MOST_RECURSION = 400
const LINES = 9

const OWN = ['main', 'fill', 'find', 'Table::lookup', 'copy', 'operator()', 'std::vector<int, std::allocator<int> >::operator[](unsigned long)']
const ODD = [
  'a"b',
  'x,y;z',
  '<script>alert(1)</script>',
  '\u{1b}[31mred',
  'two\nlines',
  'naïve::日本 λ',
  '=cmd|x',
  '100% sure',
  '\\',
  '\u{202e}desrever',
  'constructor',
  '__proto__',
  'x'.repeat(300),
]
const OF_LIBRARIES: Array<[module: string, name: string]> = [
  ['libc.so.6', 'memset'],
  ['libc.so.6', 'memcpy'],
  ['libc.so.6', 'malloc'],
  ['libc.so.6', 'realloc'],
  ['libc.so.6', 'strcmp'],
  ['libc.so.6', 'libc.so.6+0x1010'],
  ['libm.so.6', 'exp'],
  ['libstdc++.so.6', 'std::string::assign'],
  ['libgomp.so.1', 'gomp_team_barrier_wait_end'],
  ['libpthread.so.0', 'pthread_mutex_lock'],
]
const FILES = ['/src/m.c', '/src/table.cpp', '/src/a,"b" <c>.h', '/usr/include/c++/12/bits/stl_vector.h', 'relative.rs', '/src/ünï.f90']
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
  'rep stosb',
  'mov rax, [rip+0x2000]',
  '(bad)',
]

type Names = 'modules' | 'files' | 'functions' | 'instructions' | 'nodes' | 'sourceSums'

export interface DrawnTree extends Pick<ProfileTables, Names> {
  /** Rows of instructions, at least one. */
  accesses: number[]
  code: FunctionCode[]
  /** Without odd names. */
  isPlain: boolean
}

/** @param isFocused of one program with lines, loops, and code alone, where most rules of findings apply */
export function anyTree(dice: Dice, isFocused: boolean): DrawnTree {
  return new TreeDrawer(dice, isFocused).draw()
}

class TreeDrawer {
  readonly #dice: Dice
  readonly #names = new NameTables()
  readonly #builder = new TreeBuilder()
  readonly #modules: string[] = []
  readonly #instructions = new PairInterner()
  /** None has lines, some functions have, or all. */
  readonly #lines: 'none' | 'some' | 'all'
  readonly #odd: boolean
  readonly #isFocused: boolean

  constructor(dice: Dice, isFocused: boolean) {
    this.#dice = dice
    this.#isFocused = isFocused
    this.#lines = isFocused ? 'all' : dice.oneOf(['none', 'some', 'all', 'all'])
    this.#odd = !isFocused && dice.once(4)
  }

  draw(): DrawnTree {
    const dice = this.#dice
    // Few stacks, so that pairs and tools meet in one place.
    const built = dice.list(dice.upTo(this.#isFocused ? FEW_STACKS : MOST_STACKS), () => this.#stack())
    const { nodes, rowOf } = this.#builder.finish()
    const code = !this.#isFocused && dice.once(4) ? [] : this.#modules.flatMap((_, module) => (!this.#isFocused && dice.once(5) ? [] : [this.#code(module)]))
    const texts = new Map(code.map((own) => [own.module, own.lines.map(({ text }) => text)]))
    return {
      nodes,
      accesses: [...new Set(built.map((row) => rowOf[row]!))].sort((a, b) => a - b),
      modules: this.#modules.map((path): ProfileModule => ({
        path: path.includes('.so') ? `/usr/lib/x86_64-linux-gnu/${path}` : `/usr/bin/${path}`,
        buildId: dice.once(3) ? '' : 'ab12',
        note: dice.once(8) ? `${path} has no debug information` : null,
      })),
      files: this.#names.files,
      functions: this.#names.functions,
      instructions: dice.list(this.#instructions.length, (row) => {
        const [module, at] = [this.#instructions.first(row), this.#instructions.second(row)]
        return { module, address: FIRST_ADDRESS + INSTRUCTION_BYTES * at, text: texts.get(module)?.[at] ?? (dice.once(2) ? null : dice.oneOf(BODIES)) }
      }),
      sourceSums: dice.once(3) ? this.#names.files.map((_, file) => ({ file, md5: '0123456789abcdef'.repeat(2) })) : [],
      code,
      isPlain: !this.#odd,
    }
  }

  #stack(): number {
    const dice = this.#dice
    let node = TreeBuilder.root
    if (!this.#isFocused) node = this.#start(node)
    let call = { file: -1, line: -1, address: -1 }
    let described = { functionIndex: -1, module: -1 }
    const depth = !this.#isFocused && dice.once(40) ? dice.upTo(MOST_RECURSION) : dice.upTo(DEEPEST)
    const again = depth > DEEPEST ? this.#function(false) : null
    for (let at = 0; at < depth; at++) {
      if (at > 0 && !this.#isFocused && dice.once(20)) node = this.#above(node, UNKNOWN, TAIL_CALLS_UNSURE)
      described = again !== null && !dice.once(20) ? again : this.#function(at === depth - 1)
      const { functionIndex } = described
      const file = this.#file(functionIndex)
      node = this.#builder.node(node, { kind: at === 0 ? FUNCTION : dice.oneOf([FUNCTION, FUNCTION, FUNCTION, INLINED, TAIL_CALL]), functionIndex, ...call })
      if (again === null || dice.once(20)) {
        while (dice.once(3))
          node = this.#builder.node(node, {
            kind: LOOP,
            functionIndex,
            file,
            line: file < 0 ? -1 : dice.upTo(LINES),
            address: dice.once(3) ? this.#address() : FIRST_ADDRESS,
          })
      }
      call = { file, line: file < 0 ? -1 : dice.upTo(LINES), address: this.#address() }
    }
    const { functionIndex, module } = described
    if (call.file >= 0) node = this.#builder.node(node, { kind: LINE, functionIndex, file: call.file, line: call.line, address: -1 })
    const instruction = this.#instructions.intern(module, (call.address - FIRST_ADDRESS) / INSTRUCTION_BYTES)
    return this.#builder.instruction(node, functionIndex, instruction, call.address)
  }

  #start(root: number): number {
    const dice = this.#dice
    let node = root
    if (dice.once(8)) node = this.#above(node, FUNCTION, creationName(dice.once(3) ? null : dice.oneOf(OWN)))
    if (dice.once(8)) node = this.#above(node, FUNCTION, regionFunction(dice.oneOf(['phase 1', 'phase 2', ...(this.#odd ? ['a"b'] : [])])))
    if (dice.once(5)) node = this.#above(node, UNKNOWN, dice.oneOf([CALLERS_CUT, CALLERS_UNKNOWN]))
    return node
  }

  #above(node: number, kind: number, name: string): number {
    const functionIndex = this.#names.function({ name, linkageName: '', module: -1, file: -1, line: -1 })
    return this.#builder.node(node, { kind, functionIndex, file: -1, line: -1, address: -1 })
  }

  #function(innermost: boolean): { functionIndex: number; module: number } {
    const dice = this.#dice
    if (innermost && dice.once(3)) {
      const [path, name] = dice.oneOf(OF_LIBRARIES)
      const module = this.#module(path)
      return { functionIndex: this.#names.function({ name, linkageName: '', module, file: -1, line: -1 }), module }
    }
    const module = this.#isFocused ? this.#module('solver') : dice.once(20) ? -1 : this.#module(dice.once(6) ? 'other' : 'solver')
    const hasLines = module >= 0 && (this.#lines === 'all' || (this.#lines === 'some' && dice.once(2)))
    const name =
      this.#odd && dice.once(2) ? dice.oneOf(ODD) : hasLines || dice.once(2) ? dice.oneOf(OWN) : `${module < 0 ? '0x7f00' : 'solver'}+0x10${dice.below(4)}0`
    const file = hasLines ? this.#names.file(dice.oneOf(this.#odd ? FILES : FILES.slice(0, this.#isFocused ? 1 : 2))) : -1
    const functionIndex = this.#names.function({
      name,
      linkageName: dice.once(3) ? `_Z${name.length}` : '',
      module,
      file,
      line: file < 0 ? -1 : dice.upTo(LINES),
    })
    return { functionIndex, module }
  }

  #file(functionIndex: number): number {
    return this.#names.functions[functionIndex]!.file
  }

  #module(path: string): number {
    const known = this.#modules.indexOf(path)
    return known >= 0 ? known : this.#modules.push(path) - 1
  }

  #address(): number {
    return FIRST_ADDRESS + INSTRUCTION_BYTES * this.#dice.below(INSTRUCTIONS)
  }

  #code(module: number): FunctionCode {
    const dice = this.#dice
    const jump = (at: number): string => `${dice.oneOf(['jne', 'jb', 'jmp', 'je'])} 0x${(FIRST_ADDRESS + INSTRUCTION_BYTES * dice.below(at + 2)).toString(16)}`
    const texts = dice.list(INSTRUCTIONS - 1, (at) => (dice.once(5) ? jump(at) : dice.oneOf(BODIES)))
    const code = functionCode(module, 'code', [...texts, 'ret'])
    const file = this.#names.files.length === 0 ? -1 : 0
    return { ...code, lines: code.lines.map((line) => ({ ...line, file, line: file < 0 ? -1 : dice.upTo(LINES) })) }
  }
}
