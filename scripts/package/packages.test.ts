/** The shipped packages, built and used away from the sources: the npm package and the desktop packages. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FuseV1Options } from '@electron/fuses'
import { exhaustiveEngineIsBuilt } from '../../e2e/support/exhaustive_engine.ts'
import findOutWhetherThisMachineSamples, { whyNoSampling } from '../../e2e/support/need_sampling.ts'
import { sampleProgram } from '../../e2e/support/samples.ts'
import { hagstoneVersion } from '../../electron/version.ts'
import { payload, stage } from './stage.ts'
import { buildPackages, fusesOf } from './testing/unpacked_app.ts'

let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-packages-'))
  await findOutWhetherThisMachineSamples()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Runs a packaged command as a user without our sources does. */
function run(file: string, words: string[], environment: Record<string, string> = {}): { status: number | null; stdout: string; stderr: string } {
  const { HAGSTONE_NATIVE_DIRECTORY: _, ...inherited } = process.env
  const home = join(directory, 'home')
  mkdirSync(home, { recursive: true })
  return spawnSync(file, words, {
    cwd: home,
    encoding: 'utf8',
    env: { ...inherited, HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache'), ...environment },
  })
}

/** What records on every machine: where it cannot sample, with the exhaustive engine. */
function recordOptions(): string[] {
  return whyNoSampling() === null ? [] : ['--engine', 'exhaustive', '--tool', 'dead-stores']
}

/** Records, reports, and examines the program's environment. */
function expectToRecord(command: string): void {
  const profile = join(directory, 'home', 'run.hagstone')
  rmSync(profile, { force: true })
  const rounds = whyNoSampling() === null ? [] : ['500']
  const program = ['sh', '-c', 'env; exec "$0" "$@"', sampleProgram('rezeroed_array'), ...rounds]
  const recorded = run(command, ['record', ...recordOptions(), '--output', profile, '--', ...program])
  expect([recorded.status, existsSync(profile)]).toEqual([0, true])
  expect(recorded.stdout).toContain('HOME=')
  expect(recorded.stdout).not.toContain('ELECTRON')
  expect(run(command, ['report', profile]).stdout).toContain('KILLED_BY')
}

describe.skipIf(!exhaustiveEngineIsBuilt)('packages', () => {
  test('are staged with every part, without debugging information or paths of the build', { timeout: 600_000 }, async () => {
    await stage()
    for (const part of [
      'build/native/exhaustive/libexec/vgpreload_core-amd64-linux.so',
      'build/native/symbols/lib/libdw.so.1',
      'native/exhaustive/LICENSE',
      'native/exhaustive/SOURCES.md',
      'resources/include/hagstone.h',
      'share/man/man1/hagstone.1.gz',
      'THIRD_PARTY_NOTICES.txt',
    ])
      expect(existsSync(join(payload, part)), part).toBe(true)
    expect(execFileSync('readelf', ['--sections', '--wide', join(payload, 'build/native/symbols/hagstone_symbols.node')], { encoding: 'utf8' })).not.toContain(
      '.debug_info',
    )
    expect(
      readFileSync(join(payload, 'build/native/agent/libhagstone_agent.flags'), 'utf8')
        .split(/\s+/)
        .filter((word) => word.includes('/')),
    ).toEqual(['/libhagstone_agent.a'])
    expect(readFileSync(join(payload, 'native/exhaustive/SOURCES.md'), 'utf8')).toMatch(/apt-get source valgrind=\d+:3\.\d+/)
  })

  test('of npm install without a network and work by the command hagstone', { timeout: 600_000 }, () => {
    execFileSync('npm', ['pack', '--pack-destination', directory], { cwd: payload, stdio: 'ignore' })
    const project = join(directory, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{}')
    execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(directory, `hagstone-${hagstoneVersion()}.tgz`)], {
      cwd: project,
      stdio: 'ignore',
    })
    const command = join(project, 'node_modules/.bin/hagstone')
    expectToRecord(command)
    const exhaustive = run(command, [
      'record',
      '--engine',
      'exhaustive',
      '--tool',
      'dead-stores',
      '--output',
      join(directory, 'home', 'exact.hagstone'),
      '--',
      'true',
    ])
    expect([exhaustive.status, exhaustive.stderr]).toEqual([0, expect.stringContaining('every access is seen')])
    const { stdout: checks } = run(command, ['doctor'])
    expect(checks).toContain(whyNoSampling() === null ? 'Recording works' : 'record --engine exhaustive works')
    expect(checks).toContain('for windows of their own install the Debian package or the AppImage')
    expect(checks).not.toContain('npx')
    expect(run(command, ['link-flags']).stdout).toContain(join('build/native/agent/libhagstone_agent.a'))
  })

  test('of npm say in one line which Node they need', () => {
    const programs = join(directory, 'old-node')
    mkdirSync(programs)
    writeFileSync(join(programs, 'node'), '#!/bin/sh\nif [ "$1" = --version ]; then echo v18.20.4; else exit 1; fi\n', { mode: 0o755 })
    const { status, stderr } = run(join(payload, 'resources/launcher/npm.sh'), ['doctor'], { PATH: `${programs}:/usr/bin:/bin` })
    expect([status, stderr]).toEqual([3, expect.stringMatching(/^hagstone: Node\.js 24 or newer is needed, v18\.20\.4; install it.*\n$/)])
    expect(run(join(payload, 'resources/launcher/npm.sh'), ['record', '--', 'true'], { PATH: `${programs}:/usr/bin:/bin` }).status).toBe(125)
  })

  test('of desktops open the app, and run the command line without one', { timeout: 600_000 }, async () => {
    // All kinds at once: they are made of the same unpacked app.
    await buildPackages(['deb', 'tar.gz', 'AppImage'], directory, payload)
    const app = join(directory, 'packages/linux-unpacked')
    expect(run(join(app, 'hagstone'), []).stdout).toBe('app: \n')
    expect(run(join(app, 'hagstone'), ['/some where/run.hagstone']).stdout).toBe('app: /some where/run.hagstone\n')
    expect(run(join(app, 'hagstone'), ['--version']).stdout).toBe(`hagstone ${hagstoneVersion()}\n`)
    expect(run(join(app, 'hagstone'), ['record', '--', './nothing-there']).status).toBe(127)
    const fuses = fusesOf(join(app, 'hagstone-app'))
    expect(
      [
        FuseV1Options.RunAsNode,
        FuseV1Options.EnableNodeOptionsEnvironmentVariable,
        FuseV1Options.EnableNodeCliInspectArguments,
        FuseV1Options.GrantFileProtocolExtraPrivileges,
      ].map((fuse) => fuses[fuse]),
    ).toEqual([true, false, false, false])
  })

  test('of Debian bring manual, completions, association and the sandbox’s profile', { timeout: 600_000 }, () => {
    const file = join(directory, `packages/hagstone_${hagstoneVersion()}_amd64.deb`)
    const fields = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' })
    expect(fields).toContain('Package: hagstone\n')
    expect(fields).toMatch(/^Depends: .*libc6 \(>= 2\.34\)/m)
    expect(fields).toMatch(/^Recommends: valgrind$/m)
    const root = join(directory, 'root')
    execFileSync('dpkg-deb', ['--extract', file, root])
    for (const installed of [
      'usr/share/man/man1/hagstone.1.gz',
      'usr/share/doc/hagstone/copyright',
      'usr/share/metainfo/io.github.hagstone.metainfo.xml',
      'usr/share/bash-completion/completions/hagstone',
      'usr/share/zsh/vendor-completions/_hagstone',
      'usr/share/fish/vendor_completions.d/hagstone.fish',
      'usr/share/icons/hicolor/256x256/apps/hagstone.png',
      'opt/Hagstone/hagstone',
      'opt/Hagstone/resources/include/hagstone.h',
      'opt/Hagstone/resources/app/THIRD_PARTY_NOTICES.txt',
    ])
      expect(existsSync(join(root, installed)), installed).toBe(true)
    expect(readFileSync(join(root, 'usr/share/mime/packages/hagstone.xml'), 'utf8')).toContain('application/x-hagstone-profile')
    expect(readFileSync(join(root, 'usr/share/applications/hagstone.desktop'), 'utf8')).toMatch(/^Exec=\/opt\/Hagstone\/hagstone %U$/m)
    const profile = readFileSync(join(root, 'opt/Hagstone/resources/apparmor-profile'), 'utf8')
    expect(profile).toContain('profile "hagstone" "/opt/Hagstone/hagstone-app" flags=(unconfined)')
    const manual = spawnSync('man', ['--warnings', '--local-file', join(root, 'usr/share/man/man1/hagstone.1.gz')], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '120' },
    })
    if (manual.error === undefined) expect([manual.stderr, manual.stdout]).toEqual(['', expect.stringContaining('--engine E')])
    expectToRecord(join(root, 'opt/Hagstone/hagstone'))
  })

  // The test of the Debian package covers running it.
  test('as an archive hold the app in one directory', { timeout: 600_000 }, () => {
    execFileSync('tar', ['-xzf', join(directory, `packages/hagstone-${hagstoneVersion()}.tar.gz`), '-C', directory])
    const root = join(directory, `hagstone-${hagstoneVersion()}`)
    const differences = spawnSync(
      'diff',
      ['--recursive', '--brief', '--no-dereference', '--exclude=apparmor-profile', join(directory, 'packages/linux-unpacked'), root],
      { encoding: 'utf8' },
    )
    expect([differences.status, differences.stdout, differences.stderr]).toEqual([0, '', ''])
    expect(run(join(root, 'hagstone'), ['--version']).stdout).toBe(`hagstone ${hagstoneVersion()}\n`)
  })

  test('as an AppImage record programs that neither see the image nor need it', { timeout: 600_000 }, () => {
    const image = join(directory, `packages/Hagstone-${hagstoneVersion()}.AppImage`)
    expect(run(image, ['run.hagstone']).stdout).toBe('app: run.hagstone\n')
    expectToRecord(image)
    const { status, stdout } = run(image, ['record', ...recordOptions(), '--output', join(directory, 'home/image.hagstone'), '--', 'env'], {
      LD_LIBRARY_PATH: '/opt/mine',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^LD_LIBRARY_PATH=\/opt\/mine$/m)
    // Valgrind hides its own libraries from the program.
    if (whyNoSampling() === null)
      expect(stdout).toMatch(new RegExp(`^LD_PRELOAD=${join(directory, 'home/cache/hagstone')}/native-\\w+/agent/libhagstone_agent.so$`, 'm'))
    expect(stdout).not.toMatch(/\.mount_|^APP(?:DIR|IMAGE)=/m)
  })

  test('never open the app without its sandbox, and record, where no user namespaces can be made', { timeout: 600_000 }, () => {
    const programs = join(directory, 'no-namespaces')
    mkdirSync(programs)
    writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const there = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
    // An AppImage takes it as an option in front.
    for (const command of [`packages/Hagstone-${hagstoneVersion()}.AppImage`, `hagstone-${hagstoneVersion()}/hagstone`]) {
      expect(run(join(directory, command), ['record', '--', './nothing-there'], there).status, command).toBe(127)
      const opened = run(join(directory, command), ['gone.hagstone'], there)
      expect([opened.stdout, opened.stderr], command).toEqual(['', expect.stringContaining('gone.hagstone does not exist')])
    }
  })
})
