/** Running hosts give new addresses to their own user, through a socket in a private directory. */
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { privateDirectories, privateDirectory } from '../private_directory.ts'
import { messageOf, systemErrorCode } from '../failure.ts'

const ending = '.addresses'
/** Machines and containers share home directories, but sockets answer only on their own machine. */
const beginning = `${hostname().replaceAll(/[^\w-]/g, '')}-`
/** A host that does not answer by then is stopped or broken. In ms. */
const patience = 5_000
const longestAnswer = 64 << 10

export interface AddressSource {
  /** The content of the windows, for users. */
  shows: string
  /** @param over called once the address was opened, or is withdrawn */
  newAddress(over?: () => void): Promise<string>
}

export interface HostAnswer {
  process: number
  shows: string
  address: string
}

/**
 * Answers until it is closed.
 * @returns null on Windows, whose sockets have no owner
 * @throws an Error if there is no place for the socket
 */
export async function answerForAddresses({ shows, newAddress }: AddressSource): Promise<{ close(): void } | null> {
  if (process.platform === 'win32') return null
  const path = join(privateDirectory(), `${beginning}${process.pid}-${randomBytes(4).toString('hex')}${ending}`)
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy())
    newAddress().then(
      (address) => connection.end(JSON.stringify({ process: process.pid, shows, address } satisfies HostAnswer)),
      (error: unknown) => connection.end(JSON.stringify({ error: messageOf(error) })),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path }, () => resolve())
  })
  chmodSync(path, 0o600)
  server.on('error', (error) => console.error(`hagstone: a question for an address is refused: ${error.message}`))
  server.unref()
  return { close: () => void server.close() }
}

/** A new address of each running host of this user; those that do not answer are left out. */
export async function askForAddresses(): Promise<HostAnswer[]> {
  const paths = privateDirectories().flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.startsWith(beginning) && name.endsWith(ending))
      .toSorted()
      .map((name) => join(directory, name)),
  )
  return (await Promise.all(paths.map(ask))).filter((answer) => answer !== null)
}

function ask(path: string): Promise<HostAnswer | null> {
  return new Promise((resolve) => {
    let text = ''
    const connection = connect({ path })
    connection.setTimeout(patience, () => connection.destroy())
    connection.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > longestAnswer) connection.destroy()
    })
    connection.on('error', (error) => {
      // Left by a host that was killed.
      if (systemErrorCode(error) === 'ECONNREFUSED') rmSync(path, { force: true })
    })
    connection.once('close', () => resolve(parsed(text)))
  })
}

function parsed(text: string): HostAnswer | null {
  try {
    const answer = JSON.parse(text) as Partial<HostAnswer>
    return typeof answer.address === 'string' ? (answer as HostAnswer) : null
  } catch {
    return null
  }
}
