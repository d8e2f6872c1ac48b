import type { ReactNode } from 'react'
import { Children } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'

export interface SplitLayout {
  /** Name under which the sizes are remembered. */
  id: string
  orientation: 'horizontal' | 'vertical'
  /** Per child: identity, first size (percent or "17.5rem") and least size. */
  panes: Array<{ id: string; size: string; minimum: string }>
}

/** Panes beside or above each other whose sizes a person sets once. */
export function Split({ id, orientation, panes, children }: SplitLayout & { children: ReactNode }) {
  const remembered = useDefaultLayout({ id: `hagstone.${id}`, panelIds: panes.map((pane) => pane.id) })
  const contents = Children.toArray(children)
  return (
    <Group orientation={orientation} defaultLayout={remembered.defaultLayout} onLayoutChanged={remembered.onLayoutChanged}>
      {panes.flatMap((pane, index) => [
        index === 0 ? null : <Separator key={`before-${pane.id}`} className="split" />,
        <Panel
          key={pane.id}
          id={pane.id}
          defaultSize={pane.size}
          minSize={pane.minimum}
          groupResizeBehavior={pane.size.endsWith('rem') ? 'preserve-pixel-size' : 'preserve-relative-size'}
        >
          {contents[index]}
        </Panel>,
      ])}
    </Group>
  )
}
