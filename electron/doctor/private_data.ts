/**
 * Data that a public report must not contain: names of people, machines and projects, which paths and kernel releases
 * carry.
 */
import { homedir, tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import { workingDirectory } from '../directories.ts'
import { installationDirectory, nativeDirectories } from '../paths.ts'

/** A directory of this machine, and its placeholder. */
export type KnownDirectory = [path: string, name: string]

/** The same on every machine. */
const systemPath = /^\/(usr|bin|sbin|lib|lib64|etc|proc|sys|snap)\//
const systemDirectory = /^\/((usr\/(local\/)?)?s?bin|tmp|var\/tmp|dev\/shm)\/?$/
/** Parts of kernel releases that distributions and clouds use; any other part may be a private name. */
const releaseParts =
  /^(\d+|v\d+|rc\d+|fc\d*|el\d+\w*|amd64|x86|64|x86_64|generic|cloud|aws|azure|gcp|oracle|kvm|virtual|arch\d*|lts|zen|hardened|rt\d*|lowlatency|default|pve|microsoft|standard|WSL2|linuxkit|deb\d*u?\d*|bpo)$/

/** The directories that the checks of this process name. */
export function knownDirectories(): KnownDirectory[] {
  return [
    [workingDirectory() ?? '', 'this directory'],
    [installationDirectory, 'the installation'],
    ...nativeDirectories().map((path): KnownDirectory => [path, 'the native parts']),
    [tmpdir(), 'the temporary directory'],
    [homedir(), '~'],
    ...(process.env['PATH'] ?? '').split(delimiter).map((path): KnownDirectory => [path, 'a directory of PATH']),
  ]
}

/**
 * The text with known directories as placeholders, other non-system paths by their last part, and kernel releases
 * without custom suffixes.
 */
export function withoutPrivateData(text: string, known: KnownDirectory[]): string {
  const hidden = known.filter(([path]) => path.length > 1 && !systemDirectory.test(path)).sort(([a], [b]) => b.length - a.length)
  const named = hidden.reduce(
    (rest, [path, name]) => rest.replaceAll(new RegExp(`${path.replaceAll(/[\\\]^$.*+?()[{}|]/g, String.raw`\$&`)}(?![\\w-])`, 'g'), () => name),
    text,
  )
  return named
    .replaceAll(/(?<![\w~)])\/[^\s|`:,;]+\/([^\s|`:,;/]+)/g, (path, last: string) => (systemPath.test(path) ? path : `…/${last}`))
    .replaceAll(/(?<=~)\/[^\s|`:,;]+(?=\/)/g, '/…')
    .replaceAll(/(?<=\bLinux )\d[\w.+~-]*\w/g, (release) => {
      const parts = release.split(/(?=[.+~-])/)
      const own = parts.findIndex((part) => !releaseParts.test(part.replace(/^[.+~-]/, '')))
      return own < 0 ? release : `${parts.slice(0, own).join('')}-…`
    })
}
