import { expect, it } from 'vitest'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import type { Finding } from '../../../../shared/findings/finding.ts'
import { findingsOf } from '../findings.ts'

const HEADER = '/usr/include/c++/12/bits/stl_vector.h'
/** By their names in the drawings, where spaces and angle brackets have another meaning. */
const NAMES: Record<string, string> = {
  copy: 'std::vector<int>::vector(std::vector<int> const&)',
  end: 'std::vector<int>::~vector()',
  push: 'std::vector<int>::push_back(int&&)',
  grow: 'void std::vector<int>::_M_realloc_insert<int>(int&&)',
  endRecord: 'record::~record()',
  copyRecord: 'record::record(record const&)',
  pushRecord: 'std::vector<record>::push_back(record const&)',
  foreignEnd: 'json::value::~value()',
}

function found(drawing: string): Finding[] {
  const drawn = profileFromStacks(`${drawing}\nmain m.c:20   USED_BY   main m.c:21   60`)
  return findingsOf({ ...drawn, functions: drawn.functions.map((each) => ({ ...each, name: NAMES[each.name] ?? each.name })) }).findings
}

it('a copy is named as one, at the line that makes it, whatever its accesses repeat', () => {
  const findings = found(`main m.c:9 > ~copy ${HEADER}:555   KILLED_BY   main m.c:9 > ~copy ${HEADER}:555   40
    main m.c:11 > end ${HEADER}:730   redundant-loads:REDUNDANT_WITH   main m.c:11 > end ${HEADER}:730   30`)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    class: 'copied-object',
    title: 'main() makes copies of std::vector, where references may do',
    sureness: 'possible',
    change: { line: 9 },
  })
  expect(findings[0]!.tools.toSorted()).toEqual(['dead-stores', 'redundant-loads'])
  expect(findings[0]!.evidence).toContain('Objects of std::vector are copied at m.c:9, and the copies are destroyed.')
})

it('members are copied with the object of the program that holds them, at the line that copies it', () => {
  const access = `main m.c:9 > copyRecord record.h:3 > copy ${HEADER}:555`
  const end = `main m.c:9 > endRecord record.h:3 > end ${HEADER}:730`
  const [copied] = found(`${access}   silent-stores:REDUNDANT_WITH   ${access}   40\n${end}   redundant-loads:REDUNDANT_WITH   ${end}   5`)
  expect(copied).toMatchObject({ class: 'copied-object', title: 'main() makes copies of record, where references may do', change: { line: 9 } })
  expect(copied!.places.map(({ function: name, line }) => [name, line])).toEqual([['main', 9]])
})

it('a copy that the function does not destroy is kept, by a member or the caller', () => {
  const access = `main m.c:9 > copy ${HEADER}:555`
  expect(found(`${access}   KILLED_BY   ${access}   40`).map((each) => each.class)).toEqual(['unread-result'])
})

it('copies that a container keeps are none', () => {
  const access = `main m.c:9 > pushRecord ${HEADER}:100 > copyRecord record.h:3 > copy ${HEADER}:555`
  const end = `main m.c:9 > endRecord record.h:3 > end ${HEADER}:730`
  expect(
    found(`${access}   silent-stores:REDUNDANT_WITH   ${access}   40\n${end}   redundant-loads:REDUNDANT_WITH   ${end}   5`).map((each) => each.class),
  ).not.toContain('copied-object')
})

it('an object that is only destroyed was not copied there', () => {
  expect(found(`main m.c:11 > end ${HEADER}:730   KILLED_BY   main m.c:11 > end ${HEADER}:730   40`).map((each) => each.class)).toEqual(['unread-result'])
})

it('a container that another library fills is not for the program to reserve', () => {
  const grown = (called: string): string[] => {
    const access = `main m.c:9 > ${called} ${HEADER}:100 > grow ${HEADER}:444`
    return found(`${access}   silent-stores:REDUNDANT_WITH   ${access}   40`).map((each) => each.class)
  }
  expect(grown('push')).toEqual(['growth-copy'])
  expect(grown('foreignEnd')).toEqual([])
})

it('copies of one line are told apart from those of another that used the same memory before', () => {
  const [one, other] = ['main m.c:9', 'run m.c:30'].map((caller) => `${caller} > copy ${HEADER}:555`) as [string, string]
  const end = (caller: string): string => `${caller} > end ${HEADER}:730   redundant-loads:REDUNDANT_WITH   ${caller} > end ${HEADER}:730   5`
  const findings = found(`${one}   KILLED_BY   ${other}   40\n${other}   KILLED_BY   ${one}   30\n${end('main m.c:9')}\n${end('run m.c:30')}`)
  expect(findings.map(({ title, change, tools }) => [title, change!.line, tools.includes('dead-stores')])).toEqual([
    ['main() makes copies of std::vector, where references may do', 9, true],
    ['run() makes copies of std::vector, where references may do', 30, true],
  ])
})

it('what the compiler copies member by member is charged to the call, what a constructor of the program does to its lines', () => {
  const place = (line: number): number | null => {
    const access = `main m.c:9 > copyRecord record.h:${line}`
    const drawn = profileFromStacks(`${access}   KILLED_BY   ${access}   40\nmain m.c:20   USED_BY   main m.c:21   60`)
    const functions = drawn.functions.map((each) => ({ ...each, name: NAMES[each.name] ?? each.name, ...(each.name === 'copyRecord' ? { line: 3 } : {}) }))
    return findingsOf({ ...drawn, functions }).findings[0]!.places[0]!.line
  }
  expect([place(3), place(4)]).toEqual([9, 4])
})
