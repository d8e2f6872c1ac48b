/** A program that a window launched outlives its host: it prints on, and ends as it would have. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { needSampling } from './support/need_sampling.ts'

/**
 * A process prints until "killed" is there, then more than any pipe holds. Another one waits for it, prints, and keeps both statuses:
 * 0 of a process that exited, else the signal; and the result of printing its own last line.
 */
const talkative = `
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    const pid_t child = fork();
    if (child == 0) {
        while (access("killed", F_OK) != 0) {
            if (puts("still here") < 0 || fflush(stdout) != 0) return 3;
            usleep(20000);
        }
        for (int line = 0; line < 100000; line++)
            if (puts("nobody reads this line") < 0) return 4;
        return fflush(stdout) == 0 ? 0 : 5;
    }
    int status = 0;
    waitpid(child, &status, 0);
    const int printed = fprintf(stderr, "the last line\\n") > 0 && puts("of both") > 0 && fflush(stdout) == 0;
    FILE *file = fopen("ended.part", "w");
    fprintf(file, "child %d, own output %s\\n", status, printed ? "written" : "refused");
    fclose(file);
    return rename("ended.part", "ended");
}
`

test.use({ expectedConsoleErrors: [/WebSocket connection to|ERR_CONNECTION/] })

for (const [signal, engine] of [
  ['SIGKILL', 'sampling'],
  ['SIGTERM', 'sampling'],
  ['SIGKILL', 'exhaustive'],
  ['SIGTERM', 'exhaustive'],
] as const)
  test(`it is not harmed when ${signal} ends the host, ${engine} engine`, async ({ page, host }) => {
    if (engine === 'sampling') needSampling()
    const inHome = (name: string): string => join(host.home, name)
    writeFileSync(inHome('talkative.c'), talkative)
    execFileSync('gcc', ['-O2', '-g', '-o', 'talkative', 'talkative.c'], { cwd: host.home })
    await page.goto(host.address)
    await page.getByRole('button', { name: 'New recording…' }).click()
    await page.getByLabel('Program', { exact: true }).fill(inHome('talkative'))
    await page.getByLabel('Directory').fill(host.home)
    if (engine === 'exhaustive') await page.getByRole('combobox', { name: 'Engine' }).selectOption('exhaustive')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('main', { name: 'Recording' })).toContainText('still here')

    await host.kill(signal)
    // In good order a profile is made of the recording so far, while the program runs.
    if (signal === 'SIGTERM') expect(readdirSync(host.home).filter((name) => /\.hagstone/.test(name))).toEqual([expect.stringMatching(/\.hagstone$/)])
    writeFileSync(inHome('killed'), '')
    await expect.poll(() => existsSync(inHome('ended'))).toBe(true)
    expect(readFileSync(inHome('ended'), 'utf8')).toBe('child 0, own output written\n')
  })
