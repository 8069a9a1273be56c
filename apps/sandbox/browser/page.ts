/** Runs on every page of the sandbox: live content and copy buttons. Pages work without it, by hand. */

import { defineAvouchButton } from '@avouch/provider-sdk/button'
import { Idiomorph } from 'idiomorph'

const FALLBACK_POLL_MS = 5_000
const COPIED_MS = 2_000

const main = () => document.querySelector<HTMLElement>('main')

function announce(text: string | undefined) {
  const announcer = document.querySelector('#announcer')
  if (announcer && text) announcer.textContent = text
}

/** Keeps the text that is typed, open folds, and the button that is pressed. */
function show(current: HTMLElement, next: HTMLElement) {
  const [announced, active] = [current.dataset['announce'], document.activeElement]
  Idiomorph.morph(current, next, {
    callbacks: {
      beforeNodeMorphed: (old) => !(old instanceof Element && old.matches('input[id], textarea[id], select[id]')),
      beforeAttributeUpdated: (name, element) =>
        name !== 'opens-tab' && !(name === 'open' && element instanceof HTMLDetailsElement),
    },
  })
  if (active?.isConnected === false) current.focus({ preventScroll: true })
  if (current.dataset['announce'] !== announced) announce(current.dataset['announce'])
}

let refreshing = false
let isOutdated = false

/** Fetches the page again, and shows it if it has changed. */
async function refresh() {
  isOutdated = refreshing
  if (refreshing) return
  refreshing = true
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [current, next] = [main(), page.querySelector<HTMLElement>('main')]
    if (!current || !next || next.dataset['version'] === current.dataset['version']) return
    document.title = page.title
    show(current, next)
  } catch {
    // The server is not reachable; the next event or poll tries again.
  } finally {
    refreshing = false
    if (isOutdated) refresh().catch(reportError)
  }
}

function stayCurrent(address: string) {
  const source = new EventSource(address)
  source.addEventListener('version', (event) => {
    if (event.data !== main()?.dataset['version']) refresh().catch(reportError)
  })
  let last = Date.now()
  setInterval(() => {
    const every = Number(main()?.dataset['poll'] ?? 0)
    const due = source.readyState !== EventSource.OPEN || (every > 0 && Date.now() - last >= every)
    if (!due || document.visibilityState === 'hidden') return
    last = Date.now()
    refresh().catch(reportError)
  }, FALLBACK_POLL_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh().catch(reportError)
  })
  // A page from the back/forward cache may be old.
  addEventListener('pageshow', (event) => {
    if (event.persisted) refresh().catch(reportError)
  })
}

async function copy(button: HTMLButtonElement) {
  const { copy: text, copied, failed } = button.dataset
  const label = button.querySelector('span')
  if (!text || !label) return
  const before = label.textContent
  let told = copied
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The browser has no clipboard, or does not allow it.
    told = failed
  }
  label.textContent = told ?? before
  announce(told)
  setTimeout(() => {
    label.textContent = before
  }, COPIED_MS)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-copy]') : null
  if (button) copy(button).catch(reportError)
})

defineAvouchButton()
// A double click would send a form that leaves the page twice.
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  if (form.dataset['sent']) event.preventDefault()
  form.dataset['sent'] = 'yes'
})
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) delete form.dataset['sent']
})

const showAway = () => document.documentElement.classList.toggle('away', document.visibilityState === 'hidden')
document.addEventListener('visibilitychange', showAway)
showAway()
/** Sends a form by itself after a while, except for a visitor who came back to it. */
function sendInAWhile(form: HTMLFormElement) {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward') return
  const timer = setTimeout(() => form.requestSubmit(), Number(form.dataset['after']))
  addEventListener('pagehide', () => clearTimeout(timer))
}
const form = document.querySelector<HTMLFormElement>('form[data-after]')
if (form) sendInAWhile(form)

document.documentElement.classList.add('scripted')
const { events } = document.body.dataset
if (events) stayCurrent(events)
