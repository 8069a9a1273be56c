const CHOSEN = 'docs-language'

/** The language that was chosen on an earlier page of this visit. */
function remembered(): string | null {
  try {
    return sessionStorage.getItem(CHOSEN)
  } catch {
    // Site data are blocked.
    return null
  }
}
function remember(name: string): void {
  try {
    sessionStorage.setItem(CHOSEN, name)
  } catch {
    // It stays a choice of this page.
  }
}

type Group = { names: string[]; show: (name: string) => void }

const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Makes one group of blocks tabs. @param choose shows a language in every group */
function makeTabs(group: Element, number: number, choose: (name: string) => void): Group {
  const panels = [...group.querySelectorAll<HTMLElement>('[data-tab]')]
  const names = panels.map((panel) => panel.dataset['tab'] ?? '')
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = panels.map((panel, at) => {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = names[at] ?? ''
    tab.id = `tab-${number}-${at}`
    panel.id = `panel-${number}-${at}`
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', () => choose(names[at] ?? ''))
    tab.addEventListener('keydown', (event) => {
      const to = MOVES[event.key]?.(at, tabs.length)
      if (to === undefined) return
      event.preventDefault()
      choose(names[to] ?? '')
      tabs[to]?.focus()
    })
    list.append(tab)
    return tab
  })
  group.prepend(list)
  const show = (name: string) => {
    for (const [at, panel] of panels.entries()) {
      const isShown = names[at] === name
      panel.hidden = !isShown
      tabs[at]?.setAttribute('aria-selected', String(isShown))
      if (tabs[at] !== undefined) tabs[at].tabIndex = isShown ? 0 : -1
    }
  }
  show(names[0] ?? '')
  return { names, show }
}

/** Turns adjacent blocks of the same code in several languages into tabs; a choice applies to all of them, and to the next pages. */
export function addTabs(): void {
  const groups: Group[] = []
  const choose = (name: string) => {
    remember(name)
    for (const { names, show } of groups) if (names.includes(name)) show(name)
  }
  for (const [number, group] of document.querySelectorAll('[data-tabs]').entries())
    groups.push(makeTabs(group, number, choose))
  const before = remembered()
  if (before !== null) choose(before)
}
