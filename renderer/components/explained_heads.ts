/**
 * The explanations of column heads, and of other rows that say why, by keyboard and touch: the mouse gets them from the
 * browser. Heads of grids are reached by Tab, then by arrow keys; Tab goes from a head to its edge, which arrow keys move.
 * Loaded when the window is idle.
 */

/** Their title is the explanation, which screen readers read from there. */
const explained = '[role=columnheader][title], th[title], label[title]:has([aria-disabled=true])'
const gridHead = '.grid [role=columnheader]'
const edgeOfHead = `${gridHead} > [role=separator]`
/** ms; as systems have it. */
const longPress = 500
/** CSS pixels by which a finger may move while it rests. */
const slop = 10
const margin = 8

/** Listens to the whole page. @returns a function that ends this */
export function explainHeads(): () => void {
  const tooltip = document.createElement('div')
  tooltip.className = 'tooltip explanation'
  tooltip.setAttribute('aria-hidden', 'true')
  let shown: HTMLElement | null = null
  let byKey = false
  let press: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null
  /** The finger that opened an explanation still rests: lifting it must not sort. */
  let swallowsClick = false
  const ending = new AbortController()

  function show(head: HTMLElement): void {
    shown = head
    tooltip.textContent = head.title
    document.body.append(tooltip)
    place()
  }
  function hide(): void {
    shown = null
    tooltip.remove()
  }
  function place(): void {
    if (shown === null) return
    const head = shown.getBoundingClientRect()
    const { width, height } = tooltip.getBoundingClientRect()
    const below = head.bottom + 4
    tooltip.style.left = `${Math.max(margin, Math.min(head.left, window.innerWidth - width - margin))}px`
    tooltip.style.top = `${below + height <= window.innerHeight ? below : Math.max(0, head.top - height - 4)}px`
  }
  function endPress(): void {
    clearTimeout(press?.timer)
    press = null
  }
  function listen<K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void {
    document.addEventListener(type, listener, { capture: true, signal: ending.signal })
  }

  listen('focusin', (event) => {
    const stop = stopAt(event.target)
    takeStop(stop, stop)
    const head = explainedAt(event.target)
    if (head !== null && byKey && (stop === null || stop === event.target)) show(head)
  })
  // A finger moves the focus when it lifts.
  listen('focusout', (event) => {
    if (byKey) hide()
    takeStop(stopAt(event.target), null)
  })
  listen('keydown', (event) => {
    byKey = true
    const isShown = shown !== null
    const { target, key } = event
    if (isShown && key === 'Escape') {
      hide()
      take(event)
    } else if (target instanceof HTMLElement && target.matches(gridHead) && !event.ctrlKey && !event.metaKey && !event.altKey) onHeadKey(event, target)
  })
  listen('pointerdown', (event) => {
    byKey = false
    swallowsClick = false
    hide()
    endPress()
    const head = explainedAt(event.target)
    if (head === null || event.pointerType !== 'touch') return
    const timer = setTimeout(() => {
      press = null
      swallowsClick = true
      show(head)
    }, longPress)
    press = { x: event.clientX, y: event.clientY, timer }
  })
  listen('pointermove', (event) => {
    if (press !== null && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slop) endPress()
  })
  listen('pointerup', endPress)
  listen('pointercancel', endPress)
  listen('contextmenu', (event) => {
    if (press !== null || swallowsClick) take(event)
  })
  listen('click', (event) => {
    if (swallowsClick) take(event)
    swallowsClick = false
  })
  listen('scroll', place)
  return () => {
    endPress()
    hide()
    ending.abort()
  }
}

function explainedAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(explained) : null
}

function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The head of a grid that is focused, or whose edge is. */
function stopAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.matches(`${gridHead}, ${edgeOfHead}`) ? target.closest<HTMLElement>(gridHead) : null
}

/**
 * One head of a grid is a stop of Tab, and its edge after it: the focused one, so that Shift+Tab leaves the heads; while none
 * is, the first, without its edge.
 * @param head a head of the grid; null: there is nothing to do
 */
function takeStop(head: HTMLElement | null, focused: HTMLElement | null): void {
  if (head === null) return
  const heads = headsOf(head)
  for (const each of heads) {
    each.tabIndex = each === (focused ?? heads[0]) ? 0 : -1
    each.querySelector<HTMLElement>('[role=separator]')!.tabIndex = each === focused ? 0 : -1
  }
}

/** All heads of the head's grid. */
function headsOf(head: HTMLElement): HTMLElement[] {
  return [...head.parentElement!.querySelectorAll<HTMLElement>('[role=columnheader]')]
}

/** Keys on the focused head of a grid. */
function onHeadKey(event: KeyboardEvent, head: HTMLElement): void {
  const heads = headsOf(head)
  const at = heads.indexOf(head)
  const target: Partial<Record<string, HTMLElement | undefined | null>> = {
    ArrowLeft: heads[at - 1] ?? head,
    ArrowRight: heads[at + 1] ?? head,
    Home: heads[0],
    End: heads.at(-1),
    ArrowDown: head.closest<HTMLElement>('.grid'),
  }
  if (event.key === 'Enter' || event.key === ' ') head.querySelector<HTMLElement>('.grid-sort')?.click()
  else if (target[event.key] == null) return
  else target[event.key]!.focus()
  take(event)
}
