/** Identifies the user of this machine at the other end of a loopback connection, and the users who may connect. */
import { fstatSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { isatty } from 'node:tty'

/** Addresses of both ends, with the names of net.Socket. */
export interface Ends {
  localAddress?: string | undefined
  localPort?: number | undefined
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}

/** proc_pid_net(5): states of TCP, in hexadecimal. */
const established = '01'
/** How a user without a number in this user namespace appears (user_namespaces(7)). */
const overflowUser = 65_534
const unsetLogin = 4_294_967_295

/**
 * Users whose connections are served; null for everyone with an address of this server. Root may do everything anyway,
 * and relays connections for containers.
 */
export function servedUsers(): number[] | null {
  const own = process.geteuid?.()
  if (own === undefined) return null
  if (own !== 0) return [own, 0]
  // Running with root's rights by sudo: the user's browser does not run as root.
  const people = [process.env['SUDO_UID'], process.env['PKEXEC_UID'], textOf('/proc/self/loginuid')]
    .filter((text) => text !== undefined && text !== '')
    .map(Number)
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor)).map((descriptor) => fstatSync(descriptor).uid)
  const known = [...people, ...terminals].filter((user) => user > 0 && user < unsetLogin)
  return known.length === 0 ? null : [0, ...known]
}

/**
 * The user of the other end's socket. `unknown` if this system has no list of sockets, its list lacks them, or has no
 * number for that user; `gone` if the other end has closed: its user can no longer be known, and no answer would
 * arrive.
 */
export function peerUser({ localAddress, localPort, remoteAddress, remotePort }: Ends): number | 'unknown' | 'gone' {
  const lists = ['tcp', 'tcp6'].map((name) => textOf(`/proc/self/net/${name}`))
  if (lists.every((list) => list === undefined)) return 'unknown'
  if (localAddress === undefined || localPort === undefined || remoteAddress === undefined || remotePort === undefined) return 'gone'
  // At least the listening one is ours.
  const ownPort = `:${hexadecimal(localPort, 4)}`
  let isListed = false
  const there = [end(remoteAddress, remotePort), end(localAddress, localPort)]
  for (const list of lists) {
    for (const line of (list ?? '').split('\n')) {
      // sl local_address rem_address st queues timer retransmits uid timeout inode
      const [, local, remote, state, , , , user, , inode] = line.trim().split(/\s+/)
      isListed ||= local?.endsWith(ownPort) === true
      if (shortened(local) !== there[0] || shortened(remote) !== there[1]) continue
      if (state !== established || inode === '0') return 'gone'
      return Number(user) === overflowUser && !isFirstUserNamespace() ? 'unknown' : Number(user)
    }
  }
  return isListed ? 'gone' : 'unknown'
}

/** The kernel's text for an IPv4 address and port: four bytes in the machine's order. */
function end(address: string, port: number): string {
  const bytes = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number)
  return `${(endianness() === 'LE' ? bytes.toReversed() : bytes).map((byte) => hexadecimal(byte, 2)).join('')}:${hexadecimal(port, 4)}`
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0')
}

/** An IPv4 address in a list of IPv6 is the last word of it. */
function shortened(written: string | undefined): string {
  return (written ?? '').replace(/^0{16}FFFF0000/, '')
}

function isFirstUserNamespace(): boolean {
  return /^\s*0\s+0\s+4294967295\s*$/.test(textOf('/proc/self/uid_map') ?? '')
}

/** Undefined where there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
