/** Checks logs by the JSON schema of SARIF 2.1.0. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'

const require = createRequire(import.meta.url)

/** Of draft 4; the keywords in it mean the same in later ones. */
const schema = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8')) as Record<string, unknown>
// By its own name, the validator would look for the rules of draft 4.
delete schema['$schema']
delete schema['id']

const isUriReference = (text: string): boolean => /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/.test(text)

const validate = new Ajv({
  strict: false,
  allErrors: true,
  // One of the schema's patterns is valid only without it.
  unicodeRegExp: false,
  formats: {
    'uri-reference': isUriReference,
    uri: (text) => isUriReference(text) && URL.canParse(text),
    'date-time': (text) => !Number.isNaN(Date.parse(text)),
  },
}).compile(schema)

/** @returns each error with the place in the log; none for a valid log */
export function sarifErrors(log: unknown): string[] {
  return validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
