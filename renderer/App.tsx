import { Suspense, useEffect, useMemo } from 'react'
import { Waiting } from './components/loading/Waiting.tsx'
import { lazyPart } from './components/loading/lazy_part.tsx'
import { useStore } from 'zustand'
import type { Application } from './application/application.ts'
import { report } from './application/application.ts'
import { ApplicationContext, labelOf, useAppState, usePreference } from './application/context.ts'
import { droppedPath } from './application/opening/dropped.ts'
import { openDroppedFile } from './application/opening/open_file.ts'
import { CommandContext } from './commands/context.ts'
import { createCommands } from './commands/registry.ts'
import { runCommand, useCommandKeys } from './commands/use_command_keys.ts'
import { FaultBarrier } from './components/FaultBarrier.tsx'
import { useScreenFocus } from './focus/view_focus.ts'
import { NoticeBar } from './NoticeBar.tsx'
import { WorkBar } from './components/WorkBar.tsx'
import { Split } from './components/Split.tsx'
import { useNarrow } from './components/use_narrow.ts'
import { Overlays } from './Overlays.tsx'
import { Printed } from './print/Printed.tsx'
import { ProfileWindow } from './profile/ProfileWindow.tsx'
import { RunsSide } from './runs/RunsSide.tsx'
import { StartPage } from './runs/StartPage.tsx'
import { TitleBar } from './TitleBar.tsx'
import './app.css'

/** The charts bring a library of their own, which most windows never need; launching is a page of its own. */
const ComparisonWindow = lazyPart(() => import('./comparison/ComparisonWindow.tsx'))
const ValidationView = lazyPart(() => import('./validation/ValidationView.tsx'))
const LaunchForm = lazyPart(async () => ({ default: (await import('./launch/LaunchForm.tsx')).LaunchForm }))
const RecordingView = lazyPart(async () => ({ default: (await import('./launch/RecordingView.tsx')).RecordingView }))

/** One window: title bar, runs at the left, the chosen screen, and the overlays. */
export function App({ application }: { application: Application }) {
  const commands = useMemo(() => createCommands(application), [application])
  useEffect(() => {
    application.runCommand = (id) => {
      const command = commands.find((candidate) => candidate.id === id)
      if (command === undefined) report(application, new Error(`This window has no command “${id}”.`))
      else void runCommand(application, command)
    }
  }, [application, commands])
  useCommandKeys(application, commands)
  const title = useStore(application.store, (state) => {
    const { screen, comparison, profile } = state
    if (screen === 'comparison' && comparison !== null) return `${comparison.summary.new.run.command.join(' ')}, old and new`
    if (profile === null) return null
    const { path, run } = profile.summary
    return [labelOf(state, path), run.command.join(' ')].filter(Boolean).join(' – ')
  })
  const machine = useStore(application.store, ({ desktop }) => desktop?.machine ?? null)
  useEffect(() => {
    document.title = [title, machine === null ? 'Hagstone' : `Hagstone on ${machine}`].filter((part) => part !== null).join(' – ')
  }, [title, machine])
  return (
    <ApplicationContext value={application}>
      <CommandContext value={commands}>
        <div className="window" onDragOver={(event) => event.preventDefault()} onDrop={(event) => openDropped(application, event)}>
          <TitleBar title={title} />
          <div className="window-body">
            <Body />
          </div>
          <WorkBar />
          <NoticeBar />
          <Overlays />
        </div>
        <Printed />
      </CommandContext>
    </ApplicationContext>
  )
}

function Body() {
  const isNarrow = useNarrow()
  const part = useScreenFocus(useAppState((state) => state.screen))
  const runsShown = usePreference((preferences) => preferences.runsShown) && !isNarrow
  // The runs are at hand on the start page; beside a profile there is no room for them.
  const runsBelow = useAppState((state) => state.screen === 'start') && isNarrow
  // The screen stays in its pane, so that a form keeps its input.
  return (
    <Split
      id="window"
      orientation="horizontal"
      panes={[
        ...(runsShown ? [{ id: 'runs', size: '13.125rem', minimum: '8.75rem' }] : []),
        { id: 'screen', size: runsShown ? '85%' : '100%', minimum: '25rem' },
      ]}
    >
      {runsShown ? <Runs /> : null}
      <div ref={part} className={runsBelow ? 'body-below' : 'body-screen'} tabIndex={-1} data-screen>
        <Screen />
        {runsBelow ? <Runs /> : null}
      </div>
    </Split>
  )
}

function Runs() {
  return (
    <FaultBarrier what="The list of runs" retryKey="">
      <RunsSide />
    </FaultBarrier>
  )
}

function Screen() {
  const screen = useAppState((state) => state.screen)
  return (
    <FaultBarrier what="This page" retryKey={screen}>
      <ScreenContent />
    </FaultBarrier>
  )
}

function ScreenContent() {
  const screen = useAppState((state) => state.screen)
  const hasProfile = useAppState((state) => state.profile !== null)
  const hasComparison = useAppState((state) => state.comparison !== null)
  if (screen === 'launch')
    return (
      <Suspense fallback={<Waiting part>Loading the form…</Waiting>}>
        <LaunchForm />
      </Suspense>
    )
  if (screen === 'recording')
    return (
      <Suspense fallback={<Waiting part>Loading the recording…</Waiting>}>
        <RecordingView />
      </Suspense>
    )
  if (screen === 'validation')
    return (
      <Suspense fallback={<Waiting part>Loading the validation…</Waiting>}>
        <ValidationView />
      </Suspense>
    )
  if (screen === 'comparison' && hasComparison)
    return (
      <Suspense fallback={<Waiting part>Loading the comparison…</Waiting>}>
        <ComparisonWindow />
      </Suspense>
    )
  return screen === 'profile' && hasProfile ? <ProfileWindow /> : <StartPage />
}

function openDropped(application: Application, event: React.DragEvent): void {
  event.preventDefault()
  const path = droppedPath(event)
  const machine = application.store.getState().desktop?.machine ?? null
  if (machine !== null && event.dataTransfer.files.length > 0)
    report(
      application,
      new Error(`The dropped file is on this machine, but the window shows runs of ${machine}. Drop it on a window of this machine, or copy it there.`),
    )
  else if (path !== null) void openDroppedFile(application, path)
  else report(application, new Error('The browser does not reveal the path of a dropped file. Use “Open a profile…”, or drop its path as text.'))
}
