import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../failure.ts'
import * as bad from './bad_programs.testing.ts'
import type { Workshop } from './bad_programs.testing.ts'
import { findProgram } from './program.ts'
import type { Means } from './program.ts'

let workshop: Workshop

beforeAll(() => {
  workshop = bad.openWorkshop(mkdtempSync(join(tmpdir(), 'hagstone-test-')))
})
afterAll(() => rmSync(workshop.directory, { recursive: true }))

/** Status and line of the rejection, without the workshop's directory. */
function refusal(name: string, searchPath = '/nowhere', means: Means = 'preload'): { status: number; line: string } {
  try {
    find(name, searchPath, means)
  } catch (error) {
    if (error instanceof Failure) return { status: error.status, line: error.message.replaceAll(`${workshop.directory}/`, '') }
    throw error
  }
  throw new Error(`${name} was accepted`)
}
function find(name: string, searchPath = '/nowhere', means: Means = 'preload'): ReturnType<typeof findProgram> {
  return findProgram(name, { workingDirectory: workshop.directory, searchPath, userId: 0, groupId: 0, means })
}

describe('programs that cannot be recorded', () => {
  const table: Array<[kind: string, make: (workshop: Workshop) => string, status: number, line: string]> = [
    ['missing path', () => './nothing', 127, './nothing does not exist; check the spelling and the directory.'],
    ['unknown command', () => 'hagstone-nothing', 127, 'hagstone-nothing was not found in any directory of PATH; check the spelling or give its path.'],
    [
      'command in this directory',
      (w) => (bad.file(w, 'here', '#!/bin/sh\n', 0o755), 'here'),
      127,
      'here was not found in any directory of PATH; write ./here for the one in this directory.',
    ],
    ['empty name', () => '', 127, 'The empty name was not found in any directory of PATH; check the spelling or give its path.'],
    ['zero byte', () => './a\0b', 127, './a\0b does not exist; check the spelling and the directory.'],
    ['directory', (w) => bad.directoryNamed(w, 'folder'), 126, 'folder is a directory; name the program inside it.'],
    ['device', () => '/dev/null', 126, '/dev/null is not a regular file; name a program.'],
    ['no x bit', (w) => bad.file(w, 'text', 'hello', 0o644), 126, 'text is not executable by this user; make it so with chmod +x text.'],
    ['empty file', (w) => bad.file(w, 'empty', '', 0o755), 126, 'empty is empty; name a program.'],
    ['text', (w) => bad.file(w, 'letter', 'dear reader', 0o755), 126, 'letter is neither an ELF program nor a script with a #! line; name a program.'],
    [
      'cut ELF header',
      (w) => bad.file(w, 'cut', '\x7fELF\x02\x01\x01', 0o755),
      126,
      'cut is neither an ELF program nor a script with a #! line; name a program.',
    ],
    [
      'script without its interpreter',
      (w) => bad.file(w, 'orphan', '#!/nowhere/sh\n', 0o755),
      127,
      '/nowhere/sh does not exist; check the spelling and the directory.',
    ],
    [
      'script of itself',
      (w) => bad.file(w, 'loop', `#!${join(w.directory, 'loop')}\n`, 0o755),
      126,
      'loop is neither an ELF program nor a script with a #! line; name a program.',
    ],
    ['object file', bad.objectFile, 126, 'object.o is an object file, not a program; link it first or name the program.'],
    ['core dump', bad.coreDump, 126, 'core is a core dump, not a program; link it first or name the program.'],
    ['another machine', bad.programOfAnotherMachine, 126, 'aarch64 is built for AArch64, this machine runs x86-64; build it for x86-64.'],
    [
      'foreign C library',
      bad.missingLoaderProgram,
      126,
      'foreign-libc needs the loader /nowhere/ld.so, which does not exist here; install the C library it was built for.',
    ],
    ['32-bit', bad.program32Bit, 125, '32-bit is a 32-bit program; Hagstone records 64-bit x86 programs only, so build it with -m64.'],
    [
      'static',
      bad.staticProgram,
      125,
      'static is statically linked, so no sampler can be preloaded into it; link it with $(hagstone link-flags) or dynamically (without -static), or record it with --engine exhaustive.',
    ],
    [
      'static Go',
      bad.staticGoProgram,
      125,
      "static-go is a Go program. Its runtime takes over all signals, including the sampler's; record it with --engine exhaustive.",
    ],
    [
      'static musl',
      bad.staticMuslProgram,
      125,
      'static-musl is statically linked with another C library than glibc (musl?), which the sampler needs; link it dynamically with glibc, or record it with --engine exhaustive.',
    ],
    [
      'static PIE',
      bad.staticPieProgram,
      125,
      'static-pie is statically linked, so no sampler can be preloaded into it; link it with $(hagstone link-flags) or dynamically (without -static), or record it with --engine exhaustive.',
    ],
    [
      'musl',
      bad.muslProgram,
      125,
      'musl is linked with musl, the sampler needs glibc; build it for a glibc target (for Rust: x86_64-unknown-linux-gnu), or record it with --engine exhaustive.',
    ],
  ]
  test.each(table)('%s', (_kind, make, status, line) => {
    expect(refusal(make(workshop))).toEqual({ status, line })
  })

  const asRoot = process.geteuid?.() === 0
  test.runIf(asRoot).each([
    ['set-user-ID', bad.setUserProgram, 'set-uid'],
    ['set-group-ID', bad.setGroupProgram, 'set-gid'],
  ])('%s', (kind, make, name) => {
    expect(refusal(make(workshop))).toEqual({
      status: 125,
      line: `${name} is ${kind}, so the loader rejects the sampler for security; record a copy without that bit (cp ${name} /tmp), or as the file's owner.`,
    })
  })

  test('a static program with the sampler linked in can be recorded', () => {
    const { path, notes } = find(`./${basename(bad.staticProgramWithAgent(workshop))}`)
    expect(path).toBe(join(workshop.directory, 'static-with-agent'))
    expect(notes).toEqual(['./static-with-agent is statically linked: the sampler is part of it and does not see calls inside the C library.'])
  })

  test('the interpreter of a script is checked like any program', () => {
    const script = bad.file(workshop, 'static-script', `#!${bad.staticProgram(workshop)}\n`, 0o755)
    expect(refusal(script)).toMatchObject({ status: 125, line: expect.stringMatching(/^static is statically linked/) })
  })
})

describe('programs that can be recorded', () => {
  test('by path, relative to the working directory', () => {
    expect(find('./good')).toEqual({ path: workshop.good, executable: workshop.good, notes: [] })
  })

  test('by PATH, past directories and files that are not executable', () => {
    bad.directoryNamed(workshop, 'first')
    bad.directoryNamed(workshop, 'first/good')
    bad.directoryNamed(workshop, 'second')
    bad.file(workshop, 'second/good', '', 0o644)
    expect(find('good', `${workshop.directory}/first:second::/bin`)).toEqual({ path: workshop.good, executable: workshop.good, notes: [] })
  })

  test('a script, naming the interpreter that is recorded', () => {
    const script = bad.file(workshop, 'run.sh', '#! /bin/sh -e\n', 0o755)
    expect(find(script)).toEqual({
      path: script,
      executable: '/bin/sh',
      notes: ['run.sh is a script: its interpreter /bin/sh and the programs it starts are recorded.'],
    })
  })

  test('a script that finds its interpreter by env', () => {
    const script = bad.file(workshop, 'run.env', '#!/usr/bin/env -S LANG=C sh -e\n', 0o755)
    expect(find(script, '/bin').notes).toEqual(['run.env is a script: its interpreter /bin/sh and the programs it starts are recorded.'])
  })
})

describe('under Valgrind', () => {
  test('static programs, also as interpreters, and those of other C libraries run unchanged', () => {
    const program = bad.staticProgram(workshop)
    expect(find(program, '/nowhere', 'valgrind')).toEqual({
      path: join(workshop.directory, 'static'),
      executable: join(workshop.directory, 'static'),
      notes: [],
    })
    const script = bad.file(workshop, 'valgrind-script', `#!${join(workshop.directory, 'static')}\n`, 0o755)
    expect(find(script, '/nowhere', 'valgrind').executable).toBe(join(workshop.directory, 'static'))
  })

  test('32-bit programs are rejected', () => {
    expect(refusal(bad.program32Bit(workshop), '/nowhere', 'valgrind')).toMatchObject({ status: 125, line: expect.stringContaining('is a 32-bit program') })
  })

  test('a set-user-ID program is rejected, even for root', () => {
    const program = bad.file(workshop, 'own-set-uid', readFileSync(workshop.good, 'latin1'), 0o4755)
    chmodSync(join(workshop.directory, 'own-set-uid'), 0o4755)
    expect(refusal(program, '/nowhere', 'valgrind')).toEqual({
      status: 125,
      line: 'own-set-uid is set-user-ID, and Valgrind runs no such program; record a copy without that bit (cp own-set-uid /tmp).',
    })
  })
})
