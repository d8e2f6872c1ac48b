/** A user's text as a test on names. */
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { TextTest } from '../tree_models/tree_model.ts'

/** Names are tested up to this length; longer ones are template expansions that no pattern needs to see whole. */
const LONGEST_TESTED = 2000

/** Plain text matches anywhere in a name, ignoring case; a regular expression too, unless it has capitals. */
export function textTest(text: string, regularExpression: boolean): TextTest {
  if (!regularExpression) {
    const wanted = text.toLowerCase()
    return Object.assign((name: string) => name.toLowerCase().includes(wanted), { ignoresNumbers: !/(^|:)\d*$/.test(wanted) })
  }
  let expression: RegExp
  try {
    expression = new RegExp(text, /[A-Z]/.test(text.replaceAll(/\\./g, '')) ? 'u' : 'iu')
  } catch (error) {
    throw new RpcError(
      'invalid-argument',
      `"${text}" is no regular expression (${(error as Error).message.split(': ').at(-1)}); correct it or search for plain text`,
    )
  }
  return (name) => expression.test(name.slice(0, LONGEST_TESTED))
}
