/** Programs that cannot be recorded, each built or patched when a test needs it. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = 'int main(void) { return 0; }\n'
const elfClass = 4
const elfType = 16
const elfMachine = 18
const anyoneElse = 65_534

export interface Workshop {
  directory: string
  /** A dynamically linked x86-64 program that can be recorded. */
  good: string
}

export function openWorkshop(directory: string): Workshop {
  const good = join(directory, 'good')
  writeFileSync(join(directory, 'main.c'), source)
  execFileSync('gcc', ['-o', good, join(directory, 'main.c')])
  return { directory, good }
}

export function staticProgram({ directory }: Workshop): string {
  const path = join(directory, 'static')
  execFileSync('gcc', ['-static', '-o', path, join(directory, 'main.c')])
  return path
}

/** Looks as if the sampler was linked in: it only has the section. */
export function staticProgramWithAgent({ directory }: Workshop): string {
  const path = join(directory, 'static-with-agent')
  const source = file(
    { directory, good: '' },
    'with_agent.c',
    '__attribute__((section("hagstone_text"))) int agent(void) { return 0; }\nint main(void) { return agent(); }\n',
    0o644,
  )
  execFileSync('gcc', ['-static', '-o', path, source])
  return path
}

export function staticPieProgram({ directory }: Workshop): string {
  const path = join(directory, 'static-pie')
  execFileSync('gcc', ['-static-pie', '-o', path, join(directory, 'main.c')])
  return path
}

/** Imitates Go's linker: has a section that no C program has. */
export function staticGoProgram(workshop: Workshop): string {
  return withSections(workshop, 'static-go', ['--add-section', `.go.buildinfo=${join(workshop.directory, 'main.c')}`])
}

/** Imitates musl's linker: without the note of glibc's start-up code. */
export function staticMuslProgram(workshop: Workshop): string {
  return withSections(workshop, 'static-musl', ['--remove-section', '.note.ABI-tag'])
}

function withSections(workshop: Workshop, name: string, options: string[]): string {
  const path = join(workshop.directory, name)
  execFileSync('objcopy', [...options, staticProgram(workshop), path])
  return path
}

export function objectFile({ directory }: Workshop): string {
  const path = join(directory, 'object.o')
  execFileSync('gcc', ['-c', '-o', path, join(directory, 'main.c')])
  chmodSync(path, 0o755)
  return path
}

/** Linked with the loader that musl-gcc names. */
export function muslProgram({ directory }: Workshop): string {
  const path = join(directory, 'musl')
  execFileSync('gcc', ['-Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1', '-o', path, join(directory, 'main.c')])
  return path
}

export function missingLoaderProgram({ directory }: Workshop): string {
  const path = join(directory, 'foreign-libc')
  execFileSync('gcc', ['-Wl,--dynamic-linker=/nowhere/ld.so', '-o', path, join(directory, 'main.c')])
  return path
}

export function program32Bit(workshop: Workshop): string {
  return patched(workshop, '32-bit', (bytes) => {
    bytes[elfClass] = 1
    bytes.writeUInt16LE(3, elfMachine)
  })
}

export function programOfAnotherMachine(workshop: Workshop): string {
  return patched(workshop, 'aarch64', (bytes) => bytes.writeUInt16LE(183, elfMachine))
}

export function coreDump(workshop: Workshop): string {
  return patched(workshop, 'core', (bytes) => bytes.writeUInt16LE(4, elfType))
}

/** Another user's program that would take on that user's identity. Needs root. */
export function setUserProgram({ directory, good }: Workshop): string {
  const path = join(directory, 'set-uid')
  copyFileSync(good, path)
  chownSync(path, anyoneElse, anyoneElse)
  chmodSync(path, 0o4755)
  return path
}

export function setGroupProgram({ directory, good }: Workshop): string {
  const path = join(directory, 'set-gid')
  copyFileSync(good, path)
  chownSync(path, 0, anyoneElse)
  chmodSync(path, 0o2755)
  return path
}

export function file(workshop: Workshop, name: string, text: string, mode: number): string {
  const path = join(workshop.directory, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

export function directoryNamed({ directory }: Workshop, name: string): string {
  const path = join(directory, name)
  mkdirSync(path)
  return path
}

function patched({ directory, good }: Workshop, name: string, change: (bytes: Buffer) => void): string {
  const path = join(directory, name)
  const bytes = readFileSync(good)
  change(bytes)
  writeFileSync(path, bytes, { mode: 0o755 })
  return path
}
