import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Blame } from '../../shared/rpc/trees.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { Preferences } from '../application/preferences.ts'
import { report } from '../application/application.ts'
import { useApplication, usePreference, useProfile } from '../application/context.ts'
import { reshapeTrees } from '../application/profiles.ts'
import type { ChosenShape } from '../application/state.ts'
import { useMenuPlace } from '../components/use_menu_place.ts'
import { percentText } from '../format/quantities.ts'
import { knowsRunShares, type ShareOf } from '../tools/waste_whole.ts'
import { threadNames } from '../threads/thread_names.ts'
import { blameWords } from './tree_shape.ts'

const folds = [0, 0.0001, 0.001, 0.01]
const hotShares = [0.25, 0.5, 0.75]
/** A menu of more is no help: they are searched in a dialog. */
const mostThreads = 40

/** The scope of the tree's numbers, and how much of the tree is shown. Every choice keeps the menu open. */
export function TreeShapeChoices({ hasWaste }: { hasWaste: boolean }) {
  const application = useApplication()
  const place = useMenuPlace()
  const { blame, threads: chosen } = useProfile((profile) => profile.shape)
  const threads = useProfile((profile) => profile.summary.threads)
  const summary = useProfile((profile) => profile.summary)
  const shareOf = usePreference((preferences) => preferences.shareOf)
  const lineHeat = usePreference((preferences) => preferences.lineHeat)
  const foldBelow = usePreference((preferences) => preferences.foldBelow)
  const startUpShown = usePreference((preferences) => preferences.startUpShown)
  const recursionShown = usePreference((preferences) => preferences.recursionShown)
  const creatorsShown = usePreference((preferences) => preferences.creatorsShown)
  const hotPathShare = usePreference((preferences) => preferences.hotPathShare)
  const change = (part: Partial<ChosenShape>): void => void reshapeTrees(application, part).catch((error) => report(application, error))
  function toggleThread(index: number): void {
    const shown = chosen ?? []
    const next = shown.includes(index) ? shown.filter((other) => other !== index) : [...shown, index]
    change({ threads: next.length === 0 ? null : next })
  }
  return (
    <DropdownMenu.Portal container={place}>
      <DropdownMenu.Content className="menu" align="end">
        {hasWaste ? (
          <Choice label="Waste is charged to" value={blame} onChoose={(value) => change({ blame: value as Blame })}>
            {(Object.keys(blameWords) as Blame[]).map((each) => (
              <Option key={each} value={each} chosen={blame} title={blameWords[each].description}>
                {blameWords[each].title}
              </Option>
            ))}
          </Choice>
        ) : null}
        {hasWaste && knowsRunShares(summary) ? (
          <Choice label="Percentages of waste are of" value={shareOf} onChoose={(value) => application.preferences.setState({ shareOf: value as ShareOf })}>
            <Option value="run" chosen={shareOf}>
              the run’s CPU time
            </Option>
            <Option value="waste" chosen={shareOf}>
              all waste of the tool
            </Option>
          </Choice>
        ) : null}
        {summary.runCost === null || !hasWaste ? null : (
          <Choice
            label="Bars beside source lines show"
            value={lineHeat}
            onChoose={(value) => application.preferences.setState({ lineHeat: value as Preferences['lineHeat'] })}
          >
            <Option value="waste" chosen={lineHeat}>
              waste
            </Option>
            <Option value="spent" chosen={lineHeat}>
              {COST_NAMES[summary.runCost.measure].title}
            </Option>
          </Choice>
        )}
        <Choice
          label="Rows folded into “N more”"
          value={String(foldBelow)}
          onChoose={(value) => {
            application.preferences.setState({ foldBelow: Number(value) })
            change({})
          }}
        >
          {folds.map((share) => (
            <Option key={share} value={String(share)} chosen={String(foldBelow)}>
              {share === 0 ? 'none' : `below ${percentText(share)}`}
            </Option>
          ))}
        </Choice>
        <DropdownMenu.CheckboxItem
          className="menu-item"
          checked={startUpShown}
          title="Frames that only start the program or a thread, such as _start, __libc_start_main, start_thread, and Rust’s lang_start"
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(checked) => {
            application.preferences.setState({ startUpShown: checked })
            change({})
          }}
        >
          <span>
            <span className="menu-check">{startUpShown ? '✓' : ''}</span>Show start-up frames
          </span>
        </DropdownMenu.CheckboxItem>
        <DropdownMenu.CheckboxItem
          className="menu-item"
          checked={recursionShown}
          title="Frames in which functions call themselves or each other in one chain are one row: in Top-down between the first and the last frame, in Bottom-up up to the first caller"
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(checked) => {
            application.preferences.setState({ recursionShown: checked })
            change({})
          }}
        >
          <span>
            <span className="menu-check">{recursionShown ? '✓' : ''}</span>Show recursive frames
          </span>
        </DropdownMenu.CheckboxItem>
        {summary.tellsCreators === true ? (
          <DropdownMenu.CheckboxItem
            className="menu-item"
            checked={creatorsShown}
            title="Threads stand below the code that created them, in a row “thread created by …”; otherwise all threads begin at the top of the tree"
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) => {
              application.preferences.setState({ creatorsShown: checked })
              change({})
            }}
          >
            <span>
              <span className="menu-check">{creatorsShown ? '✓' : ''}</span>Show where threads were created
            </span>
          </DropdownMenu.CheckboxItem>
        ) : null}
        {hasWaste ? (
          <Choice
            label="The hot path continues while a row has"
            value={String(hotPathShare)}
            onChoose={(value) => application.preferences.setState({ hotPathShare: Number(value) })}
          >
            {hotShares.map((share) => (
              <Option key={share} value={String(share)} chosen={String(hotPathShare)}>
                {percentText(share)} of its parent’s waste
              </Option>
            ))}
          </Choice>
        ) : null}
        {threads.length < 2 ? null : (
          <>
            <DropdownMenu.Label className="menu-label">Of threads</DropdownMenu.Label>
            <DropdownMenu.CheckboxItem
              className="menu-item"
              checked={chosen === null}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={() => change({ threads: null })}
            >
              <span>
                <span className="menu-check">{chosen === null ? '✓' : ''}</span>all {threads.length}
              </span>
            </DropdownMenu.CheckboxItem>
            {threads.length > mostThreads ? (
              <DropdownMenu.Item className="menu-item" onSelect={() => application.store.setState({ overlay: 'threads' })}>
                <span>
                  <span className="menu-check">{chosen === null ? '' : '✓'}</span>
                  {chosen === null ? 'some of them…' : `${chosen.length} of them…`}
                </span>
              </DropdownMenu.Item>
            ) : (
              threadNames(threads).map((name, index) => (
                <DropdownMenu.CheckboxItem
                  key={index}
                  className="menu-item"
                  checked={chosen?.includes(index) === true}
                  onSelect={(event) => event.preventDefault()}
                  onCheckedChange={() => toggleThread(index)}
                >
                  <span>
                    <span className="menu-check">{chosen?.includes(index) === true ? '✓' : ''}</span>
                    {name}
                  </span>
                </DropdownMenu.CheckboxItem>
              ))
            )}
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

function Choice({ label, value, onChoose, children }: { label: string; value: string; onChoose(value: string): void; children: ReactNode }) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={label}>
      <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
      {children}
    </DropdownMenu.RadioGroup>
  )
}

function Option({ value, chosen, title, children }: { value: string; chosen: string; title?: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem className="menu-item" value={value} title={title} onSelect={(event) => event.preventDefault()}>
      <span>
        <span className="menu-check">{value === chosen ? '✓' : ''}</span>
        {children}
      </span>
    </DropdownMenu.RadioItem>
  )
}
