import type { ReactNode } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Suspense, useMemo } from 'react'
import type { ComparedPair } from '../../shared/comparison.ts'
import type { Side as Version } from '../../shared/compare/compared_number.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import type { SourceText } from '../../shared/rpc/sources.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { lookAt } from '../application/comparisons.ts'
import { useApplication, useAppState } from '../application/context.ts'
import type { Side } from '../application/pair_side.ts'
import { isAgreed } from '../application/agreed_sources.ts'
import { useAnswer } from '../application/use_answer.ts'
import { accessMarks } from '../components/AccessMark.tsx'
import { Failure } from '../components/Failure.tsx'
import { FaultBarrier } from '../components/FaultBarrier.tsx'
import { Switch } from '../components/Switch.tsx'
import { focusView } from '../focus/view_focus.ts'
import type { LitLine } from '../editor/DiffView.tsx'
import { fileName, placeText } from '../format/paths.ts'
import { chainOf } from '../pair/chain.ts'
import { CodeSlot } from '../pair/CodeSlot.tsx'
import { MissingVersion, RefusedVersions } from './MissingVersion.tsx'
import type { VersionedPlaces } from './source_places.ts'
import { placesOfPair, placesOfRow } from './source_places.ts'
import { useComparison } from './use_comparison.ts'
import '../pair/pair.css'

const DiffView = lazyPart(() => import('../editor/DiffView.tsx'))

const noHeat: [] = []
const sideTitles = { source: `${accessMarks.source.sign} earlier access`, target: `${accessMarks.target.sign} later access` }
const sideDescriptions = { source: 'Where the bytes were accessed first (Enter)', target: 'Where the same bytes were accessed next (Shift Enter)' }

/** Both versions of the selection's source, side by side with the changes between them. */
export function SourceDiff() {
  const { client } = useApplication()
  const selection = useComparison((open) => open.selection)
  const profiles = useComparison((open) => open.profiles)
  const pair = selection?.kind === 'pair' ? selection.pair : null
  const details = useAnswer(pair === null ? null : `${profiles.old.profile} ${profiles.new.profile} ${pair.pair}`, async (signal) => {
    const of = (version: Version, id: number | null): Promise<PairDetails | null> =>
      id === null ? Promise.resolve(null) : client.call('pairs.details', { profile: profiles[version].profile, pair: id }, { signal })
    const [old, present] = await Promise.all([of('old', pair?.oldPair ?? null), of('new', pair?.newPair ?? null)])
    return { pair, old, new: present }
  })
  if (selection === null) return <Empty>Choose a row above: its source of both versions is shown here.</Empty>
  if (selection.kind === 'row') {
    const places = placesOfRow(selection.row)
    if (places === null) return <Empty>{withoutSource(selection.row)}</Empty>
    return (
      <section className="source-diff" aria-label="Source of both versions">
        <Sources places={places} look="source" title={<strong>{selection.row.label}</strong>} />
      </section>
    )
  }
  if (details.state === 'failed')
    return (
      <Empty>
        <Failure text={details.message} again={details.again} />
      </Empty>
    )
  if (details.state === 'waiting' || details.value.pair?.pair !== pair?.pair) return <Empty>Reading the pair…</Empty>
  return <PairSources pair={selection.pair} old={details.value.old} new={details.value.new} />
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <section className="source-diff" aria-label="Source of both versions">
      <div className="state dim">{children}</div>
    </section>
  )
}

function withoutSource({ kind, label }: TreeRow): string {
  if (kind === 'root' || kind === 'module' || kind === 'thread') return 'Choose a function, a loop or a line above: its source of both versions is shown here.'
  return `${label} has no source line. It may be built without debug information (-g).`
}

function PairSources({ pair, old, new: present }: Record<Version, PairDetails | null> & { pair: ComparedPair }) {
  const application = useApplication()
  const look = useComparison((open) => open.look)
  const places = useMemo(() => placesOfPair(pair, { old, new: present }, look), [pair, old, present, look])
  return (
    <section className="source-diff" aria-label="Source of both versions" data-side={look}>
      <Sources
        places={places}
        look={look}
        title={<Switch<Side> label="Access" value={look} options={sideTitles} titles={sideDescriptions} onChange={(next) => lookAt(application, next)} />}
        chains={{ old: old === null ? null : chainText(old, look), new: present === null ? null : chainText(present, look) }}
      />
    </section>
  )
}

/** "row ← step ← main": the calls that lead to an access, innermost first. */
function chainText(details: PairDetails, side: Side): string {
  return chainOf(details[side])
    .toReversed()
    .map((frame) => frame.function)
    .join(' ← ')
}

interface SourcesProps {
  places: VersionedPlaces
  look: Side
  title: ReactNode
  chains?: Record<Version, string | null>
}

function Sources({ places, look, title, chains }: SourcesProps) {
  const application = useApplication()
  const { client } = application
  const profiles = useComparison((open) => open.profiles)
  const agreed = useComparison((open) => open.agreed)
  const mappings = useAppState((state) => state.sourceMappings)
  const isShown = (version: Version): boolean => places[version].file !== null && isAgreed(agreed[version], places[version].file)
  const read = useAnswer(
    JSON.stringify([profiles.old.profile, profiles.new.profile, places.old.file, places.new.file, isShown('old'), isShown('new'), mappings]),
    async (signal) => {
      const of = async (version: Version): Promise<SourceText | null> => {
        const { file } = places[version]
        return file === null
          ? null
          : client.call('source.read', { profile: profiles[version].profile, file, agreed: isAgreed(agreed[version], file) }, { signal })
      }
      const [old, present] = await Promise.all([of('old'), of('new')])
      return { files: { old: places.old.file, new: places.new.file }, texts: { old, new: present } }
    },
  )
  return (
    <>
      <header className="source-diff-head">
        <span className="source-diff-old">
          {title}
          <VersionPlace which="old" places={places} chain={chains?.old ?? null} />
        </span>
        <VersionPlace which="new" places={places} chain={chains?.new ?? null} />
      </header>
      <div className="side-body">
        {read.state === 'failed' ? (
          <div className="state">
            <Failure text={read.message} again={read.again} />
          </div>
        ) : read.state === 'waiting' || read.value.files.old !== places.old.file || read.value.files.new !== places.new.file ? (
          <Waiting>Reading both versions…</Waiting>
        ) : (
          <Texts texts={read.value.texts} places={places} look={look} />
        )}
      </div>
    </>
  )
}

function VersionPlace({ which, places, chain }: { which: Version; places: VersionedPlaces; chain: string | null }) {
  const { file, lines, absent } = places[which]
  const line = lines[0]?.line ?? null
  return (
    <span className="source-diff-place selectable" title={[file ?? '', chain ?? ''].filter((part) => part !== '').join('\n')}>
      <span className="version-sign">{which}</span>{' '}
      {absent ? (
        <span className="dim">not there</span>
      ) : (
        <>
          <code>{placeText(file, line)}</code> <span className="dim">{chain ?? ''}</span>
        </>
      )}
    </span>
  )
}

function Texts({ texts, places, look }: { texts: Record<Version, SourceText | null>; places: VersionedPlaces; look: Side }) {
  const lit = useMemo<LitLine[]>(
    () => (['old', 'new'] as const).flatMap((version) => places[version].lines.map(({ side, line }) => ({ version, side, line }))),
    [places],
  )
  const { old, new: present } = texts
  const name = `${places.old.file} ${places.new.file}`
  const overwritten = old?.found === true && present?.found === true && old.path === present.path && old.changedSinceBuild
  if (old?.found === true && present?.found === true && !overwritten) {
    return (
      <>
        {old.changedSinceBuild || present.changedSinceBuild ? (
          <div className="side-warning" role="status">
            The {old.changedSinceBuild ? 'old' : 'new'} version’s file changed since its program was built: lines may have moved.
          </div>
        ) : null}
        <FaultBarrier what="The comparison of the sources" retryKey={name}>
          <Suspense fallback={<Waiting part>Loading the editor…</Waiting>}>
            <div className="side-code">
              <DiffView
                label={`${accessMarks[look].title}, ${fileName(places.new.file ?? places.old.file ?? '')}`}
                name={name}
                old={old.text}
                new={present.text}
                language={present.language}
                lit={lit}
                look={look}
                onLeave={focusView}
              />
            </div>
          </Suspense>
        </FaultBarrier>
      </>
    )
  }
  const refused = { old: refusedFile(old, places.old.file), new: refusedFile(present, places.new.file) }
  if (refused.old !== null && refused.new !== null) return <RefusedVersions old={refused.old} new={refused.new} />
  const shown: Version = present?.found === true ? 'new' : 'old'
  const text = texts[shown]
  const looked = places[shown].lines[0] ?? null
  const other: Version = shown === 'new' ? 'old' : 'new'
  return (
    <>
      {text?.found === true ? (
        <MissingVersion
          which={overwritten ? 'old' : other}
          file={places[other].file}
          module={places[other].module}
          text={overwritten ? null : texts[other]}
          absent={places[other].absent}
          unseen={places[other].unseen}
          overwritten={overwritten}
        />
      ) : null}
      {text?.found === true ? (
        <CodeSlot
          label={`${accessMarks[look].title}, ${shown} version, ${fileName(places[shown].file ?? '')}`}
          side={looked?.side ?? null}
          name={`${shown} ${name}`}
          text={text.text}
          language={text.language}
          litLine={looked?.line ?? null}
          heat={noHeat}
        />
      ) : (
        (['old', 'new'] as const).map((which) => <MissingVersion key={which} which={which} {...places[which]} text={texts[which]} overwritten={false} />)
      )}
    </>
  )
}

function refusedFile(text: SourceText | null, file: string | null): { file: string; lookedFor: string[] } | null {
  return file !== null && text?.found === false && text.reason === 'refused' ? { file, lookedFor: text.lookedFor } : null
}
