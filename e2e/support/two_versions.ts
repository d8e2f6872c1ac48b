/** A program in two versions, recorded exactly: the differences of the new one follow from its source. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hagstone } from './hagstone.ts'
import { oncePerRun } from './once_per_run.ts'
import { ownCopy, stateOf } from './recorded_samples.ts'

const columns = 512
const rows = 200

const head = `/* Rows of a grid, worked on one after the other. */
#include <stdio.h>
enum { columns = ${columns}, rows = ${rows} };
static double grid[columns];
double marks[columns];
`
const zero = `
__attribute__((noipa)) static void init_row(void)
{
    for (int i = 0; i < columns; i++)
        grid[i] = 0.0;
}
`
const fill = `
__attribute__((noipa)) static void fill_row(double start)
{
    for (int i = 0; i < columns; i++)
        grid[i] = start + i;
}
`
const scale = `
/* New in this version: fills the row once more. */
__attribute__((noipa)) static void scale_row(double start)
{
    for (int i = 0; i < columns; i++)
        grid[i] = 2.0 * start + i;
}
`
const mark = (count: string, remark: string): string => `
__attribute__((noipa)) static void mark_row(double value)
{${remark}
    for (int i = 0; i < ${count}; i++)
        marks[i] = value;
}
`
const sum = `
__attribute__((noipa)) static double sum_row(void)
{
    double sum = 0;
    for (int i = 0; i < columns; i++)
        sum += grid[i];
    return sum;
}
`
const main = (work: string): string => `
int main(void)
{
    double sum = 0;
    for (int row = 0; row < rows; row++) {
${work}        sum += sum_row();
    }
    printf("%g\\n", sum);
    return 0;
}
`

/**
 * The old version zeroes each row before it fills it: a pair that the new one does not have. The new one fills rows twice:
 * a pair that the old one does not have. Marks, which are never read, are half as many, one line further down in their
 * function.
 */
const sources = {
  old: head + zero + fill + mark('columns', '') + sum + main('        init_row();\n        fill_row(row);\n        mark_row(row);\n'),
  new:
    head +
    fill +
    scale +
    mark('columns / 2', '\n    /* Half of them are enough. */') +
    sum +
    main('        fill_row(row);\n        scale_row(row);\n        mark_row(row);\n'),
}
export type Version = keyof typeof sources

/** 1-based line of a text in a version. */
export function lineIn(version: Version, text: string): number {
  return sources[version].split('\n').findIndex((line) => line.includes(text)) + 1
}

async function record(version: Version): Promise<string> {
  const profileIn = (folder: string): string => join(folder, `${version}.hagstone`)
  const folder = await oncePerRun(version, async (made) => {
    writeFileSync(join(made, 'grid.c'), sources[version])
    execFileSync('gcc', ['-O1', '-g', '-o', 'grid', 'grid.c'], { cwd: made })
    const options = ['--engine', 'exhaustive', '--tool', 'dead-stores,reuse-distance', '--output', profileIn(made)]
    const result = await hagstone(['record', ...options, '--', './grid'], { cwd: made, env: { XDG_STATE_HOME: stateOf(made) } })
    if (result.status !== 0) throw new Error(result.stderr)
  })
  return profileIn(folder)
}

/** Records both versions once in a run; resolves to the paths of copies in a directory, whose state says that its person recorded them. */
export async function recordVersions(directory: string): Promise<Record<Version, string>> {
  const copyOf = async (version: Version): Promise<string> => {
    const copy = join(directory, `${version}.hagstone`)
    return existsSync(copy) ? copy : ownCopy(await record(version), directory, `${version}.hagstone`)
  }
  mkdirSync(directory, { recursive: true })
  return { old: await copyOf('old'), new: await copyOf('new') }
}
