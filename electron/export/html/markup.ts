/** HTML from templates whose values are escaped: names in a profile are untrusted. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is HTML already. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | readonly Markup[] | string | number | null

/** Null is nothing; lists of markup are joined. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? valueText(values[i]!) : '')).join(''))
}

function valueText(value: Value): string {
  if (value === null) return ''
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(({ text }: Markup) => text).join('')
  return String(value)
    .replaceAll(/(?!\r\n)[^\P{Cc}\n\t]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => escapes[character]!)
}
