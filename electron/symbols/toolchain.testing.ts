/** Compilers, binutils and temporary directories for the tests of the symboliser. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LookupResult, ModuleSymbols } from './symbols_addon.ts'

/** A directory that `remove` deletes. */
export class Workspace {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'hagstone-symbols-')))

  path(name: string): string {
    return join(this.directory, name)
  }

  write(name: string, text: string | Uint8Array): string {
    writeFileSync(this.path(name), text)
    return this.path(name)
  }

  /** Runs a program in the directory; throws with its message if it fails. */
  run(program: string, ...options: string[]): string {
    const result = spawnSync(program, options, { cwd: this.directory, encoding: 'utf8', maxBuffer: 1 << 28 })
    if (result.error !== undefined) throw result.error
    if (result.status !== 0) throw new Error(`${program} ${options.join(' ')} failed: ${result.stderr}`)
    return result.stdout
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/**
 * Prints which tests are skipped without a program. One that cannot run counts as missing: rustup installs a rustc that
 * may have no toolchain.
 */
export function isMissing(program: string): boolean {
  const missing = spawnSync(program, ['--version']).status !== 0
  if (missing) console.log(`skipped: ${program} is not installed or does not run`)
  return missing
}

/** A frame as addr2line prints it. */
export interface ReferenceFrame {
  readonly name: string
  readonly file: string
  readonly line: number
}

/** Frames of one address as `addr2line -i -f` gives them, innermost first there, outermost first here. */
export function referenceFrames(workspace: Workspace, file: string, addresses: readonly number[]): ReferenceFrame[][] {
  const list = workspace.write('addresses', addresses.map((address) => `0x${address.toString(16)}`).join('\n'))
  const lines = workspace.run('sh', '-c', `addr2line -a -i -f -e '${file}' < '${list}'`).trimEnd().split('\n')
  const result: ReferenceFrame[][] = []
  for (let i = 0; i < lines.length;) {
    if (/^0x[0-9a-f]{16}$/.test(lines[i]!)) {
      result.push([])
      i += 1
      continue
    }
    const place = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(lines[i + 1]!)!
    result.at(-1)!.unshift({
      name: lines[i] === '??' ? '' : lines[i]!,
      file: place[1] === '??' ? '' : place[1]!,
      line: place[2] === '?' ? 0 : Number(place[2]),
    })
    i += 2
  }
  return result
}

/** Frames of address `index` of a lookup, with the linkage names that addr2line prints too. */
export function framesOf(result: LookupResult, index: number): ReferenceFrame[] {
  const frames: ReferenceFrame[] = []
  for (let i = result.frameStart[index]!; i < result.frameStart[index + 1]!; i += 1) {
    frames.push({
      name: result.strings[result.linkageName[i]!]!,
      file: result.strings[result.file[i]!]!,
      line: result.line[i]!,
    })
  }
  return frames
}

/** Demangled names at an address, outermost first. */
export function namesAt(module: ModuleSymbols, address: number): string[] {
  const result = module.lookup(Float64Array.of(address))
  return [...result.functionName].map((name) => result.strings[name]!)
}

/** Functions of a file as nm lists them: linkage name to address. */
export function addressesOf(workspace: Workspace, file: string): Map<string, number> {
  const addresses = new Map<string, number>()
  for (const line of workspace.run('nm', '--defined-only', file).split('\n')) {
    const match = /^([0-9a-f]+) [tTwWiu] (.+)$/.exec(line)
    if (match !== null) addresses.set(match[2]!, Number.parseInt(match[1]!, 16))
  }
  return addresses
}

/** Address of every instruction of the named functions. */
export function instructionAddresses(workspace: Workspace, module: ModuleSymbols, file: string, names: (name: string) => boolean): number[] {
  const addresses: number[] = []
  for (const [name, address] of addressesOf(workspace, file)) {
    const range = names(name) ? module.functionAt(address) : null
    if (range === null) continue
    addresses.push(...module.disassemble(range.low, range.high, 'intel').map((instruction) => instruction.address))
  }
  return [...new Set(addresses)].sort((a, b) => a - b)
}
