/** Runs on every page of the sandbox: live content and copy buttons. Pages work without it, by hand. */

import { defineAvouchButton } from '@avouch/provider-sdk/button'
import { isLanguage } from '../src/http/language.ts'
import { waitingTime } from '../src/identity/waiting-time.ts'

const FALLBACK_POLL_MS = 5_000
const COPIED_MS = 2_000
const TICK_MS = 1_000

const main = () => document.querySelector<HTMLElement>('main')

function announce(text: string | undefined) {
  const announcer = document.querySelector('#announcer')
  if (announcer && text) announcer.textContent = text
}

/** What a visitor is typing, or has opened, goes along into the newer page. */
function carryOver(current: HTMLElement, next: HTMLElement) {
  for (const field of current.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    '[id][name]',
  )) {
    const twin = next.querySelector<typeof field>(`#${CSS.escape(field.id)}`)
    if (twin) twin.value = field.value
  }
  for (const box of current.querySelectorAll<HTMLDetailsElement>('details[id]')) {
    const twin = next.querySelector<HTMLDetailsElement>(`#${CSS.escape(box.id)}`)
    if (twin) twin.open = box.open
  }
}

function replaceMain(next: HTMLElement) {
  const current = main()
  if (!current) return
  carryOver(current, next)
  const active = document.activeElement
  const caret =
    active instanceof HTMLTextAreaElement ? ([active.selectionStart, active.selectionEnd] as const) : undefined
  const focused = current.contains(document.activeElement) ? document.activeElement?.id : undefined
  current.replaceWith(next)
  if (focused !== undefined) (document.getElementById(focused) ?? next).focus({ preventScroll: focused !== '' })
  const focus = document.activeElement
  if (caret && focus instanceof HTMLTextAreaElement) focus.setSelectionRange(...caret)
  if (next.dataset['announce'] !== current.dataset['announce']) announce(next.dataset['announce'])
  tellWaitingTimes()
}

/** Times since a moment go on without the server. */
function tellWaitingTimes() {
  const { lang } = document.documentElement
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-since]')) {
    const text = waitingTime(new Date(time.dateTime), new Date(), isLanguage(lang) ? lang : 'en')
    if (time.textContent !== text) time.textContent = text
  }
}

/** A button that is replaced between the press and the release of it is not clicked. */
let released = Promise.resolve()
addEventListener('pointerdown', ({ button }) => {
  if (button !== 0) return
  released = new Promise((goOn) => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(goOn), { once: true })
  })
})

let refreshing = false
let isOutdated = false

/** Fetches the page as it is now and shows it when it says something else. */
async function refresh() {
  isOutdated = refreshing
  if (refreshing) return
  refreshing = true
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    await released
    const next = page.querySelector<HTMLElement>('main')
    if (!next || next.dataset['version'] === main()?.dataset['version']) return
    document.title = page.title
    replaceMain(next)
  } catch {
    // The server is away for a moment; the next event or poll asks again.
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
  // A page that comes back out of the browser's cache may be old.
  addEventListener('pageshow', (event) => {
    if (event.persisted) refresh().catch(reportError)
  })
}

async function copy(button: HTMLButtonElement) {
  const { copy: text, copied } = button.dataset
  const label = button.querySelector('span')
  if (!text || !label) return
  const before = label.textContent
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The browser has no clipboard, or does not allow it.
    return
  }
  label.textContent = copied ?? before
  announce(copied)
  setTimeout(() => {
    label.textContent = before
  }, COPIED_MS)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-copy]') : null
  if (button) copy(button).catch(reportError)
})

defineAvouchButton()
// Double clicks on a form that leaves the page would only ask the same question twice.
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  if (form.dataset['sent']) event.preventDefault()
  form.dataset['sent'] = 'yes'
})
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) delete form.dataset['sent']
})

document.documentElement.classList.add('scripted')
if (document.querySelector('time[data-since]') || document.body.dataset['events'])
  setInterval(tellWaitingTimes, TICK_MS)
const { events } = document.body.dataset
if (events) stayCurrent(events)
