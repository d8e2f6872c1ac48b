/** Findings of small drawn profiles, whose ground truth is in the drawing. */
import { functionCode } from '../advice/function_code.testing.ts'
import { describe, expect, it } from 'vitest'
import type { FunctionCode, ProfileTables } from '../../../shared/profile/profile.ts'
import { INSTRUCTION, LINE, PAIR_APPROXIMATE } from '../../../shared/profile/tables.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import type { Finding } from '../../../shared/findings/finding.ts'
import { costText } from '../text/report_findings.ts'
import { findingsOf } from './findings.ts'

const SOURCE: Record<string, string> = {
  '/src/m.c:5': 'm->a[i] = 0;',
  '/src/m.c:8': 'm->a[i] = x * i;',
  '/src/m.c:9': 's += m->a[i];',
  '/src/m.c:20': 'memset(work, 0, n);',
  '/src/m.c:21': 'work[i] = f(i);',
  '/src/m.c:30': 'flag = atomic_load(&ready);',
  '/src/m.c:31': 'va_start(list, format);',
  '/src/m.c:34': 'q->key = p;',
  '/src/m.c:35': 'last->value = q;',
  '/src/m.c:38': 'q->next = p;',
  '/src/m.c:36': 'CLEAR(m, n);',
  '/src/m.c:37': 'for (i = 0; i < n; i++)',
}
const lineText = (file: string, line: number): string | null => SOURCE[`${file}:${line}`] ?? null

/** @param times ns of CPU time at accesses, by "file:line", with one interrupt per ms */
function timed(profile: ProfileTables, times: Record<string, number>): ProfileTables {
  const { nodes, files } = profile
  const found = Array.from(nodes.kind.keys()).flatMap((row) => {
    const line = nodes.parent[row]!
    if (nodes.kind[row] !== INSTRUCTION || nodes.kind[line] !== LINE) return []
    const time = times[`${files[nodes.file[line]!]!.replace('/src/', '')}:${nodes.line[line]}`]
    return time === undefined ? [] : [{ row, time }]
  })
  return {
    ...profile,
    cpuTimes: {
      length: found.length,
      node: Int32Array.from(found, ({ row }) => row),
      interrupts: Float64Array.from(found, ({ time }) => time / 1e6),
      time: Float64Array.from(found, ({ time }) => time),
      waits: new Uint8Array(found.length),
    },
  }
}

const titles = (profile: ProfileTables): string[] => findingsOf(profile, { lineText }).findings.map(({ title }) => title)

it('charges sharing with its share of the decided samples', () => {
  const drawn = profileFromStacks('main m.c:1 > init m.c:5   false-sharing:SHARED_WITH   main m.c:2 > fill m.c:8   60')
  const { pairs } = drawn
  const decided = 4 * pairs.credit[0]!
  const column = (value: number): Float64Array => Float64Array.of(value)
  const watches = {
    length: 1,
    node: pairs.target.slice(0, 1),
    tool: pairs.tool.slice(0, 1),
    samples: column(decided),
    accounted: column(decided),
    armed: column(decided),
    bytes: column(8 * decided),
  }
  const {
    findings: [found],
  } = findingsOf({ ...timed(drawn, { 'm.c:5': 5e8, 'm.c:8': 5e8 }), watches }, { lineText })
  expect(found!.shareOfRun).toBeCloseTo(0.5 / 4)
  expect(found!.bound!.text).toContain('25.0 % of the accesses')
  expect(found!.title).toBe('Threads in fill() and init() use different variables in one cache line of m->a[i]')
})

it('charges sharing only as far as the threads ran on different processors', () => {
  const drawn = profileFromStacks('main m.c:1 > init m.c:5   false-sharing:SHARED_WITH   main m.c:2 > fill m.c:8   60')
  const observations = drawn.pairs.traps[0]!
  const found = (counted: Record<string, number>): Finding => {
    const counters = Object.entries(counted).map(([name, value]) => ({ name, value, description: '' }))
    return findingsOf({ ...timed(drawn, { 'm.c:5': 5e8, 'm.c:8': 5e8 }), counters }, { lineText }).findings[0]!
  }
  const { shareOfRun, interval, group, ...onSeveral } = found({ published_beside: 5 })
  expect(onSeveral).not.toHaveProperty('onSeveral')
  expect([group, shareOfRun! > 0.4, interval]).toEqual(['first', true, expect.anything()])
  const inTurns = found({ published_in_turns: 20, shared_in_turns: observations })
  expect(inTurns.title).toMatch(/ of m->a\[i\], which costs time only while they run on several processors at once$/)
  expect(inTurns).toMatchObject({ shareOfRun: 0, interval: null, onSeveral: { observed: 0, shareOfRun, interval }, group: 'uncertain' })
  expect(costText(inTurns, 'cpu-time')).toMatch(/^nothing, because the threads took turns on one processor; on several at once, at most [\d.]+ % of the run$/)
  expect(inTurns.bound!.text).toContain('In this run, all observations of sharing were between threads that took turns on one processor.')
  expect(inTurns.cause).toMatch(/In this run that never happened: the threads took turns on one processor, so the line stayed in its cache\.$/)
  expect(inTurns.remedy).toMatch(
    /^Record again while a processor is free for each of these threads: .* If they will always take turns, change nothing\. Otherwise, give each thread/,
  )
  const half = found({ published_in_turns: 20, shared_in_turns: observations / 2 })
  expect(half.bound!.text).toContain('In this run, 50.0 % of the observations of sharing were between threads on different processors.')
  expect(half.cause + half.remedy).not.toMatch(/took turns|Record again/)
  expect(half.title).toBe('Threads in fill() and init() use different variables in one cache line of m->a[i]')
  // A thread may also have moved to the processor of the other one.
  expect(found({ shared_in_turns: observations / 4 })).toMatchObject({ onSeveral: { observed: 0.75 } })
  expect(half).toMatchObject({ shareOfRun: shareOfRun! / 2, onSeveral: { observed: 0.5, shareOfRun }, group: 'first' })
  expect(costText(half, 'cpu-time')).toMatch(/^at most [\d.]+ % of the run; if all threads ran on several processors at once, at most [\d.]+ %$/)
  expect(half.interval![1]).toBeCloseTo(interval![1] / 2)
  // A profile of an earlier version.
  expect(found({ published_in_turns: 20 })).toMatchObject({ shareOfRun: 0, onSeveral: { observed: 0 } })
})

it('names tools of the run that have no findings', () => {
  const profile = profileFromStacks('main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60')
  expect(findingsOf(profile)).not.toHaveProperty('toolsWithout')
  const found = findingsOf({ ...profile, run: { ...profile.run, tools: [...profile.run.tools, 'values'] } })
  expect(found.toolsWithout).toEqual(['values'])
  expect(found.findings).toHaveLength(1)
})

describe('coverage', () => {
  const drawn = profileFromStacks(`
    main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
    main m.c:5 > libc.so.6!malloc   KILLED_BY   main m.c:6 > libc.so.6!malloc   30
    main m.c:1 > init m.c:40   KILLED_BY   main m.c:2 > fill m.c:41   0.05
    main m.c:2 > fill m.c:8   USED_BY   main m.c:3 > sum m.c:9   9.95
    main m.c:2 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   20
    main m.c:2 > sum m.c:9   redundant-loads:CHANGED_BY   main m.c:3 > sum m.c:9   80
  `)
  const rounded = (profile: ProfileTables, top?: number): unknown => {
    const { coverage } = findingsOf(profile, { lineText, ...(top === undefined ? {} : { top }) })
    return Object.fromEntries(Object.entries(coverage!).map(([part, share]) => [part, Math.round(10_000 * share) / 10_000]))
  }

  it('says where the waste is: of 0.6 + 0.3 + 0.0005 of the stores and 0.2 of the loads', () => {
    const all = 0.6 + 0.3 + 0.0005 + 0.2
    const part = (share: number): number => Math.round((10_000 * share) / all) / 10_000
    const expected = { withRemedy: part(0.6), claimed: part(0.6), unavoidable: part(0.3), unexplained: part(0.2), small: part(0.0005) }
    expect(rounded(drawn)).toEqual(expected)
    expect(rounded(drawn, 1)).toEqual(expected)
  })

  it('weighs waste by its time', () => {
    // All of the time of the store that is overwritten, and a fifth of that of the loads.
    expect(rounded(timed(drawn, { 'm.c:5': 4e8, 'm.c:9': 5e8 }))).toMatchObject({ withRemedy: 0.8, unavoidable: 0, unexplained: 0.2 })
  })

  it('is not known where nothing is wasted', () => {
    expect(findingsOf(profileFromStacks('main m.c:1 > init m.c:5   USED_BY   main m.c:2 > read m.c:9   90'))).not.toHaveProperty('coverage')
  })
})

describe('pairs with one cause are one finding', () => {
  it('of different contexts, threads and directions', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
      main m.c:1 > other m.c:40 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   30
      main m.c:2 > fill m.c:8   KILLED_BY   main m.c:1 > init m.c:5   10
    `),
      { lineText },
    )
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      title: 'fill() overwrites everything that init() has just written to m->a[i]',
      tools: ['dead-stores'],
      share: 1,
      pairs: 3,
      contextCount: 3,
      observations: 100,
      shareOfRun: null,
      bound: null,
    })
    expect(findings[0]!.places.map(({ role, function: name, line, text }) => `${role} ${name} ${line} ${text}`)).toEqual([
      'earlier init 5 m->a[i] = 0;',
      'later fill 8 m->a[i] = x * i;',
    ])
    expect(findings[0]!.contexts[0]!.share).toBe(0.6)
  })

  it('of both directions, also without source', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:3 > swap m.c:5   KILLED_BY   main m.c:3 > swap m.c:8   60
      main m.c:3 > swap m.c:8   KILLED_BY   main m.c:3 > swap m.c:5   40
    `),
    )
    expect(findings.map(({ share, pairs }) => [share, pairs])).toEqual([[1, 2]])
  })

  it('of inlined copies', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > ~init m.c:5   KILLED_BY   main m.c:2 > ~fill m.c:8   60
      main m.c:3 > work m.c:50 > ~init m.c:5   KILLED_BY   main m.c:3 > work m.c:51 > ~fill m.c:8   40
    `),
    )
    expect(findings.map(({ share, pairs }) => [share, pairs])).toEqual([[1, 2]])
  })

  it('of clones made by the compiler', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > init.constprop.0 m.c:5   KILLED_BY   main m.c:2 > fill.isra.0 m.c:8   60
      main m.c:1 > init.part.0 m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   40
    `),
    )
    expect(findings.map(({ share, pairs }) => [share, pairs])).toEqual([[1, 2]])
  })

  it('of two tools on one access', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
      main m.c:1 > init m.c:5   silent-stores:REDUNDANT_WITH   main m.c:2 > fill m.c:8   20
      main m.c:2 > fill m.c:8   silent-stores:CHANGED_BY   main m.c:1 > init m.c:5   80
    `),
    )
    expect(findings.map(({ tools, share }) => [tools, share])).toEqual([[['dead-stores', 'silent-stores'], 1]])
  })

  it('of all pieces that overwrite one initialization', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > fill m.c:20 > libc.so.6!memset   KILLED_BY   main m.c:1 > fill m.c:8   60
      main m.c:1 > fill m.c:20 > libc.so.6!memset   KILLED_BY   main m.c:1 > fill m.c:34   20
      main m.c:1 > fill m.c:36 > libc.so.6!memset   KILLED_BY   main m.c:1 > fill m.c:35   20
    `),
      { lineText },
    )
    expect(findings.map(({ pairs, places }) => [pairs, places[0]!.line])).toEqual([
      [2, 20],
      [1, 36],
    ])
  })

  it('of one call that grows a container, for any code that overwrites the copy', () => {
    const { findings } = findingsOf(
      profileFromStacks(`
      main m.c:1 > grow m.c:20 > libc.so.6!realloc > libc.so.6!memcpy   KILLED_BY   main m.c:1 > fill m.c:8   60
      main m.c:1 > grow m.c:20 > libc.so.6!realloc > libc.so.6!memcpy   KILLED_BY   main m.c:1 > other m.c:34   20
    `),
      { lineText },
    )
    expect(findings.map(({ class: name, pairs }) => [name, pairs])).toEqual([['growth-copy', 2]])
  })

  it('but not if other lines are wasted, even with the same data', () => {
    expect(
      titles(
        profileFromStacks(`
      main m.c:1 > fill m.c:8   KILLED_BY   main m.c:1 > fill m.c:8   60
      main m.c:1 > fill m.c:36 > libc.so.6!memset   KILLED_BY   main m.c:1 > fill m.c:8   20
    `),
      ),
    ).toEqual([
      'fill() overwrites m->a[i] that its previous call has written, before it is read',
      'fill() writes m->a[i] at line 36 through memset() and overwrites it at line 8 before it is read',
    ])
  })

  it('but not of loads and stores', () => {
    expect(
      titles(
        profileFromStacks(`
      main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
      main m.c:3 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   60
    `),
      ),
    ).toEqual(['fill() overwrites everything that init() has just written to m->a[i]', 'sum() loads m->a[i] again, although it has not changed'])
  })
})

describe('work of libraries', () => {
  const profile = profileFromStacks(`
    main m.c:1 > solve m.c:20 > libc.so.6!memset   KILLED_BY   main m.c:1 > solve m.c:21   90
    main m.c:1 > solve m.c:21   USED_BY   main m.c:1 > solve m.c:21   90
  `)
  const installed = {
    ...profile,
    modules: profile.modules.map((module) => (module.path.endsWith('libc.so.6') ? { ...module, path: '/lib/x86_64-linux-gnu/libc.so.6' } : module)),
  }

  it('is charged to the innermost caller with source', () => {
    const [finding] = findingsOf(installed, { lineText }).findings
    expect(finding!.places[0]).toMatchObject({ role: 'earlier', function: 'solve', line: 20, text: 'memset(work, 0, n);', inLibrary: 'memset() in libc.so.6' })
    expect(finding).toMatchObject({ title: 'solve() writes work at line 20 through memset() and overwrites it at line 21 before it is read', data: 'work' })
  })

  it('names what the compiler made of an assignment in Fortran, which has no such function', () => {
    const drawn = profileFromStacks('main m.f90:1 > zero3 m.f90:20 > libc.so.6!memset   KILLED_BY   main m.f90:1 > zero3 m.f90:20 > libc.so.6!memset   90')
    expect(titles(drawn)).toEqual(['zero3() overwrites a value through a compiler-generated memset() that its previous call has written, before it is read'])
  })

  it('costs the whole called function, all of it if the function only compares', () => {
    const drawn = profileFromStacks(
      `
      main m.c:1 > find m.c:9 > libc.so.6!NAME s.S:50   redundant-loads:REDUNDANT_WITH   main m.c:1 > find m.c:9 > libc.so.6!NAME s.S:50   80
      main m.c:1 > find m.c:9 > libc.so.6!NAME s.S:60   redundant-loads:CHANGED_BY   main m.c:1 > find m.c:9 > libc.so.6!NAME s.S:60   20
    `.replaceAll('NAME', 'strcmp'),
    )
    const library = {
      ...drawn,
      modules: drawn.modules.map((module) => ({ ...module, path: module.path.includes('libc.so') ? '/lib/x86_64-linux-gnu/libc.so.6' : module.path })),
    }
    const [finding] = findingsOf(timed(library, { 's.S:50': 100e6, 's.S:60': 300e6 }), { lineText }).findings
    expect(finding!.shareOfRun).toBeCloseTo(0.8, 10)
  })

  it.each([
    [
      'for (e = first; e != NULL; e = e->next)',
      'if (strcmp(key, e->name) == 0)',
      'find() compares key with one element of a chain after the other through strcmp() in the loop at m.c:39',
    ],
    [
      'for (e = table->first; e != end; e++)',
      'if (strcmp(key, e->name) == 0)',
      'find() compares key with one element after the other through strcmp() in the loop at m.c:39',
    ],
    ['while (e != end) {', 'int order = strcmp(key, e->name);', 'find() compares key with one element after the other through strcmp() in the loop at m.c:39'],
    ['for (;;) {', 'int order = strcmp(key, e->name);', 'find() in the loop at m.c:39 loads key through strcmp() again, although it has not changed'],
  ])('that compares with what a loop goes to next may be a search: %s', (loop, compare, title) => {
    const drawn = profileFromStacks(
      'main m.c:1 > find m.c:9 > loop m.c:39 > libc.so.6!strcmp s.S:50   redundant-loads:REDUNDANT_WITH   main m.c:1 > find m.c:9 > loop m.c:39 > libc.so.6!strcmp s.S:50   80',
    )
    const library = {
      ...drawn,
      modules: drawn.modules.map((module) => ({ ...module, path: module.path.includes('libc.so') ? '/lib/x86_64-linux-gnu/libc.so.6' : module.path })),
    }
    const text = (_: string, line: number): string | null =>
      line === 39 ? loop : line === 9 ? compare : line === 42 ? 'e = order < 0 ? e->left : e->right;' : null
    expect(findingsOf(library, { lineText: text }).findings[0]!.title).toBe(title)
  })

  it('is named by its header', () => {
    const drawn = profileFromStacks('main m.c:1 > solve m.c:20 > ~printf stdio2.h:86   redundant-loads:REDUNDANT_WITH   main m.c:1 > solve m.c:21   90')
    const inHeader = (path: string): ProfileTables => ({ ...drawn, files: drawn.files.map((each) => (each.endsWith('stdio2.h') ? path : each)) })
    const libraryOf = (path: string): string | null => findingsOf(inHeader(path)).findings[0]!.places.find(({ line }) => line === 20)!.inLibrary
    expect(libraryOf('/usr/include/x86_64-linux-gnu/bits/stdio2.h')).toBe('printf() in the header stdio2.h')
    expect(libraryOf('/usr/include/c++/12/bits/stl_vector.h')).toBe('printf() in the C++ standard library')
    expect(libraryOf('/rustc/1/library/core/src/fmt.rs')).toBe("printf() in Rust's standard library")
    expect(libraryOf('/rust/deps/hashbrown-0.16.1/src/map.rs')).toBe("printf() in Rust's standard library")
  })

  it('is not a call if it is an intrinsic', () => {
    const drawn = profileFromStacks(
      'main m.c:1 > solve m.c:20 > ~_mm_mul_ps xmmintrin.h:196   redundant-loads:REDUNDANT_WITH   main m.c:1 > solve m.c:21 > ~_mm_mul_ps xmmintrin.h:196   90',
    )
    const profile = {
      ...drawn,
      files: drawn.files.map((path) => (path.endsWith('xmmintrin.h') ? '/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h' : path)),
    }
    const [finding] = findingsOf(profile).findings
    expect(finding!.places.map(({ line, inLibrary }) => [line, inLibrary])).toEqual([
      [20, null],
      [21, null],
    ])
    expect(finding!.title).not.toContain('_mm_mul_ps')
  })

  it('is charged to the line that uses a wrapper of an instruction, or an operator of values', () => {
    const places = (frame: string, rest = ''): unknown => {
      const drawn = profileFromStacks(
        `main m.c:1 > solve m.c:20 > ${frame} ${rest}   redundant-loads:REDUNDANT_WITH   main m.c:1 > solve m.c:21 > ${frame} ${rest}   90`,
      )
      const profile = {
        ...drawn,
        files: drawn.files.map((path) => (path.endsWith('xmmintrin.h') ? '/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h' : path)),
      }
      const [finding] = findingsOf(profile).findings
      return [...new Set(finding!.places.map(({ function: name, line }) => `${name}:${line}`)), finding!.title.includes(' twice')]
    }
    const used = ['solve:20', 'solve:21', false]
    // All functions of a drawing are declared in line 1.
    expect(places('~mul m.c:3', '> ~_mm_mul_ps xmmintrin.h:196')).toEqual(used)
    expect(places('~mul_add m.c:2 > ~mul m.c:3', '> ~_mm_mul_ps xmmintrin.h:196')).toEqual(used)
    expect(places('~operator+(vector,vector) m.c:3')).toEqual(used)
    expect(places('~vector::operator-=(vector) m.c:3')).toEqual(used)
    // Those have lines, or names of data, of their own.
    for (const frame of ['~mul m.c:3', '~matrix::operator()(int) m.c:3', '~iterator::operator*() m.c:3', 'operator+(vector,vector) m.c:3'])
      expect(places(frame), frame).not.toEqual(used)
    expect(places('~solve_all m.c:9', '> ~_mm_mul_ps xmmintrin.h:196')).not.toEqual(used)
  })

  it('is charged to a call where an operator adds characters to a string, not to an operator of values', () => {
    const title = (operator: string): string => {
      const at = (line: number): string => `main m.c:1 > solve m.c:${line} > ~${operator} string.h:3`
      const drawn = profileFromStacks(`${at(20)}   redundant-loads:REDUNDANT_WITH   ${at(21)}   90`)
      const files = drawn.files.map((path) => (path.endsWith('string.h') ? '/usr/include/c++/12/bits/basic_string.h' : path))
      return findingsOf({ ...drawn, files }).findings[0]!.title
    }
    expect(title('std::string::operator+=(char)')).toContain('through std::')
    expect(title('std::vec4::operator+=(double)')).not.toContain('through')
  })

  it('is not said to be in a loop of a header of the system', () => {
    const filled = 'main m.c:1 > loop partitioner.h:439 > ~body m.c:12'
    const drawn = profileFromStacks(`${filled}   silent-stores:REDUNDANT_WITH   ${filled}   90`)
    const title = (directory: string): string => {
      const files = drawn.files.map((path) => (path.endsWith('partitioner.h') ? `${directory}/partitioner.h` : path))
      return findingsOf({ ...drawn, files }).findings[0]!.title
    }
    expect(title('/src')).toContain('body() in the loop at partitioner.h:439')
    expect(title('/usr/include/tbb')).toMatch(/^body\(\) (?!in the loop)/)
  })

  it('without any caller in the program is left out', () => {
    const start = profileFromStacks('ld.so!_dl_start > ld.so!_dl_relocate   KILLED_BY   ld.so!_dl_start > ld.so!_dl_relocate   90')
    const { findings, leftOut } = findingsOf({ ...start, modules: start.modules.map((module) => ({ ...module, path: '/lib64/ld-linux-x86-64.so.2' })) })
    expect(findings).toEqual([])
    expect(leftOut.map(({ reason, share }) => [reason, share])).toEqual([['loader-and-startup', 1]])
  })
})

it.each(['main m.c:30   redundant-loads:REDUNDANT_WITH   main m.c:30   90', 'main m.c:31   silent-stores:REDUNDANT_WITH   main m.c:31   90'])(
  'what must happen is left out: %s',
  (stacks) => {
    const { findings, leftOut } = findingsOf(profileFromStacks(stacks), { lineText })
    expect(findings).toEqual([])
    expect(leftOut.map(({ reason }) => reason)).toEqual(['required'])
  },
)

describe('the share of the run', () => {
  const drawn = profileFromStacks(`
    main m.c:1 > init m.c:3 > loop m.c:4   KILLED_BY   main m.c:2 > fill m.c:8   1
    main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
    main m.c:1 > init m.c:5   USED_BY   main m.c:3 > sum m.c:9   20
    main m.c:2 > fill m.c:8   USED_BY   main m.c:3 > sum m.c:9   80
  `)
  const profile = timed(drawn, { 'm.c:5': 400e6, 'm.c:8': 600e6 })
  const finding = findingsOf(profile).findings.find(({ places }) => places[0]!.line === 5)!

  it('is the own time around the wasted access, times the wasted share of its accesses', () => {
    expect(finding.shareOfRun).toBeCloseTo(0.4 * 0.75, 10)
    expect(finding.interval![0]).toBeLessThan(0.3)
    expect(finding.interval![0]).toBeGreaterThan(0.2)
    expect(finding.interval![1]).toBeGreaterThan(0.3)
    expect(finding.interval![1]).toBeLessThan(0.38)
    expect(finding.bound).toMatchObject({ kind: 'accesses' })
  })

  it("orders findings, before the share of the tool's measurement", () => {
    const { findings } = findingsOf(
      timed(
        profileFromStacks(`
      main m.c:1 > cold m.c:50   KILLED_BY   main m.c:1 > cold m.c:51   90
      main m.c:1 > hot m.c:60   KILLED_BY   main m.c:1 > hot m.c:61   40
    `),
        { 'm.c:50': 10e6, 'm.c:60': 500e6 },
      ),
    )
    expect(findings.map(({ places }) => places[0]!.function)).toEqual(['hot', 'cold'])
  })

  it('orders findings by the lower bound of the stakes: a few observations lead no list', () => {
    const { findings } = findingsOf(
      timed(
        profileFromStacks(`
      main m.c:1 > rare m.c:50   KILLED_BY   main m.c:1 > rare m.c:51   3
      main m.c:1 > steady m.c:60   KILLED_BY   main m.c:1 > steady m.c:61   200
    `),
        { 'm.c:50': 500e6, 'm.c:60': 400e6 },
      ),
    )
    expect(findings.map(({ places, shareOfRun }) => [places[0]!.function, shareOfRun!.toFixed(2)])).toEqual([
      ['steady', '0.44'],
      ['rare', '0.56'],
    ])
  })

  it('of a loop covers all of its own lines, not the functions it calls', () => {
    const [found] = findingsOf(
      timed(
        profileFromStacks(`
      main m.c:1 > init m.c:4 > loop m.c:4 > ~store m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   60
      main m.c:1 > init m.c:4 > loop m.c:4 > ~step m.c:6   USED_BY   main m.c:3 > sum m.c:9   60
      main m.c:1 > init m.c:4 > loop m.c:4 > called m.c:70   USED_BY   main m.c:3 > sum m.c:9   60
    `),
        { 'm.c:5': 100e6, 'm.c:6': 200e6, 'm.c:70': 400e6, 'm.c:8': 300e6 },
      ),
    ).findings
    expect(found!.shareOfRun).toBeCloseTo(0.3 * 0.5, 10)
  })

  it('is known only for sampled runs, and is named', () => {
    expect(findingsOf(profile).measure).toBe('cpu-time')
    expect(findingsOf(drawn)).toMatchObject({ measure: null, findings: [{ shareOfRun: null }, {}] })
  })
})

it('is bounded by the accesses alone if the loop is needed without them', () => {
  const profile = timed(profileFromStacks('main m.c:3 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   60'), { 'm.c:9': 100e6 })
  expect(findingsOf(profile).findings[0]).toMatchObject({
    shareOfRun: 0.25,
    bound: {
      kind: 'accesses',
      text: "100 % of the run's CPU time is spent in line 9 of m.c; its loads are taken for a quarter of its work, and 100 % of them are wasted. The rest of its work stays.",
    },
  })
})

it('saves whole calls if a container grows, including their callees', () => {
  const profile = timed(
    profileFromStacks(`
    main m.c:3 > libc.so.6!realloc > libc.so.6!memmove   silent-stores:REDUNDANT_WITH   main m.c:3 > libc.so.6!realloc > libc.so.6!memmove   10
    main m.c:9   silent-stores:USED_BY   main m.c:9   990
  `),
    { 'm.c:9': 500e6 },
  )
  const modules = profile.modules.map((module) => (module.path.endsWith('libc.so.6') ? { ...module, path: '/lib/x86_64-linux-gnu/libc.so.6' } : module))
  const called = (name: string): number => profile.nodes.functionIndex.findIndex((row) => row >= 0 && profile.functions[row]!.name === name)
  const cpuTimes = {
    ...profile.cpuTimes,
    length: 3,
    node: Int32Array.of(called('memmove'), called('realloc'), profile.cpuTimes.node[0]!),
    time: Float64Array.of(300e6, 200e6, 500e6),
    interrupts: Float64Array.of(300, 200, 500),
  }
  const [found] = findingsOf({ ...profile, modules, cpuTimes }).findings
  expect(found).toMatchObject({
    class: 'growth-copy',
    bound: { kind: 'function', text: "50.0 % of the run's CPU time is spent in realloc() and the functions that it calls: at most all of it can be saved." },
  })
  expect(found!.shareOfRun).toBeCloseTo(0.5, 10)
})

it('has the same id if the functions moved in their file, and another one if their lines did', () => {
  const idAt = (declared: number, line: number): string => {
    const profile = profileFromStacks(`main m.c:1 > init m.c:${line}   KILLED_BY   main m.c:2 > fill m.c:${line + 3}   60`)
    return findingsOf({ ...profile, functions: profile.functions.map((each) => ({ ...each, line: declared })) }).findings[0]!.id
  }
  expect(idAt(3, 5)).toMatch(/^[0-9a-f]{16}$/)
  expect(idAt(13, 15)).toBe(idAt(3, 5))
  expect(idAt(3, 6)).not.toBe(idAt(3, 5))
})

it('gives no two findings one id', () => {
  const { findings } = findingsOf(
    profileFromStacks(
      Array.from({ length: 30 }, (_, i) => `main m.c:1 > init m.c:${10 * i + 1}   KILLED_BY   main m.c:2 > fill m.c:${10 * i + 2}   60`).join('\n'),
    ),
  )
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
})

describe('values that are equal within the tolerance', () => {
  const approximate = (profile: ProfileTables): ProfileTables => ({
    ...profile,
    pairs: { ...profile.pairs, flags: profile.pairs.flags.map((_, pair) => (profile.pairs.tool[pair] === 2 ? PAIR_APPROXIMATE : 0)) },
  })

  it('of loads count as equal unless a store brought them anew', () => {
    expect(
      titles(
        approximate(
          profileFromStacks(`
      main m.c:3 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   60
      main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   40
    `),
        ),
      ).toSorted(),
    ).toEqual(['fill() overwrites everything that init() has just written to m->a[i]', 'sum() loads m->a[i] again, although it has not changed'])
  })

  it('of stores suggest stopping earlier', () => {
    const drawn = profileFromStacks('main m.c:1 > fill m.c:8   silent-stores:REDUNDANT_WITH   main m.c:1 > fill m.c:8   60')
    const near = { ...drawn, pairs: { ...drawn.pairs, flags: drawn.pairs.flags.map(() => PAIR_APPROXIMATE) } }
    expect(findingsOf(near, { lineText }).findings[0]!.cause).toBe(
      'The memory already holds nearly the value that fill() stores. No rule explains why. Look at both accesses: either the value has converged or its inputs hardly change, or different inputs happen to give nearly the same value; check whether the work can stop earlier or be skipped.',
    )
    expect(findingsOf(drawn, { lineText }).findings[0]!.cause).not.toContain('converged')
  })

  it('are equal if zero is stored, which may be integers, too', () => {
    const drawn = profileFromStacks('main m.c:1 > init m.c:5   silent-stores:REDUNDANT_WITH   main m.c:2 > fill m.c:8   60')
    const { instructions, nodes, pairs } = drawn
    const later = instructions[nodes.instruction[pairs.target[0]!]!]!.address
    const cause = (before: string): string => {
      const line = (address: number, text: string) => ({ address, bytes: '90', text, note: null, file: -1, line: -1 })
      const codeAt = (module: number, address: number): FunctionCode => ({
        module,
        name: 'f',
        low: address - 1,
        high: address + 1,
        lines: [line(address - 1, before), line(address, address === later ? 'movaps [rdi], xmm0' : 'mov [rdi], rax')],
      })
      return findingsOf({ ...drawn, codeAt, pairs: { ...pairs, flags: pairs.flags.map(() => PAIR_APPROXIMATE) } }, { lineText }).findings[0]!.cause
    }
    expect(cause('pxor xmm0, xmm0')).toContain('already holds the value that fill() stores')
    expect(cause('addps xmm0, xmm1')).toContain('already holds nearly the value that fill() stores')
  })

  it('are chance if a store brought them anew, and come last with too few observations', () => {
    const found = (times: number) =>
      findingsOf(
        approximate(
          profileFromStacks(`
      main m.c:3 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   ${times}
      main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   4
      main m.c:2 > fill m.c:8   USED_BY   main m.c:3 > sum m.c:9   ${times}
    `),
        ),
        { lineText },
      )
    const written = 'fill() overwrites everything that init() has just written to m->a[i]'
    expect(found(15).findings.map(({ title }) => title)).toEqual([written, 'sum() loads m->a[i] again, although it has not changed by more than 1 %'])
    expect(found(60).findings.map(({ title }) => title)).toEqual([written])
    expect(found(60).leftOut.map(({ reason }) => reason)).toEqual(['chance'])
  })
})

describe('titles of overwritten data', () => {
  it('mention the other name of the data', () => {
    expect(titles(profileFromStacks('main m.c:1 > append m.c:34   KILLED_BY   main m.c:1 > append m.c:35   60'))).toEqual([
      'append() writes q->key at line 34 and overwrites it at line 35 (as last->value) before it is read',
    ])
  })

  it('distinguish elements that a loop visits from constant data', () => {
    const walked = (line: number): string[] =>
      titles(
        profileFromStacks(
          `main m.c:1 > fill m.c:37 > loop m.c:37 > ~fill m.c:${line}   KILLED_BY   main m.c:1 > fill m.c:37 > loop m.c:37 > ~fill m.c:${line}   60`,
        ),
      )
    expect(walked(8)).toEqual(['fill() overwrites m->a that the previous run of the loop at m.c:37 has written, before it is read'])
    expect(walked(34)).toEqual(['fill() overwrites q->key from one iteration to the next of the loop at m.c:37 before it is read'])
  })
})

it('internal stores of a library function suggest fewer calls', () => {
  const profile = profileFromStacks('main m.c:1 > solve m.c:20 > libm.so.6!sincos   KILLED_BY   main m.c:1 > solve m.c:21 > libm.so.6!sincos   90')
  const installed = {
    ...profile,
    modules: profile.modules.map((module) => (module.path.endsWith('libm.so.6') ? { ...module, path: '/lib/x86_64-linux-gnu/libm.so.6' } : module)),
  }
  expect(findingsOf(installed, { lineText }).findings[0]).toMatchObject({
    class: 'unread-result',
    sureness: 'observed',
    remedy: 'If so: call sincos() less often, for example only when its arguments have changed, or keep what it returns.',
  })
})

describe('small findings', () => {
  const profile = profileFromStacks(`
    main m.c:1 > big m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   99700
    main m.c:1 > busy m.c:101   KILLED_BY   main m.c:1 > busy m.c:101   90
    main m.c:1 > busy m.c:102   KILLED_BY   main m.c:1 > busy m.c:102   80
    main m.c:1 > calm m.c:103   KILLED_BY   main m.c:1 > calm m.c:103   90
  `)
  it('are one finding for each function and class', () => {
    const { findings, leftOut } = findingsOf(profile, { lineText })
    expect(findings.map(({ title, pairs }) => [title, pairs])).toEqual([
      ['fill() overwrites everything that big() has just written to m->a[i]', 1],
      ['busy() overwrites a value that its previous call has written, before it is read, and likewise in 1 more place', 2],
    ])
    expect(leftOut.map(({ reason, text }) => `${reason}: ${text}`)).toEqual(['small: 1 smaller finding'])
  })
})

it.each([
  [38, 9],
  [8, 90],
])('links of lists, which must be valid between two changes, are no findings: overwritten at line %i, %i times', (line, times) => {
  const { findings, leftOut } = findingsOf(profileFromStacks(`main m.c:1 > append m.c:38   KILLED_BY   main m.c:1 > append m.c:${line}   ${times}`), {
    lineText,
  })
  expect([findings.length, leftOut[0]!.reason]).toEqual([0, 'required'])
})

describe('code of a library without symbols', () => {
  it('is named by its library, with no address', () => {
    expect(
      titles(
        profileFromStacks(
          'libwork.so.1!libwork.so.1+0x1f5e0 > libwork.so.1!libwork.so.1+0x20   KILLED_BY   libwork.so.1!libwork.so.1+0x1f5e0 > libwork.so.1!libwork.so.1+0x90   9',
        ),
      ),
    ).toEqual(['Code of libwork.so.1 without symbols overwrites everything that it has just written'])
  })

  it('that the program calls has its library once', () => {
    const called = '/usr/lib/libgomp.so.1!libgomp.so.1+0x1f5e0'
    const [finding] = findingsOf(profileFromStacks(`main m.c:5 > ${called}   KILLED_BY   main m.c:8 > ${called}   9`), { lineText }).findings
    expect(finding!.places.map(({ inLibrary }) => inLibrary)).toEqual(['code of libgomp.so.1 without symbols', 'code of libgomp.so.1 without symbols'])
    expect(JSON.stringify([finding!.title, finding!.cause, finding!.remedy, finding!.evidence])).not.toContain('+0x')
  })
})

it('a program without lines is named with the library that it calls', () => {
  const access = 'solver+0x3650 > libmpi.so.40!libmpi.so.40+0xbb40 > libmpi.so.40!libmpi.so.40+0xbc00'
  const [finding] = findingsOf(profileFromStacks(`${access}   silent-stores:REDUNDANT_WITH   ${access}   9`), { lineText }).findings
  expect(finding!.title).toBe('Code at solver+0x3650 stores through code of libmpi.so.40 without symbols to memory the value that is already there')
  expect(finding!.places.map(({ inLibrary }) => inLibrary)).toEqual(['code of libmpi.so.40 without symbols'])
  expect(finding!.evidence).toContain('The later access is in code of libmpi.so.40 without symbols, called by code at solver+0x3650.')
})

it('ranks last what happens occasionally at one place, as by chance', () => {
  const order = (changed: number): string[] =>
    titles(
      profileFromStacks(`
    main m.c:3 > sum m.c:9   silent-stores:REDUNDANT_WITH   main m.c:3 > sum m.c:9   60
    main m.c:3 > sum m.c:9   silent-stores:CHANGED_BY   main m.c:3 > sum m.c:9   ${changed}
    main m.c:4 > look m.c:34   silent-stores:REDUNDANT_WITH   main m.c:4 > look m.c:34   30
  `),
    ).map((title) => title.slice(0, 4))
  expect(order(2)).toEqual(['sum(', 'look'])
  expect(order(40)).toEqual(['look', 'sum('])
})

it('claims a cause of a sampled run from ten observations on, and of most of the accesses there', () => {
  const sureness = (overwritten: number, read: number): string =>
    findingsOf(
      profileFromStacks(`
    main m.c:20 > /usr/lib/libc.so.6!memset   KILLED_BY   main m.c:21   ${overwritten}
    main m.c:20 > /usr/lib/libc.so.6!memset   USED_BY   main m.c:21   ${read}
  `),
    ).findings[0]!.sureness
  expect([sureness(9, 6), sureness(12, 8)]).toEqual(['observed', 'possible'])
  const copied = (changed: number, ofOthers = ''): string =>
    findingsOf(
      profileFromStacks(`
    main m.c:20 > /usr/lib/libc.so.6!memcpy   silent-stores:REDUNDANT_WITH   main m.c:20 > /usr/lib/libc.so.6!memcpy   12
    main m.c:20 > /usr/lib/libc.so.6!memcpy   silent-stores:CHANGED_BY   main m.c:20 > /usr/lib/libc.so.6!memcpy   ${changed}
    ${ofOthers}
  `),
    ).findings.find(({ places }) => places[0]!.line === 20)!.sureness
  expect([copied(2), copied(8)]).toEqual(['possible', 'observed'])
  // The instruction of a library is the same for all of its callers.
  expect(copied(8, 'copy c.c:40 > /usr/lib/libc.so.6!memcpy   silent-stores:REDUNDANT_WITH   copy c.c:40 > /usr/lib/libc.so.6!memcpy   90')).toBe('observed')
})

it('claims no cause of a store that the kernel may have read', () => {
  const drawn = profileFromStacks('main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   30')
  const sureness = (callee: string, stored = 'movups [rdi], xmm0'): string => {
    const codeAt = (module: number, address: number): FunctionCode => ({
      module,
      name: 'f',
      low: address,
      high: address + 2,
      lines: [
        { address, bytes: '90', text: stored, note: null, file: -1, line: -1 },
        { address: address + 1, bytes: '90', text: 'call 0x10', note: callee, file: -1, line: -1 },
      ],
    })
    return findingsOf({ ...drawn, codeAt }, { lineText }).findings[0]!.sureness
  }
  expect([sureness('print'), sureness('write@plt')]).toEqual(['likely', 'observed'])
  // A single value, which a caller may read on a path that did not run.
  expect(sureness('print', 'mov dword ptr [rdi], 0x0')).toBe('possible')
})

it('claims one lookup of two calls only if their lines pass the same arguments', () => {
  const drawn = profileFromStacks('main m.c:3 > look m.c:40 > find m.c:50   redundant-loads:REDUNDANT_WITH   main m.c:3 > look m.c:41 > find m.c:50   60')
  const { nodes, instructions, pairs } = drawn
  const { address } = instructions[nodes.instruction[pairs.target[0]!]!]!
  const line = { address, bytes: '90', text: 'mov eax, [rdi+rcx*4]', note: null, file: -1, line: -1 }
  const codeAt = (module: number): FunctionCode => ({ module, name: 'find', low: address, high: address + 1, lines: [line] })
  const sureness = (later: string): unknown => {
    const { findings } = findingsOf({ ...drawn, codeAt }, { lineText: (_, at) => ({ 40: 'if (find(key))', 41: later })[at] ?? null })
    expect(findings[0]!.class).toBe('repeated-lookup')
    return findings[0]!.sureness
  }
  expect([sureness('use(find(key));'), sureness('use(find(key - 1));')]).toEqual(['possible', 'observed'])
})

it.each([
  ['other = next;', 44, 'possible'],
  ['key = next;', 44, 'observed'],
  ['key++;', 44, 'observed'],
  ['for (key = 0; key < n; key++) {', 44, 'observed'],
  ['other = next;', 38, 'observed'],
])('claims no lookup of two calls if a line between them sets their argument: %s, %i', (between, last, sureness) => {
  const drawn = profileFromStacks(`main m.c:3 > look m.c:40 > find m.c:50   redundant-loads:REDUNDANT_WITH   main m.c:3 > look m.c:${last} > find m.c:50   60`)
  const { nodes, instructions, pairs } = drawn
  const { address } = instructions[nodes.instruction[pairs.target[0]!]!]!
  const line = { address, bytes: '90', text: 'mov eax, [rdi+rcx*4]', note: null, file: -1, line: -1 }
  const codeAt = (module: number): FunctionCode => ({ module, name: 'find', low: address, high: address + 1, lines: [line] })
  const texts = new Map([
    [40, 'if (find(key))'],
    [42, between],
    [last, 'use(find(key));'],
  ])
  const [finding] = findingsOf({ ...drawn, codeAt }, { lineText: (_, at) => texts.get(at) ?? null }).findings
  expect(finding).toMatchObject({ class: 'repeated-lookup', sureness })
})

it('names the function that runs out of registers, also if it has no lines and the call of it is the place', () => {
  const drawn = profileFromStacks('main m.c:3 > step   silent-stores:REDUNDANT_WITH   main m.c:3 > step   60')
  const { nodes, instructions, pairs } = drawn
  const { address } = instructions[nodes.instruction[pairs.target[0]!]!]!
  const texts = ['mov rax, [rdi]', 'mov rbx, [rsi]', 'mov [rsp+0x8], rax', 'mov rax, [rbx]', 'add rax, [rsp+0x8]', 'ret']
  const lines = texts.map((text, i) => ({ address: address + 4 * (i - 2), bytes: '90909090', text, note: null, file: -1, line: -1 }))
  const codeAt = (module: number): FunctionCode => ({ module, name: 'step', low: address - 8, high: address + 16, lines })
  const [finding] = findingsOf({ ...drawn, codeAt }).findings
  expect(finding).toMatchObject({
    class: 'spill-and-reload',
    title: expect.stringMatching(/^step\(\) runs out of registers/),
    places: [{ function: 'main', line: 3 }],
  })
})

it('ranks last the loads that no rule explains, since most programs need them', () => {
  const profile = profileFromStacks(`
    main m.c:2 > sum m.c:7   redundant-loads:REDUNDANT_WITH   main m.c:3 > sum m.c:9   90
    main m.c:2 > init m.c:5  KILLED_BY   main m.c:3 > fill m.c:8   30
    main m.c:2 > rest m.c:5  USED_BY   main m.c:3 > fill m.c:8   70
  `)
  expect(findingsOf(profile).findings.map(({ class: name, share }) => [name, share])).toEqual([
    ['unread-result', 0.3],
    ['repeated-load', 1],
  ])
})

it('names the pair that its cause was concluded of, not a heavier one without a cause', () => {
  const ends = 'std::__shared_count<2>::~__shared_count()'
  const drawn = `main m.c:1 > sum m.c:9   redundant-loads:REDUNDANT_WITH   main m.c:2 > fill m.c:8   60
main m.c:2 > fill m.c:8   redundant-loads:REDUNDANT_WITH   main m.c:1 > sum m.c:9 > ${ends} /usr/include/c++/12/bits/shared_ptr_base.h:700   40
main m.c:2 > fill m.c:8   redundant-loads:REDUNDANT_WITH   main m.c:1 > sum m.c:9 > ${ends} /usr/include/c++/12/bits/shared_ptr_base.h:701   40`
  const [found] = findingsOf(profileFromStacks(drawn), { lineText }).findings
  expect(found).toMatchObject({
    title: 'sum() counts references through std::__shared_count() for a pointer that it only passes on',
    places: [
      { role: 'earlier', function: 'fill' },
      { role: 'later', function: 'sum' },
    ],
  })
})

it('takes a declaration in a C++ header for one whose constructor may set the variable', () => {
  const found = (name: string): string => {
    const drawn = profileFromStacks(`main m.c:1 > ${name} t.h:5   KILLED_BY   main m.c:1 > ${name} t.h:8   30`)
    const codeAt = (module: number, address: number): FunctionCode => ({
      module,
      name,
      low: address,
      high: address + 1,
      lines: [{ address, bytes: '90', text: 'mov dword ptr [rdi], 0x0', note: null, file: -1, line: -1 }],
    })
    return findingsOf({ ...drawn, codeAt }, { lineText: (_, line) => ({ 5: 'Counter total;', 8: 'total = read();' })[line] ?? null }).findings[0]!.title
  }
  expect(found('run')).toMatch(/^run\(\) fills total with a constant where it is declared/)
  expect(found('work::run')).not.toMatch(/where it is declared/)
})

it('says of counted floating-point loads that they may have changed within the tolerance, since nothing tells which stores they read', () => {
  const place = 'main m.c:3 > loop m.c:2 > sum m.c:9 > loop m.c:8'
  const drawn = profileFromStacks(`${place}   redundant-loads:REDUNDANT_WITH   ${place}   90`)
  const title = (flag: number): string => {
    const run: typeof drawn.run = { ...drawn.run, engine: 'exhaustive', tools: ['redundant-loads', 'dead-stores'] }
    return findingsOf({ ...drawn, run, pairs: { ...drawn.pairs, flags: drawn.pairs.flags.map(() => flag) } }).findings[0]!.title
  }
  expect(title(0)).toMatch(/although it has not changed$/)
  expect(title(PAIR_APPROXIMATE)).toMatch(/although it has not changed by more than 1 %$/)
})

it('claims no pass through data to be spared whose values are nearly, but not quite, the same', () => {
  const place = 'main m.c:3 > loop m.c:2 > sum m.c:9 > loop m.c:8'
  const code = ['nop', 'addss xmm0, [rsi+rcx*4]', 'add rcx, 0x1', 'cmp rcx, rdx', 'jnz 0x1000', 'ret']
  const codeAt = (module: number): FunctionCode => functionCode(module, 'sum', code)
  const drawn = profileFromStacks(`
    ${place}   redundant-loads:REDUNDANT_WITH   ${place}   90
    ${place}   redundant-loads:CHANGED_BY   ${place}   10
  `)
  const found = (flag: number): string => {
    const { class: name, sureness } = findingsOf({ ...drawn, codeAt, pairs: { ...drawn.pairs, flags: drawn.pairs.flags.map(() => flag) } }).findings[0]!
    return `${name} ${sureness}`
  }
  expect([found(0), found(PAIR_APPROXIMATE)]).toEqual(['repeated-traversal possible', 'repeated-traversal observed'])
})

it('names what debug information knows to be in a stack slot, since the line of the instruction may be another one', () => {
  const drawn = profileFromStacks('main m.c:1 > read m.c:5   silent-stores:REDUNDANT_WITH   main m.c:1 > read m.c:5   60')
  const row = drawn.nodes.instruction[drawn.pairs.target[0]!]!
  const data = (operand: string, names: string[]): string => {
    const codeAt = (module: number): FunctionCode => ({
      module,
      name: 'read',
      low: drawn.instructions[row]!.address,
      high: drawn.instructions[row]!.address + 1,
      lines: [{ address: drawn.instructions[row]!.address, bytes: '90', text: `mov dword ptr ${operand}, eax`, note: null, file: -1, line: -1 }],
    })
    const { title } = findingsOf({ ...drawn, codeAt, accessedData: [[row, names]] }, { lineText: () => 'm->total = next(cursor);' }).findings[0]!
    return /\b(?:m->total|count)\b/.exec(title)?.[0] ?? title
  }
  expect([data('[rsp+0x18]', ['count']), data('[rdi+0x18]', ['count']), data('[rsp+0x18]', ['count', 'first'])]).toEqual(['count', 'm->total', 'm->total'])
})

it('sets stores apart that must happen, and judges the others at their line by themselves', () => {
  const put = 'main m.c:3 > set m.c:7 > libc.so.6!put'
  const drawn = profileFromStacks(`
    ${put} put.S:1   KILLED_BY   ${put} put.S:2   60
    ${put} put.S:2   KILLED_BY   ${put} put.S:1   40
  `)
  const { nodes, pairs, instructions } = drawn
  const lines = [pairs.source[0]!, pairs.target[0]!].map((node, at) => ({
    address: instructions[nodes.instruction[node]!]!.address,
    bytes: '90',
    text: ['xchg dword ptr [rdi], eax', 'mov dword ptr [rdi], eax'][at]!,
    note: null,
    file: -1,
    line: -1,
  }))
  const codeAt = (module: number): FunctionCode => ({ module, name: 'put', low: lines[0]!.address, high: lines[1]!.address + 1, lines })
  const { findings, leftOut } = findingsOf({ ...drawn, codeAt })
  expect(findings.map(({ class: name, observations, share }) => [name, observations, share])).toEqual([['unread-result', 40, 0.4]])
  expect(leftOut.map(({ reason, share }) => [reason, share])).toEqual([['required', 0.6]])
})
