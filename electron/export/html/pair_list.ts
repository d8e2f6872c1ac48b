/** Pairs of a page: each opens to both contexts, with the source where it is shared. */
import { intervalText } from '../../../shared/names/interval_text.ts'
import { callTag, placeText } from '../../../shared/profile/frames.ts'
import type { PairReport } from '../../../shared/report.ts'
import { leafOf, type FrameChain } from '../../../shared/profile/frame.ts'
import type { Unit } from '../../../shared/run.ts'
import { adviceTitle, pairFindingText } from '../../report/advice/advice_text.ts'
import { functionPlace } from '../../report/flat.ts'
import { amountText, percentText } from '../../report/format.ts'
import { html, type Markup } from './markup.ts'
import type { SourceLines } from './sources.ts'
import { groupedDigits } from '../../../shared/names/counted.ts'

const linesAround = 6

/** Where a line of a shared source is on the page. @param file number of the file on the page */
export function lineAnchor(file: number, line: number): string {
  return `source-${file}-${line}`
}

export class PairList {
  readonly #sources: ReadonlyMap<string, SourceLines>
  readonly #numbers: ReadonlyMap<string, number>
  readonly #files: readonly string[]
  readonly #changed: ReadonlySet<string>
  readonly #unit: Unit

  constructor({ sources, changed }: { sources: ReadonlyMap<string, SourceLines>; changed: ReadonlySet<string> }, files: readonly string[], unit: Unit) {
    this.#files = files
    this.#changed = changed
    this.#sources = sources
    this.#numbers = new Map([...sources.keys()].map((file, number) => [file, number]))
    this.#unit = unit
  }

  /** Above pairs with the same wastefulness as `first`. */
  heading({ shareOfWaste }: PairReport): Markup {
    return html`<div class="heading dim"><span class="share">${shareOfWaste === null ? 'of all' : 'of waste'}</span><span>relation</span><span>earlier access</span><span>later access</span></div>\n`
  }

  pair(pair: PairReport): Markup {
    const amount = pair.waste + pair.use
    const facts = [
      amount > 0 ? amountText(amount, this.#unit) : null,
      `${groupedDigits(pair.instances)} ${pair.instances === 1 ? 'instance' : 'instances'}`,
      pair.ci95 === null ? null : `95 % interval ${intervalText(pair.ci95)} of all`,
      pair.fewSamples ? 'few samples' : null,
      pair.object === null ? null : `object ${pair.object}`,
      pair.scope === null ? null : `scope ${pair.scope}`,
      pair.commonAncestor === null ? null : `both in ${pair.commonAncestor}`,
      pair.comparison,
    ].filter((fact) => fact !== null)
    return html`<details class="pair${pair.fewSamples ? ' few' : ''}"><summary><span class="share">${percentText(pair.shareOfWaste ?? pair.shareOfTotal)}</span><span>${pair.relation}</span><span class="place">${leafText(pair.source, this.#files)}</span><span class="place">${leafText(pair.target, this.#files)}</span></summary>
<p class="dim">${facts.join(' · ')}</p>${adviceParagraph(pair)}<div class="sides">${this.#side('earlier', 'Earlier access', pair.source)}${this.#side('later', 'Later access', pair.target)}</div></details>
`
  }

  #side(name: string, title: string, chain: FrameChain): Markup {
    const leaf = leafOf(chain)
    const frames = chain.map(
      (frame) => html`<li>${bracketed(callTag(frame))}${frame.function} <span class="dim">${functionPlace(frame, this.#files)}</span></li>`,
    )
    return html`<section class="${name}"><h3>${title}</h3><ol>${frames}</ol>${leaf.instruction === null ? null : html`<pre class="dim">${leaf.address}  ${leaf.instruction}</pre>`}${this.#excerpt(leaf.file, leaf.line)}</section>`
  }

  #excerpt(file: string | null, line: number | null): Markup | null {
    const lines = file === null ? undefined : this.#sources.get(file)
    if (file === null || line === null || lines === undefined || line > lines.length) return null
    const first = Math.max(1, line - linesAround)
    const shown = lines
      .slice(first - 1, line + linesAround)
      .map((text, i) => (first + i === line ? html`<span class="lit">${first + i}  ${text}</span>` : html`${first + i}  ${text}\n`))
    return html`<p><a href="#${lineAnchor(this.#numbers.get(file)!, line)}">${file}:${line}</a></p>${this.#changed.has(file) ? changedRemark() : null}<pre>${shown}</pre>`
  }
}

function bracketed(tag: string | null): string {
  return tag === null ? '' : `[${tag}] `
}

export function changedRemark(): Markup {
  return html`<p class="warning">The file changed since the program was built: lines may have moved.</p>`
}

function adviceParagraph({ advice, finding }: PairReport): Markup | null {
  if (finding != null) return html`<p>${pairFindingText(finding)}</p>`
  if (advice == null) return null
  const { cause, remedy, evidence } = advice
  return html`<p><b>${adviceTitle(advice)}</b>: ${[cause ?? [], remedy ?? []].flat().join(' ')} <span class="dim">${evidence.join(' ')}</span></p>`
}

function leafText(chain: FrameChain, files: readonly string[]): string {
  const { function: name, file, line } = leafOf(chain)
  return placeText(name, file, line, files)
}
