import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Finding, Findings } from '../../shared/findings/finding.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { PairId, ProfileId } from '../../shared/rpc/identifiers.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { missingAnswerText } from '../application/failure.ts'
import { inTurn } from '../rpc/in_turn.ts'
import { noFilter, passesFilter, type FindingFilter } from './finding_filter.ts'

/** Findings that a list begins with, and that each wish for more adds. */
const FINDINGS_AT_ONCE = 50

export interface FindingsState {
  /** Null until it is there. */
  answer: Findings | null
  /** Why there is none. */
  failure: string | null
  /** By the finding's identity. */
  notes: Readonly<Record<string, PairNote>>
  filter: FindingFilter
  /** Identity of the finding that keys and links are about. */
  selected: string | null
  /** Identity of the one that is unfolded. */
  opened: string | null
  /** How many are listed at most. */
  limit: number
}

export interface FindingsModelOptions {
  client: RpcClient
  profile: ProfileId
  onFailure(error: unknown): void
  /** The person, or the first answer, chose a finding. */
  onSelect(finding: Finding): Promise<void>
}

/** The filtered findings of a profile, and the selected one. */
export class FindingsModel {
  readonly state: StoreApi<FindingsState>
  readonly #options: FindingsModelOptions
  #loading: Promise<void> | null = null

  constructor(options: FindingsModelOptions) {
    this.#options = options
    this.state = createStore<FindingsState>(() => ({
      answer: null,
      failure: null,
      notes: {},
      filter: noFilter,
      selected: null,
      opened: null,
      limit: FINDINGS_AT_ONCE,
    }))
  }

  /** Reads the findings unless they are there. @param selected the pair that is selected then, whose finding is selected; null: the first finding is */
  load(selected: () => PairId | null): Promise<void> {
    if (this.state.getState().answer !== null) return Promise.resolve()
    this.#loading ??= this.#read(selected).finally(() => (this.#loading = null))
    return this.#loading
  }

  async #read(selected: () => PairId | null): Promise<void> {
    const { client, profile } = this.#options
    this.state.setState({ failure: null })
    try {
      const answer = await client.call('profile.findings', { profile })
      const notes = answer.findings.length === 0 ? {} : await client.call('findings.notes', { profile, findings: answer.findings.map(({ id }) => id) })
      this.state.setState({ answer, notes })
    } catch (error) {
      this.state.setState({ failure: missingAnswerText(error) })
      return
    }
    const pair = selected()
    if (pair !== null) this.reveal(pair)
    else if (this.shown[0] !== undefined) await this.open(this.shown[0].id)
  }

  /** Those that pass the filter. */
  get shown(): Finding[] {
    const { answer, notes, filter } = this.state.getState()
    return (answer?.findings ?? []).filter((finding) => passesFilter(finding, notes[finding.id], filter))
  }

  get selected(): Finding | null {
    const { answer, selected } = this.state.getState()
    return answer?.findings.find(({ id }) => id === selected) ?? null
  }

  /** Looks at a finding as it is, folded or unfolded. */
  async select(id: string): Promise<void> {
    if (this.state.getState().selected === id) return
    this.state.setState({ selected: id })
    const finding = this.selected
    if (finding !== null) await this.#options.onSelect(finding)
  }

  /** Looks at a finding and unfolds it. */
  async open(id: string): Promise<void> {
    this.state.setState({ opened: id })
    await this.select(id)
  }

  /** Unfolds a finding, or folds it up again. */
  toggle(id: string): Promise<void> {
    if (this.state.getState().opened !== id) return this.open(id)
    this.state.setState({ opened: null })
    return this.select(id)
  }

  /** Goes on to another of those that are listed, at most to an end of the list. */
  async step(to: number | 'first' | 'last'): Promise<void> {
    const listed = this.shown.slice(0, this.state.getState().limit)
    const at = listed.findIndex(({ id }) => id === this.state.getState().selected)
    const place = to === 'last' ? listed.length - 1 : to === 'first' || at === -1 ? 0 : Math.min(listed.length - 1, Math.max(0, at + to))
    const next = listed[place]
    if (next !== undefined) await this.select(next.id)
  }

  /** Looks at the finding that a pair was gathered into, without choosing another pair. */
  reveal(pair: PairId): void {
    const holds = ({ contexts }: Finding): boolean => contexts.some((context) => context.pair === pair)
    const selected = this.selected
    if (selected !== null && holds(selected)) return
    const found = this.state.getState().answer?.findings.find(holds)
    this.state.setState(found === undefined ? { selected: null } : { selected: found.id, opened: found.id })
  }

  /** Looks at a finding and unfolds it, without choosing another pair; also one that the filter hides. */
  show(id: string): void {
    const { answer, notes, filter, limit } = this.state.getState()
    const finding = answer?.findings.find((each) => each.id === id)
    if (finding === undefined) return
    const shown = passesFilter(finding, notes[id], filter) ? filter : noFilter
    const at = answer!.findings.indexOf(finding)
    this.state.setState({ selected: id, opened: id, filter: shown, limit: Math.max(limit, at + 1) })
  }

  filterBy(change: Partial<FindingFilter>): void {
    this.state.setState(({ filter }) => ({ filter: { ...filter, ...change }, limit: FINDINGS_AT_ONCE }))
  }

  showMore(): void {
    this.state.setState(({ limit }) => ({ limit: limit + FINDINGS_AT_ONCE }))
  }

  /** Keeps a person's note on a finding. */
  async note({ id, title }: Finding, change: Partial<PairNote>): Promise<void> {
    const { client, profile } = this.#options
    const note = await inTurn(this, () => client.call('findings.note', { profile, finding: id, title, change }))
    this.state.setState(({ notes }) => {
      const { [id]: _, ...others } = notes
      return { notes: note === null ? others : { ...others, [id]: note } }
    })
  }
}
