/** The pages of the server itself, before and instead of the windows. */
import { randomBytes } from 'node:crypto'
import { storedKey } from '../../shared/rpc/session.ts'
import type { TokenState } from './access.ts'
import { securityHeaders } from './content_security.ts'

export interface Page {
  status: number
  headers: Record<string, string>
  text: string
}

const html = 'text/html; charset=utf-8'
/** A browser that comes from another site only sends its cookie with the next request. */
const openedBefore = 'If this browser has opened Hagstone before, <a href="/">go to its window</a>.'
const another = 'To get another address, press Enter in the terminal where Hagstone runs, or run <code>hagstone serve --address</code> there.'

/** Programs that open a session without a page (session.ts) find the key here. Other sites cannot read it. */
export const keyHeader = 'Hagstone-Session-Key'

/**
 * Stores the key and continues to the window. No redirect: a browser that comes from another site, or from a file,
 * would not send the new cookie with it (SameSite).
 */
export function entryPage(key: string): Page {
  const nonce = randomBytes(16).toString('base64')
  const script = `try { localStorage.setItem(${JSON.stringify(storedKey)}, ${JSON.stringify(key)}); location.replace('/') } catch { document.body.textContent = 'This browser stores nothing for this page. Allow cookies and site data for it, and open a new address of Hagstone.' }`
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'Content-Type': html,
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      [keyHeader]: key,
    },
    text: document(
      'Hagstone',
      `<noscript>Hagstone's windows need JavaScript. Allow it for this page, and open a new address of Hagstone.</noscript><script nonce="${nonce}">${script}</script>`,
    ),
  }
}

/** For a token that is not valid. */
export function tokenPage(state: Exclude<TokenState, 'valid'>): Page {
  switch (state) {
    case 'used':
      return refusal(
        'This address was used already',
        openedBefore,
        `Each address opens Hagstone in one browser. ${another}`,
        'If it was not you who opened it, end Hagstone and start it again.',
      )
    case 'expired':
      return refusal('This address is too old', `An address works for one hour. ${another}`)
    case 'unknown':
      return refusal('This address belongs to another run of Hagstone', `The Hagstone that gave it has ended. ${another}`)
  }
}

export function strangerPage(): Page {
  return refusal('This browser has no access to this Hagstone', openedBefore, `It has opened no address of it, or its cookies were cleared. ${another}`)
}

/** For another user of the machine: the server rejects them. */
export function otherUserPage(user: number | 'gone', served: number[]): Page {
  return refusal(
    'This Hagstone belongs to another user',
    `User ${user} of this machine asks, and it serves user ${served.find((each) => each !== 0) ?? 0}. Open the address as that user, or start Hagstone as user ${user}.`,
  )
}

export function plain(status: number, message: string): Page {
  return { status, headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' }, text: `${message}\n` }
}

function refusal(title: string, ...paragraphs: string[]): Page {
  return {
    status: 403,
    headers: { ...securityHeaders, 'Content-Type': html },
    text: document(title, `<h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`),
  }
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 15vh auto; padding: 0 1em } h1 { font-size: 1.4em }</style></head>
<body>${body}</body></html>
`
}
