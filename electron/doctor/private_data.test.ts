import { describe, expect, test } from 'vitest'
import { withoutPrivateData, type KnownDirectory } from './private_data.ts'

const known: KnownDirectory[] = [
  ['/home/ada lovelace', '~'],
  ['/home/ada lovelace/secret project', 'this directory'],
  ['/srv/people/ada/hagstone', 'the installation'],
  ['/', 'this directory'],
  ['/usr/bin', 'a directory of PATH'],
  ['/srv/c++ (old)', 'a directory of PATH'],
]

describe('without private data', () => {
  test.each([
    ['1 GiB free in /home/ada lovelace/secret project.', '1 GiB free in this directory.'],
    ['Built in /home/ada lovelace/clients/bank/build.', 'Built in ~/…/build.'],
    ['/srv/people/ada/hagstone/build/native/agent.so.', 'the installation/build/native/agent.so.'],
    ['/srv/people/ada/hagstone-2/agent.so', '…/agent.so'],
    ['Command failed: /mnt/ada/probe: No such file', 'Command failed: …/probe: No such file'],
    ['/usr/bin/firefox, /usr/lib/debug/.build-id, 3/4, and/or', '/usr/bin/firefox, /usr/lib/debug/.build-id, 3/4, and/or'],
    ['/srv/c++ (old)/firefox', 'a directory of PATH/firefox'],
    ['Linux 6.1.0-18-amd64.', 'Linux 6.1.0-18-amd64.'],
    ['Linux 5.14.0-427.13.1.el9_4.x86_64.', 'Linux 5.14.0-427.13.1.el9_4.x86_64.'],
    ['Linux 6.5.0-ada-laptop.', 'Linux 6.5.0-….'],
    ['on kernel Linux 6.6.87.2-microsoft-standard-WSL2+', 'on kernel Linux 6.6.87.2-microsoft-standard-WSL2+'],
  ])('%s', (text, expected) => {
    expect(withoutPrivateData(text, known)).toBe(expected)
  })
})
