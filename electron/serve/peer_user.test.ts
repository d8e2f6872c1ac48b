import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { peerUser, servedUsers } from './peer_user.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('the user at the other end', () => {
  test.each(['127.0.0.1', '::ffff:127.0.0.1'])('of a connection by %s is known while it is open', async (address) => {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const near = connect((server.address() as AddressInfo).port, address)
    const far = await accepted
    expect(peerUser(far)).toBe(process.geteuid!())
    expect(peerUser({ ...endsOf(far), remotePort: 1 })).toBe('gone')
    // A list that lacks even the server's own socket proves nothing.
    expect(peerUser({ ...endsOf(far), localPort: 1 })).toBe('unknown')
    near.destroy()
    // Its own end is still open: the kernel shows a closed one as root's.
    await expect.poll(() => peerUser(endsOf(far))).toBe('gone')
    far.destroy()
    server.close()
  })
})

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket) {
  return { localAddress, localPort, remoteAddress, remotePort }
}

describe('served are', () => {
  test('the user who runs the server, and root', () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(1000)
    expect(servedUsers()).toEqual([1000, 0])
  })

  test('a user with root’s rights by sudo, and root', () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(0)
    vi.stubEnv('SUDO_UID', '1000')
    expect(servedUsers()).toEqual(expect.arrayContaining([0, 1000]))
  })
})
