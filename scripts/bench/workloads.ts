/** Real CPU-bound programs of the distribution, each with an input that keeps it busy for some seconds. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchDirectory } from './tools.ts'

export interface Workload {
  name: string
  /** Its description in the tables. */
  description: string
  threads: number
  /** Run in build/bench; writes nothing that another run reads. */
  command: string[]
}

const textMegabytes = 48
const textFile = 'text'
const templateFile = 'templates.cpp'

/** Deterministic 32-bit generator (xorshift), so that every machine compresses the same bytes. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** Words whose frequencies fall with their rank, as in natural text. */
export function text(bytes: number): Buffer {
  const random = generator(2_463_534_242)
  const words = Array.from({ length: 5000 }, () => {
    const letters = Array.from({ length: 2 + (random() % 9) }, () => String.fromCodePoint(97 + (random() % 26)))
    return letters.join('')
  })
  const output = Buffer.alloc(bytes, ' ')
  for (let position = 0; position < bytes;) {
    const rank = Math.floor(words.length ** (random() / 2 ** 32)) - 1
    position += output.write(words[rank] ?? '', position, 'latin1') + 1
  }
  return output
}

/** A translation unit whose templates keep the optimiser busy. */
const templates = `#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>
template <int N> int count(const std::string &text) {
  std::map<std::string, std::vector<int>> lines;
  std::unordered_map<int, std::string> names;
  std::regex pattern("[a-z]+" + std::to_string(N));
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i)
    lines[i->str()].push_back(N);
  for (auto &[name, list] : lines) {
    std::sort(list.begin(), list.end(), [](int a, int b) { return a % (N + 2) < b % (N + 2); });
    names[list.front()] = name;
  }
  return static_cast<int>(names.size()) + N;
}
int total(const std::string &text) {
  return count<0>(text) + count<1>(text) + count<2>(text) + count<3>(text) + count<4>(text) + count<5>(text);
}
`

/** Groups and sorts this many rows in memory. */
export const groupingQuery = (rows: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
SELECT count(*), sum(length(t)) FROM (SELECT (i * 7919) % 100003 AS k, group_concat(i % 97) AS t FROM n GROUP BY k ORDER BY t);`

export const wordCount = 'while (<>) { $count{$_}++ for split } print scalar(sort { $count{$a} <=> $count{$b} } keys %count), "\\n"'

/** Writes the inputs that are not there yet and returns the workloads. */
export function prepareWorkloads(): Workload[] {
  const textPath = join(benchDirectory, textFile)
  if (!existsSync(textPath)) writeFileSync(textPath, text(textMegabytes * 1_000_000))
  writeFileSync(join(benchDirectory, templateFile), templates)
  return [
    {
      name: 'xz',
      description: `xz -2 -T2 of ${textMegabytes} MB of text`,
      threads: 2,
      command: ['xz', '-2', '-T2', '--block-size=6MiB', '--keep', '--force', textFile],
    },
    {
      name: 'zstd',
      description: `zstd -12 -T2 of ${textMegabytes} MB of text`,
      threads: 2,
      command: ['zstd', '-q', '-12', '-T2', '--force', textFile, '-o', 'text.zst'],
    },
    {
      name: 'bzip2',
      description: `bzip2 -9 of ${textMegabytes} MB of text`,
      threads: 1,
      command: ['bzip2', '-9', '--keep', '--force', textFile],
    },
    {
      name: 'cc1plus',
      description: 'g++ -O2 of a file of regular-expression templates',
      threads: 1,
      command: ['g++', '-O2', '-std=c++20', '-c', templateFile, '-o', 'templates.o'],
    },
    {
      name: 'sqlite3',
      description: 'sqlite3, grouping and sorting 6 million rows in memory',
      threads: 1,
      command: ['sqlite3', ':memory:', groupingQuery(6_000_000)],
    },
    {
      name: 'perl',
      description: `perl, counting and sorting the words of ${textMegabytes} MB of text`,
      threads: 1,
      command: ['perl', '-e', wordCount, textFile],
    },
  ]
}
