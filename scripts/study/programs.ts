/** The programs of the study: sources of Debian that build in seconds, and work that keeps them busy as long as wanted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFunction } from '../bench/exhaustive/exhaustive_programs.ts'
import { text } from '../bench/workloads.ts'
import { alignment, clauses, conversions, linearProgramme, picture, proteins, sound } from './inputs.ts'
import type { StudyProgram } from './program.ts'

/** Writes one file and returns its name. */
function file(directory: string, name: string, content: string | Uint8Array): string {
  writeFileSync(join(directory, name), content)
  return name
}

const serial = { threads: 1, ranks: 1, otherStatuses: [] }
const threaded = { threads: 2, ranks: 1, otherStatuses: [] }

export const studyPrograms: StudyProgram[] = [
  {
    name: 'bzip2',
    source: 'bzip2',
    kind: 'compression',
    language: 'C',
    ...serial,
    executable: 'bzip2',
    // Linked from objects: the distribution's own library would be used in place of a shared one.
    build: ['$CC $CFLAGS -D_FILE_OFFSET_BITS=64 -o bzip2 bzip2.c blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c'],
    work: 'bzip2 -9 of text',
    prepare: (seconds, directory) => ({ arguments: ['-9', '--keep', '--force', file(directory, 'text', text(Math.round(10e6 * seconds)))], input: null }),
  },
  {
    name: 'xz',
    source: 'xz-utils',
    kind: 'compression',
    language: 'C',
    ...threaded,
    executable: 'src/xz/xz',
    build: [
      './configure --quiet --disable-shared --disable-nls --disable-doc --disable-scripts --disable-lzmainfo',
      'make --silent --directory=src/liblzma',
      'make --silent --directory=src/xz',
    ],
    work: 'xz -2 of text by two threads',
    prepare: (seconds, directory) => ({
      arguments: ['-2', '-T2', `--block-size=${Math.round(2.3e6 * seconds)}`, '--keep', '--force', file(directory, 'text', text(Math.round(4.5e6 * seconds)))],
      input: null,
    }),
  },
  {
    name: 'lz4',
    source: 'lz4',
    kind: 'compression',
    language: 'C',
    ...serial,
    executable: 'programs/lz4-study',
    build: ['cd programs', '$CC $CFLAGS -I../lib -DXXH_NAMESPACE=LZ4_ -o lz4-study *.c ../lib/*.c'],
    work: 'lz4 -9 of text',
    prepare: (seconds, directory) => ({
      arguments: ['-9', '--quiet', '--force', file(directory, 'text', text(Math.round(30e6 * seconds))), 'text.lz4'],
      input: null,
    }),
  },
  {
    name: 'lua',
    source: 'lua5.4',
    kind: 'interpreter',
    language: 'C',
    ...serial,
    executable: 'src/lua-study',
    // The header is what Debian's own build writes.
    build: [
      `echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' > src/lua5.4-deb-multiarch.h`,
      'cd src',
      '$CC $CFLAGS -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX -Wl,-E -o lua-study $(ls *.c | grep -v luac.c) -lm -ldl',
    ],
    work: 'trees, strings and n-queens in Lua',
    prepare: (seconds, directory) => ({ arguments: [file(directory, 'work.lua', luaScript), String(Math.max(1, Math.round(280 * seconds)))], input: null }),
  },
  {
    name: 'gawk',
    source: 'gawk',
    kind: 'text',
    language: 'C',
    ...serial,
    executable: 'gawk',
    build: [
      './configure --quiet --disable-nls --disable-extensions --disable-mpfr --without-readline',
      'make --silent --directory=support',
      'make --silent gawk',
    ],
    work: 'counting and changing the words of a text',
    prepare: (seconds, directory) => ({
      arguments: ['-f', file(directory, 'words.awk', awkScript), file(directory, 'text', text(Math.round(13e6 * seconds)))],
      input: null,
    }),
  },
  {
    name: 'sqlite',
    source: 'sqlite3',
    kind: 'database',
    language: 'C',
    ...serial,
    executable: 'sqlite3',
    build: ['./configure --quiet --disable-shared --disable-tcl --disable-readline', 'make --silent sqlite3'],
    work: 'joins and grouping in memory',
    prepare: (seconds, directory) => ({
      arguments: ['-init', file(directory, 'query.sql', query(Math.round(700_000 * seconds))), ':memory:', 'SELECT 0;'],
      input: null,
    }),
  },
  {
    name: 'tcc',
    source: 'tcc',
    kind: 'compiler',
    language: 'C',
    ...serial,
    executable: 'tcc',
    // Its own LDFLAGS strip it.
    build: ['./configure --cc="$CC" --extra-cflags="$CFLAGS"', 'make --silent tcc LDFLAGS='],
    work: 'compiling made-up functions',
    prepare: (seconds, directory) => ({
      arguments: [
        '-nostdinc',
        '-nostdlib',
        '-c',
        file(directory, 'functions.c', Array.from({ length: Math.round(30_000 * seconds) }, (_, i) => generatedFunction(i + 1)).join('')),
        '-o',
        'functions.o',
      ],
      input: null,
    }),
  },
  {
    name: 'cjpeg',
    source: 'libjpeg-turbo',
    kind: 'image',
    language: 'C',
    ...serial,
    executable: 'study/cjpeg-static',
    build: [
      'rm -rf study',
      'cmake -S . -B study -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" -DENABLE_SHARED=0 -DWITH_SIMD=0 -DWITH_TURBOJPEG=0',
      'cmake --build study --target cjpeg-static',
    ],
    work: 'a progressive picture, without SIMD code',
    prepare: (seconds, directory) => ({
      arguments: [
        '-progressive',
        '-optimize',
        '-quality',
        '90',
        '-outfile',
        'picture.jpg',
        file(directory, 'picture.ppm', picture(3000, Math.round(8000 * seconds))),
      ],
      input: null,
    }),
  },
  {
    name: 'flac',
    source: 'flac',
    kind: 'codec',
    language: 'C',
    ...serial,
    executable: 'study/src/flac/flac',
    build: [
      'rm -rf study',
      'cmake -S . -B study -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" -DWITH_OGG=OFF -DBUILD_TESTING=OFF -DBUILD_DOCS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_CXXLIBS=OFF -DBUILD_SHARED_LIBS=OFF -DINSTALL_MANPAGES=OFF',
      'cmake --build study --target flacapp',
    ],
    work: 'flac -8 of sound',
    prepare: (seconds, directory) => ({
      arguments: [
        '-8',
        '--silent',
        '--force',
        '--force-raw-format',
        '--endian=little',
        '--sign=signed',
        '--channels=2',
        '--bps=16',
        '--sample-rate=44100',
        '-o',
        'sound.flac',
        file(directory, 'sound.raw', sound(200 * seconds)),
      ],
      input: null,
    }),
  },
  {
    name: 'minisat',
    source: 'minisat2',
    kind: 'solver',
    language: 'C++',
    ...serial,
    otherStatuses: [10, 20],
    executable: 'minisat-study',
    build: [
      '$CXX $CFLAGS -std=gnu++98 -w -DNDEBUG -D__STDC_LIMIT_MACROS -D__STDC_FORMAT_MACROS -I. -o minisat-study minisat/simp/Main.cc minisat/simp/SimpSolver.cc minisat/core/Solver.cc minisat/utils/*.cc -lz',
    ],
    work: 'a random satisfiability problem',
    prepare: (seconds, directory) => ({
      arguments: ['-verb=0', file(directory, 'problem.cnf', clauses(Math.round(238 + 11.5 * Math.log2(seconds)), 4.3, 362_437))],
      input: null,
    }),
  },
  {
    name: 'lp_solve',
    source: 'lp-solve',
    kind: 'solver',
    language: 'C',
    ...serial,
    executable: 'lp_solve/lp_solve-study',
    build: [
      'cd lp_solve',
      `$CC $CFLAGS -w -I.. -I../bfp -I../bfp/bfp_LUSOL -I../bfp/bfp_LUSOL/LUSOL -I../colamd -I../shared -DYY_NEVER_INTERACTIVE -DPARSER_LP -DINVERSE_ACTIVE=INVERSE_LUSOL -DRoleIsExternalInvEngine -o lp_solve-study lp_solve.c ../lp_MDO.c ../shared/commonlib.c ../colamd/colamd.c ../shared/mmio.c ../shared/myblas.c ../ini.c ../fortify.c ../lp_rlp.c ../lp_crash.c ../bfp/bfp_LUSOL/lp_LUSOL.c ../bfp/bfp_LUSOL/LUSOL/lusol.c ../lp_Hash.c ../lp_lib.c ../lp_wlp.c ../lp_matrix.c ../lp_mipbb.c ../lp_MPS.c ../lp_params.c ../lp_presolve.c ../lp_price.c ../lp_pricePSE.c ../lp_report.c ../lp_scale.c ../lp_simplex.c ../lp_SOS.c ../lp_utils.c ../yacc_read.c -lm -ldl`,
    ],
    work: 'a made-up linear programme',
    prepare: (seconds, directory) => ({
      arguments: ['-S1', file(directory, 'programme.lp', linearProgramme(Math.round(750 * Math.cbrt(seconds)), Math.round(1000 * Math.cbrt(seconds))))],
      input: null,
    }),
  },
  {
    name: 'fasttree',
    source: 'fasttree',
    kind: 'bioinformatics',
    language: 'C',
    ...threaded,
    executable: 'fasttree-study',
    build: ['$CC $CFLAGS -w -DOPENMP -fopenmp -DUSE_DOUBLE -finline-functions -funroll-loops -o fasttree-study fasttree.c -lm'],
    work: 'a tree of sequences by two threads (OpenMP)',
    prepare: (seconds, directory) => ({
      arguments: ['-nt', '-quiet', '-nopr', file(directory, 'alignment.fa', alignment(Math.round(20 + 130 * seconds), 300))],
      input: null,
    }),
  },
  {
    name: 'dblat3',
    source: 'lapack',
    kind: 'linear algebra',
    language: 'Fortran',
    ...serial,
    executable: 'dblat3-study',
    build: [
      '$FC $FFLAGS -w -o dblat3-study BLAS/TESTING/dblat3.f BLAS/SRC/dgemm.f BLAS/SRC/dsymm.f BLAS/SRC/dtrmm.f BLAS/SRC/dtrsm.f BLAS/SRC/dsyrk.f BLAS/SRC/dsyr2k.f BLAS/SRC/lsame.f',
    ],
    work: 'LAPACK’s test of matrix products',
    prepare: (seconds, directory) => ({ arguments: [], input: file(directory, 'dblat3.in', productTest(seconds)) }),
  },
  {
    name: 'hmmsearch',
    source: 'hmmer',
    kind: 'bioinformatics',
    language: 'C',
    threads: 1,
    ranks: 2,
    otherStatuses: [],
    // Without --cpu 0, which --mpi does not allow, it works by threads.
    parallel: ([program = '', _cpu, _count, ...words]) => [program, '--mpi', ...words],
    executable: 'src/hmmsearch',
    library: 'libdivsufsort',
    build: [
      'cmake -S "$LIBRARY" -B "$LIBRARY/study" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$CFLAGS" -DBUILD_SHARED_LIBS=OFF -DBUILD_EXAMPLES=OFF',
      'cmake --build "$LIBRARY/study"',
      'autoconf',
      '(cd easel && autoconf)',
      './configure --quiet --enable-mpi CC=mpicc CFLAGS="$CFLAGS -w" CPPFLAGS="-I$LIBRARY/study/include" LDFLAGS="-L$LIBRARY/study/lib"',
      'make --silent --directory=easel',
      'make --silent --directory=src hmmsearch',
    ],
    work: 'a search for globins in made-up proteins by a process for the work and one that deals it out (MPI)',
    prepare: (seconds, directory, source) => ({
      arguments: [
        '--cpu',
        '0',
        '--noali',
        '-o',
        'found',
        '--max',
        file(directory, 'globins4.hmm', readFileSync(join(source, 'tutorial/globins4.hmm'))),
        file(directory, 'proteins.fa', proteins(Math.round(5000 * seconds), 300)),
      ],
      input: null,
    }),
  },
  {
    name: 'units',
    source: 'units',
    kind: 'text',
    language: 'C',
    ...serial,
    executable: 'units',
    build: ['./configure --quiet --without-readline', 'make --silent units'],
    work: 'converting quantities of ten kinds',
    prepare: (seconds, directory, source) => {
      // The one includes the other.
      const definitions = ['definitions.units', 'currency.units'].map((name) => file(directory, name, readFileSync(join(source, name))))
      return { arguments: ['--terse', '--file', definitions[0]!], input: file(directory, 'conversions', conversions(Math.round(60_000 * seconds))) }
    },
  },
  {
    name: 'zopfli',
    source: 'zopfli',
    kind: 'compression',
    language: 'C',
    ...serial,
    executable: 'zopfli-study',
    build: ['$CC $CFLAGS -o zopfli-study src/zopfli/*.c -lm'],
    work: 'zopfli with 5 iterations of text',
    prepare: (seconds, directory) => ({ arguments: ['--i5', file(directory, 'text', text(Math.round(750_000 * seconds)))], input: null }),
  },
]

const luaScript = `local rounds = tonumber(arg[1])
local function tree(depth) if depth == 0 then return {} end return { tree(depth - 1), tree(depth - 1) } end
local function count(node) if not node[1] then return 1 end return 1 + count(node[1]) + count(node[2]) end
local function queens(n)
  local found, columns, up, down = 0, {}, {}, {}
  local function place(row)
    if row > n then found = found + 1 return end
    for column = 1, n do
      local a, b = row + column, row - column + n
      if not (columns[column] or up[a] or down[b]) then
        columns[column], up[a], down[b] = true, true, true
        place(row + 1)
        columns[column], up[a], down[b] = false, false, false
      end
    end
  end
  place(1)
  return found
end
local total = 0
for round = 1, rounds do
  total = total + count(tree(12)) + queens(7)
  local words = {}
  for i = 1, 2000 do words[#words + 1] = ("w" .. (i * 7919 + round) % 5003):upper() end
  table.sort(words)
  total = total + #table.concat(words, " "):gsub("W%d", "v")
end
print(total)
`

const awkScript = `{ for (i = 1; i <= NF; i++) { count[$i]++; if ($i ~ /^[aeiou].*[xyz]$/) matched++; gsub(/a+/, "b", $i) } length_sum += length($0) }
END { for (word in count) if (count[word] > most) { most = count[word]; which = word } print which, most, matched, length_sum }
`

/** So many rows, made, sorted into groups and joined with themselves. */
function query(rows: number): string {
  return `CREATE TABLE t(k INTEGER, v INTEGER, s TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
INSERT INTO t SELECT (i * 7919) % 10007, i % 97, 'row ' || (i * 31 % 1009) FROM n;
CREATE INDEX tk ON t(k);
SELECT count(*), sum(total) FROM (SELECT s, sum(v) AS total FROM t GROUP BY s ORDER BY total DESC);
SELECT count(*) FROM t AS a JOIN t AS b ON a.k = b.k WHERE a.v < 3 AND b.v > 90;
`
}

/** Input of LAPACK's dblat3: the sizes of its matrices, of which it tries all combinations; it allows up to 65. */
function productTest(seconds: number): string {
  const large = Math.min(61, Math.round(37 * Math.cbrt(seconds / 0.5)))
  const sizes = [0, 1, 2, 3, 5, 9, large, large + 2, large + 4]
  const routines = ['DGEMM ', 'DSYMM ', 'DTRMM ', 'DTRSM ', 'DSYRK ', 'DSYR2K'].map((name) => `${name} T PUT F FOR NO TEST. SAME COLUMNS.\n`)
  return `'dblat3.out'      NAME OF SUMMARY OUTPUT FILE
6                 UNIT NUMBER OF SUMMARY FILE
'DBLAT3.SNAP'     NAME OF SNAPSHOT OUTPUT FILE
-1                UNIT NUMBER OF SNAPSHOT FILE (NOT USED IF .LT. 0)
F        LOGICAL FLAG, T TO REWIND SNAPSHOT FILE AFTER EACH RECORD.
F        LOGICAL FLAG, T TO STOP ON FAILURES.
F        LOGICAL FLAG, T TO TEST ERROR EXITS.
16.0     THRESHOLD VALUE OF TEST RATIO
${sizes.length}                 NUMBER OF VALUES OF N
${sizes.join(' ')}     VALUES OF N
3                 NUMBER OF VALUES OF ALPHA
0.0 1.0 0.7       VALUES OF ALPHA
3                 NUMBER OF VALUES OF BETA
0.0 1.0 1.3       VALUES OF BETA
${routines.join('')}`
}
