import { Tabs } from 'radix-ui'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { showView } from '../application/profiles.ts'
import type { ProfileView } from '../application/state.ts'
import { profileViews } from '../application/state.ts'
import { viewTitles } from '../commands/view_commands.ts'
import { Split } from '../components/Split.tsx'
import { PairPanes } from '../pair/PairPanes.tsx'
import { PairTable } from '../pairs/PairTable.tsx'
import { TreeView } from '../tree/TreeView.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { StatisticsView } from './StatisticsView.tsx'
import { ThreadsView } from './ThreadsView.tsx'

export function ProfileWindow() {
  const summary = useProfile((profile) => profile.summary)
  return (
    <div className="profile">
      <ProfileHeader summary={summary} />
      <div className="profile-body">
        <Split id="profile" orientation="horizontal" panes={[{ id: 'views', size: '58%', minimum: '320px' }, { id: 'pair', size: '42%', minimum: '260px' }]}>
          <Views />
          <PairPanes />
        </Split>
      </div>
    </div>
  )
}

function Views() {
  const application = useApplication()
  const view = useProfile((profile) => profile.view)
  const summary = useProfile((profile) => profile.summary)
  return (
    <Tabs.Root
      className="profile-left"
      value={view}
      activationMode="manual"
      onValueChange={(next) => showView(application, next as ProfileView).catch((error) => report(application, error))}
    >
      <Tabs.List className="tabs" aria-label="Views of the profile">
        {profileViews.map((name, index) => (
          <Tabs.Trigger key={name} value={name} className="tab" title={`${viewTitles[name]} (${index + 1})`}>{viewTitles[name]}</Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={view} className="tab-panel" tabIndex={-1}>
        {view === 'pairs' ? <PairTable /> : view === 'threads' ? <ThreadsView summary={summary} /> : view === 'statistics' ? <StatisticsView summary={summary} /> : <TreeView kind={view} />}
      </Tabs.Content>
    </Tabs.Root>
  )
}
