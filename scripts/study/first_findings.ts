/**
 * How far down a reader must go to the first correct finding: a person's judgement, kept beside the numbers, which are
 * measured. Findings depend on Hagstone's version, so a new judgement replaces all rows.
 */
import { table } from '../bench/markdown.ts'
import { median } from '../bench/statistics.ts'

export interface JudgedFinding {
  program: string
  /** From 1. */
  rank: number
  /** The words of the report. */
  title: string
  /** Why it is right, and those before it are not. */
  why: string
}

/** Sampled, default tools, 1,000 samples per second of CPU time, no bound on overhead, one run of about one second each. */
export const FIRST_CORRECT: readonly JudgedFinding[] = [
  {
    program: 'bzip2',
    rank: 1,
    title: 'mainQSort3() copies ptr again, although it has not changed (blocksort.c:669)',
    why: 'elements are swapped with themselves until the first one differs from the median',
  },
  {
    program: 'xz',
    rank: 8,
    title: 'move_pos() loads mf->offset in every iteration of the loop at lz_encoder_mf.c:420, although it does not change',
    why: 'constant in the loop; those before it are the reading and updating of hash chains',
  },
  {
    program: 'lz4',
    rank: 1,
    title: 'LZ4HC_InsertAndGetWiderMatch() in the loop at lz4hc.c:593 loads the same data again, although it has not changed (lz4hc.c:288)',
    why: 'the two bytes at the end of the best match change only with its length',
  },
  {
    program: 'lua',
    rank: 4,
    title: 'luaV_execute() runs out of registers in the loop at lvm.c:1181 and keeps local variables on the stack',
    why: 'true of an interpreter; before it are tables, which grow by doubling, and comparisons of a sort',
  },
  {
    program: 'gawk',
    rank: 1,
    title: 'str_find() goes through b->ahcode again in the loop at str_array.c:620, although it has not changed',
    why: 'chains of a hash table; shorter ones avoid it',
  },
  {
    program: 'sqlite',
    rank: 3,
    title: 'pcache1FetchNoMutex() follows the same chain (pPage->iKey) again and again',
    why: 'chains of a hash table; the first is the skipping of a number’s bytes, taken for a search, the second an interpreter reading its code',
  },
  {
    program: 'tcc',
    rank: 1,
    title: 'Every call of g() loads cur_text_section->data_allocated again, although it has not changed',
    why: 'one test for each byte of an instruction',
  },
  {
    program: 'cjpeg',
    rank: 2,
    title: 'encode_mcu_AC_refine_prepare() overwrites a value from one iteration to the next of the loop at jcphuff.c:838 before it is read',
    why: 'values of coefficients that the scan then does not encode; the first is what progressive scans do',
  },
  {
    program: 'flac',
    rank: 3,
    title: 'set_partitioned_rice_() in the loop at stream_encoder.c:4437 stores to parameters the value that is already there',
    why: 'parameters are worked out again for each order; the first two read the signal, which each predictor has to',
  },
  {
    program: 'minisat',
    rank: 2,
    title: 'Minisat::vec::operator[] loads data[index] in every iteration of the loop at Solver.cc:470, although it does not change',
    why: 'reloaded because other vectors grow in the loop; the first is the exchange of watched literals',
  },
  {
    program: 'lp_solve',
    rank: 2,
    title: 'prod_xA() runs out of registers in the loop at lp_matrix.c:3482 and keeps local variables on the stack',
    why: 'a `long double` sum goes through the stack; the first is the vector of a product, needed for each column',
  },
  {
    program: 'fasttree',
    rank: 1,
    title: 'PairLogLk() runs out of registers in the loop at fasttree.c:5218 and keeps local variables on the stack',
    why: 'pointers of both profiles are reloaded in each iteration',
  },
  {
    program: 'dblat3',
    rank: 1,
    title: 'dgemm() goes through A or B again in the loop at dgemm.f:323, although it has not changed',
    why: 'the reference product works without blocks',
  },
  {
    program: 'hmmsearch',
    rank: 2,
    title: 'backward_engine() in the loop at fwdback.c:634 stores to DMO a value within 1 % of what is already there',
    why: 'passes go on when nothing changes any more; the first takes an instruction for a function',
  },
  {
    program: 'units',
    rank: 1,
    title: 'ulookup() compares str with one element after the other through strcmp() in the loop at units.c:662',
    why: 'a hash table with 101 buckets for 3,753 units',
  },
  {
    program: 'zopfli',
    rank: 1,
    title: 'ZopfliFindLongestMatch() runs out of registers in the loop at lz77.c:464 and keeps local variables on the stack',
    why: 'true, though the source offers little to do about it',
  },
]

export function firstFindingsSection(judged: readonly JudgedFinding[] = FIRST_CORRECT): string {
  const within = (rank: number): number => judged.filter((each) => each.rank <= rank).length
  return `## Rank of the first correct finding

In ${within(1)} of ${judged.length} programs the first finding is correct, in ${within(3)} one of the first three is; the median rank is ${median(judged.map(({ rank }) => rank))}. Each program was
recorded once by sampling (default tools, \`--rate 1000 --max-overhead 0\`). Its first eight findings were read with the lines they quote, and in twelve
programs (not xz, lua, dblat3, zopfli) with more of the source. A finding is correct
if the named accesses are wasted for the named reason and a change at the named place in the source could avoid them. That does
not mean that the change is worthwhile: [findings tried](findings-tried.md) has ten changes with their gains, five of them in these programs.

One engineer who works on Hagstone judged the findings once, knowing which tool had made them. Another reader may draw the line elsewhere, above all between
work that an algorithm needs and work that it wastes (xz, lua, zopfli, dblat3). [Advice](advice.md#how-often-advice-is-right) has the judgements of several people.

${table(
  ['program', 'rank', 'finding', 'why'],
  judged.map(({ program, rank, title, why }) => [program, String(rank), title.replaceAll('|', '\\|'), why]),
)}`
}
