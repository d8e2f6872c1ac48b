/** Addresses of the windows for users: a first one, and another whenever they ask. */
import { createInterface } from 'node:readline'
import { isatty } from 'node:tty'
import { messageOf } from '../failure.ts'
import { answerForAddresses } from '../serve/address_socket.ts'
import type { AddressSource } from '../serve/address_socket.ts'
import { isForeground } from '../process_status.ts'
import { openPrivately } from '../serve/browser.ts'
import { print, say } from './terminal.ts'

const standardInput = 0

export interface AddressOffer extends AddressSource {
  /** Opens a browser, too. */
  open: boolean
  /** A program holds standard input, asks by a line, and needs no hints. */
  isCommanded: boolean
}

/** Prints an address. Each line of standard input, and `hagstone serve --address`, print another. */
export async function offerAddresses(offer: AddressOffer): Promise<{ end(): void }> {
  const { open, isCommanded } = offer
  print(await offer.newAddress())
  const socket = isCommanded
    ? null
    : await answerForAddresses(offer).catch((error: unknown) => void say(`hagstone serve --address will not find this host (${messageOf(error)}).`))
  const keys = isCommanded || (isatty(standardInput) && mayReadTerminal())
  const input = keys ? giveForLines(offer) : null
  const another = input !== null ? ' For another, press Enter.' : socket !== undefined ? ' For another, run hagstone serve --address.' : ''
  if (!isCommanded) say(`The address opens in one browser, within an hour.${another}`)
  const browser = open ? await openPrivately((over) => offer.newAddress(over)) : null
  if (browser !== null && browser.problem !== null) say(`${browser.problem}; open the address yourself.`)
  return {
    end() {
      socket?.close()
      browser?.end()
      input?.end()
    },
  }
}

function giveForLines({ newAddress }: AddressSource): { end(): void } {
  const { stdin } = process
  const lines = createInterface({ input: stdin, terminal: false })
  lines.on('line', () => {
    newAddress()
      .then(print)
      .catch((error: unknown) => say(messageOf(error)))
  })
  // A terminal that disappears sends a signal, too.
  for (const source of [stdin, lines]) source.on('error', () => {})
  // In the background, reading the terminal would stop this process.
  const continued = (): void => void (mayReadTerminal() ? stdin.resume() : stdin.pause())
  if (stdin.isTTY) process.on('SIGCONT', continued)
  return {
    end() {
      process.off('SIGCONT', continued)
      lines.close()
      stdin.destroy()
    },
  }
}

/** False also if that is unknown. */
function mayReadTerminal(): boolean {
  try {
    return isForeground()
  } catch {
    return false
  }
}
