/** The values view by windows of rows. */
import { invariances, tablesOf, type InvarianceColumns } from '../../../shared/metrics/values/invariance.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import { VALUE_CLASSES } from '../../../shared/profile/value_names.ts'
import type { ValueColumn, ValueFilter, ValueGroup, ValueKind, ValueSite, ValuesSummary, ValueWindow } from '../../../shared/values.ts'
import { valueGroups } from '../../report/values/groups.ts'
import { subjectOf, valueSite } from '../../report/values/sites.ts'
import { valuesSummary } from '../../report/values/values_report.ts'
import { textTest } from './sources/text_test.ts'

interface ValueSort {
  column: ValueColumn
  descending: boolean
}

const collator = new Intl.Collator('en', { numeric: true })

/** Holds the last filter, order and grouping: a window scrolls through the same rows again and again. */
export class ValueQueries {
  readonly #profile: Profile
  #columns: InvarianceColumns | null = null
  #last: { question: string; rows: Int32Array; total: number } | null = null
  #lastGroups: { question: string; groups: ValueGroup[] } | null = null
  #summary: ValuesSummary | null | undefined

  constructor(profile: Profile) {
    this.#profile = profile
  }

  rows(filter: ValueFilter, sort: ValueSort, start: number, count: number): ValueWindow {
    const question = JSON.stringify([filter, sort])
    if (this.#last?.question !== question) {
      const all = tablesOf(this.#profile, filter.kind)
      this.#last = { question, total: all.length, rows: this.#ordered(this.#filtered(all, filter), sort) }
    }
    const { rows, total } = this.#last
    return {
      rowCount: rows.length,
      totalCount: total,
      rows: Array.from(rows.subarray(start, start + count), (site) => valueSite(this.#profile, this.#invariances(), site)),
    }
  }

  groups(kind: ValueKind, by: 'line' | 'function', start: number, count: number): { rowCount: number; rows: ValueGroup[] } {
    const question = `${kind} ${by}`
    if (this.#lastGroups?.question !== question) this.#lastGroups = { question, groups: valueGroups(this.#profile, this.#invariances(), kind, by) }
    const { groups } = this.#lastGroups
    return { rowCount: groups.length, rows: groups.slice(start, start + count) }
  }

  /**
   * Values that one instruction loads, stores or computes, as in the tables: for a convergent profile, without its
   * reference.
   */
  at(moduleIndex: number, address: number): ValueSite[] {
    const { valueTables, instructions } = this.#profile
    const here = tablesOf(this.#profile, 'instructions').filter((table) => {
      const instruction = instructions[valueTables.instruction[table]!]!
      return instruction.module === moduleIndex && instruction.address === address
    })
    return Array.from(here, (table) => valueSite(this.#profile, this.#invariances(), table))
  }

  summary(): ValuesSummary | null {
    this.#summary ??= valuesSummary(this.#profile, this.#invariances())
    return this.#summary
  }

  #invariances(): InvarianceColumns {
    return (this.#columns ??= invariances(this.#profile))
  }

  #filtered(tables: Int32Array, { instructionClass, search, regularExpression, leastShare = 0 }: ValueFilter): Int32Array {
    const { valueTables, functions, files, instructions, run } = this.#profile
    const least = leastShare * (run.values?.instructions ?? 0)
    const ofClass = instructionClass === null ? 0 : VALUE_CLASSES.indexOf(instructionClass) + 1
    const inClass = ofClass === 0 ? tables : tables.filter((table) => valueTables.instructionClass[table] === ofClass)
    const hot = least === 0 ? inClass : inClass.filter((table) => valueTables.executions[table]! >= least)
    if (search === '') return hot
    const test = textTest(search, regularExpression)
    return hot.filter((table) => {
      const texts = [
        functions[valueTables.functionIndex[table]!]!.name,
        files[valueTables.file[table]!],
        instructions[valueTables.instruction[table]!]!.text,
        subjectOf(this.#profile, table),
      ]
      return texts.some((text) => typeof text === 'string' && test(text))
    })
  }

  #ordered(tables: Int32Array, { column, descending }: ValueSort): Int32Array {
    const direction = descending ? -1 : 1
    const values = column === 'subject' || column === 'place' ? this.#textRanks(tables, column) : this.#numbers(column)
    return tables.toSorted((a, b) => direction * (values[a]! - values[b]!) || a - b)
  }

  /** By table; unknown ones come last in descending order. */
  #numbers(column: Exclude<ValueColumn, 'subject' | 'place'>): Float64Array | Uint8Array {
    const { valueTables } = this.#profile
    switch (column) {
      case 'executions':
        return valueTables.executions
      case 'estimated':
        return valueTables.estimated
      case 'role':
        return valueTables.role
      case 'type':
        return valueTables.instructionClass
      default:
        return this.#invariances()[column].map((value) => (Number.isNaN(value) ? -1 : value))
    }
  }

  /** By table: places in alphabetical order; each distinct text is compared only once. */
  #textRanks(tables: Int32Array, column: 'subject' | 'place'): Float64Array {
    const {
      valueTables: { length, functionIndex, file, line },
      functions,
      files,
    } = this.#profile
    const text = (table: number): string =>
      column === 'subject' ? subjectOf(this.#profile, table) : `${functions[functionIndex[table]!]!.name} ${files[file[table]!] ?? ''}:${line[table]}`
    const texts = Array.from(tables, text)
    const ranks = new Map([...new Set(texts)].sort(collator.compare).map((distinct, rank) => [distinct, rank]))
    const values = new Float64Array(length)
    tables.forEach((table, i) => {
      values[table] = ranks.get(texts[i]!)!
    })
    return values
  }
}
