import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativePart } from '../../paths.ts'
import { tryEngine } from './engine.ts'
import { parseProbeReport } from './probe.ts'
import type { ProbeReport } from './probe.ts'
import { goodMachine } from './probe.testing.ts'

test('an invalid answer is rejected', () => {
  expect(() => parseProbeReport('{"schema": "hagstone.probe/2"}')).toThrow(/^The self-test's answer cannot be read/)
  expect(() => parseProbeReport('Segmentation fault')).toThrow(/^The self-test's answer cannot be read/)
  expect(parseProbeReport(JSON.stringify(goodMachine))).toEqual(goodMachine)
})

/** Runs a program under a seccomp filter that answers perf_event_open with EPERM, as container runtimes do. */
const forbidder = `
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 1;
  execv(words[1], words + 1);
  return 1;
}
`

describe('the probe on this machine', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
    writeFileSync(join(directory, 'forbid.c'), forbidder)
    execFileSync('gcc', ['-o', join(directory, 'forbid'), join(directory, 'forbid.c')])
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  const probe = (...prefix: string[]): ProbeReport => {
    const [program = '', ...words] = [...prefix, nativePart('probe')]
    return parseProbeReport(execFileSync(program, words, { encoding: 'utf8' }))
  }

  test('answers in the agreed form', () => {
    expect(probe()).toMatchObject({ schema: 'hagstone.probe/1', kernel: expect.stringMatching(/^\d+\./) })
  })

  test('distinguishes a seccomp filter from a missing permission', () => {
    const report = probe(join(directory, 'forbid'))
    expect(report).toMatchObject({ seccompMode: 2, debugRegisters: 0, timer: { opens: false, fires: false, errno: 'EPERM' } })
    expect(tryEngine({ probe: { ...report, perfEventParanoid: 2 }, tracer: null }, { engine: 'auto', transport: 'auto' })).toEqual({
      problem: 'A seccomp filter forbids perf_event_open, as container runtimes do by default',
      remedy: 'start the container with --cap-add=PERFMON or --security-opt seccomp=unconfined',
    })
  })
})
