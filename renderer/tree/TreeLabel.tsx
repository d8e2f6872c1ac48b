import { useContext, type ReactNode } from 'react'
import { fittingName } from '../../shared/names/fitting_name.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { FittingName } from '../components/FittingName.tsx'
import { namesApart, NamesApartContext, type NamesApart } from '../components/names_apart.ts'
import { placeText } from '../format/paths.ts'
import { linkPhrase, relationMeaning, reverseRelation } from '../tools/relations.ts'

/** Limit for a function's name; the tooltip has all of it. */
const mostCharacters = 48

/** Name of a row: its kind, its place, and for a link its direction. */
export function TreeLabel({ row, search }: { row: TreeRow; search: RegExp | null }) {
  const difference = useContext(NamesApartContext).get(row.label)
  return (
    <span className={`tree-label${isFunction(row) && !row.matched ? ' tree-fitting' : ''}`} title={titleOf(row)}>
      {contentOf(row, search, difference)}
    </span>
  )
}

/** Distinguishes functions whose names the rows shorten to the same text. */
export function functionsApart(rows: readonly TreeRow[]): NamesApart {
  return namesApart(
    rows.filter(isFunction).map(({ label }) => label),
    mostCharacters,
  )
}

function isFunction({ kind, link }: TreeRow): boolean {
  return link === null && (kind === 'function' || kind === 'inlined' || kind === 'tail-call')
}

/** @param difference absent: no other row has the same shortened name */
function contentOf(row: TreeRow, search: RegExp | null, difference: string | undefined): ReactNode {
  const label = shownLabel(row, search)
  const whole = row.matched ? marked(label, search) : label
  const name =
    isFunction(row) && !row.matched ? (
      <FittingName name={row.label} most={mostCharacters} />
    ) : difference === undefined || label === row.label ? (
      whole
    ) : (
      <span className="tree-apart">
        <span className="tree-file-name">{whole}</span> <span className="fitting-apart tree-place">[{difference}]</span>
      </span>
    )
  if (row.link !== null)
    return row.link.moreCount > 0 ? (
      <span className="dim">
        {row.link.outgoing ? '↳' : '↰'} … {name}
      </span>
    ) : (
      linked(row, search, <LinkSign link={row.link} />)
    )
  switch (row.kind) {
    case 'instruction':
      return <code>{name}</code>
    case 'line':
      return placed(row, search)
    case 'inlined':
      return (
        <>
          {name} <span className="tree-tag">inlined</span>
          <CallSite row={row} />
        </>
      )
    case 'tail-call':
      return (
        <>
          {name}{' '}
          <span className="tree-tag" title="Its caller left the stack by a tail call; Hagstone restored the frame from the machine code">
            tail call
          </span>
          <CallSite row={row} />
        </>
      )
    case 'function':
      return (
        <>
          {name}
          {row.apart === undefined ? null : (
            <>
              {' '}
              <span className="tree-place" title="Another function has the same name">
                {row.apart}
              </span>
            </>
          )}
          <CallSite row={row} />
        </>
      )
    case 'loop':
      return placed(
        row,
        search,
        <span className="dim" aria-hidden>
          ↻{' '}
        </span>,
      )
    case 'unknown':
      return <span className="dim">{name}</span>
    default:
      return <>{name}</>
  }
}

/** Names of functions give way from the inside, so that the last name stays; not where the search found what would go. */
function shownLabel(row: TreeRow, search: RegExp | null): string {
  const { label, matched } = row
  if (!isFunction(row)) return label
  const short = fittingName(label, mostCharacters)
  return matched && search !== null && search.test(label) && !search.test(short) ? label : short
}

/** The other access: a narrow column cuts the file before the function's name, and that from the inside. */
function linked(row: TreeRow, search: RegExp | null, sign: ReactNode): ReactNode {
  const [, name, file, line] = /^(.+?)( [^ ]+)?(:\d+| 0x[0-9a-f]+)$/.exec(row.label) ?? []
  if (row.matched || name === undefined) return placed(row, search, <>{sign} </>)
  return (
    <span className="tree-placed">
      <span className="tree-file-name">
        <span className="tree-sign">{sign}</span> <FittingName name={name} most={mostCharacters} />
        {file === undefined ? null : (
          <>
            {' '}
            <span className="tree-place">{file.trimStart()}</span>
          </>
        )}
      </span>
      <span className="tree-line">{line}</span>
    </span>
  )
}

/** A name that ends in a line or an address: a narrow column cuts the part before it, since the end distinguishes such rows. */
function placed({ label, matched }: TreeRow, search: RegExp | null, sign: ReactNode = null): ReactNode {
  const line = /(:\d+| 0x[0-9a-f]+)$/.exec(label)?.[0] ?? ''
  const file = label.slice(0, label.length - line.length)
  const byLine = matched && search !== null && !search.test(file)
  return (
    <span className="tree-placed">
      <span className="tree-file-name">
        {sign}
        {matched ? marked(file, search) : file}
      </span>
      <span className="tree-line">{byLine ? <mark>{line}</mark> : line}</span>
    </span>
  )
}

/** The name with the search's matches in it; all of it where its file or module is the match. */
function marked(label: string, search: RegExp | null): ReactNode {
  const found = search?.exec(label) ?? null
  if (found === null || found[0] === '') return <mark>{label}</mark>
  return (
    <>
      {label.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {label.slice(found.index + found[0].length)}
    </>
  )
}

/** The direction of a link and its relation: as words, and by its name if there is room. Where there is little, the sign is left, with the words in its tooltip. */
function LinkSign({ link }: { link: NonNullable<TreeRow['link']> }) {
  const name = link.outgoing ? link.relation : reverseRelation[link.relation]
  const phrase = linkPhrase[link.relation][link.outgoing ? 'outgoing' : 'incoming']
  const meaning = `${name}: ${relationMeaning[link.relation]}`
  return (
    <>
      <span className="dim">{link.outgoing ? '↳ ' : '↰ '}</span>
      <AccessMark side={link.outgoing ? 'target' : 'source'} tooltip={`${phrase}\n${meaning}`} />
      <span className={link.outgoing ? 'tree-relation later' : 'tree-relation earlier'} title={meaning}>
        {' '}
        {phrase} <span className="tree-relation-name">{name}</span>
      </span>
    </>
  )
}

function CallSite({ row }: { row: TreeRow }) {
  const place = row.callSite === null ? '' : placeText(row.callSite.file, row.callSite.line)
  return place === '' ? null : (
    <>
      {' '}
      <span className="tree-place" title="where it is called">
        from {place}
      </span>
    </>
  )
}

function titleOf(row: TreeRow): string {
  const parts = [row.label]
  if (row.oneBody !== undefined) parts.push(row.oneBody)
  if (row.file !== null) parts.push(row.line === null ? row.file : `${row.file}:${row.line}`)
  if (row.callSite?.file != null) parts.push(`called at ${row.callSite.file}${row.callSite.line === null ? '' : `:${row.callSite.line}`}`)
  if (row.module !== null) parts.push(row.module)
  return parts.join('\n')
}
