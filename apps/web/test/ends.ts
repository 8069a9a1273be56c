import { type KnownIntent, SECOND_MS } from '@avouch/contract'
import { BUTTONS } from '@avouch/design/button'
import type { PhraseKey } from '@avouch/phrases'
import { en as ageApp } from '@avouch/phrases/age-app/en'
import { en } from '@avouch/phrases/en'
import { expect, vi } from 'vitest'
import { openPage, type Opening } from './page.ts'
import { checkAt, CHECK, PROFILE } from './session.ts'
import { BACK, CINEMA, MINTID, requestOf } from './website.ts'

type Summary = NonNullable<KnownIntent['intent']>
type OpenPage = Awaited<ReturnType<typeof openPage>>
type Key = PhraseKey | keyof typeof ageApp

/** The tab of a visit: the website's own, one that it opened, or that of a request by OpenID Connect, which returns to us first. */
export type Tab = 'same' | 'new' | 'oidc'
export type Variant = { tab: Tab; device: 'computer' | 'phone'; kept: boolean }

/**
 * Page, heading, primary button and the place where it leads, and what the tab does by itself: it waits where something turns. At last,
 * that a person can be written to.
 */
export type Cell = readonly [
  page: string,
  heading: Key,
  button: Key | null,
  leads: string | null,
  tab: 'closes' | 'leaves' | 'stays' | 'waits',
  support?: 'support' | undefined,
]

export const RETURN_ID = 'R'.repeat(40)
const doneOf = () => `${window.location.origin}/oidc/interaction/${'R'.repeat(43)}/done`
const wayBackOf = (tab: Tab): Partial<Summary> =>
  tab === 'oidc' ? { return: 'same_tab', redirect_uri: doneOf() } : { return: `${tab}_tab` }

const LINK = { id: 'L'.repeat(22), url: 'https://avouch.example/a/CCCCCCCCCCCCCCCCCCCCCC', number: 42, expires_in: 300 }
const PRESENTATION = {
  id: 'P'.repeat(22),
  expires_in: 300,
  request: null,
  url: 'av://?client_id=avouch',
  qr_url: 'https://avouch.example/w/CCCCCCCCCCCCCCCCCCCCCC',
}
export const answered = (result: boolean) => ({ status: 'confirmed', data: { result, redirect_uri: BACK } })
export const stateOf = (state: string, reason: string | null = null) => ({
  state,
  reason,
  redirect_uri: state === 'confirmed' ? BACK : null,
})

/** Begins at the first page, as every visit does, in a browser that keeps the request or has lost it since. */
export async function beginVisit({ tab, device, kept }: Variant, asked: Partial<Summary> = {}) {
  const onPhone = device === 'phone'
  const mobile = `mobile=${onPhone}`
  const intent = requestOf({ ...wayBackOf(tab), ...asked })
  const answers = {
    intentSummary: intent,
    me: PROFILE,
    kycInit: checkAt(),
    kycReturn: { mintid: MINTID },
    checkIntent: answered(true),
    confirmIntent: answered(true),
    createAppLink: LINK,
    followAppLink: stateOf('waiting'),
    createPresentation: PRESENTATION,
    followPresentation: stateOf('waiting'),
  }
  const landing = await openPage(`/?mintid=${MINTID}&${mobile}`, { onPhone, answers })
  await landing.advance(SECOND_MS)
  /** Continues in the same tab, which may have been at the identity check or in an app. */
  const goOn = (address: string, { hash = '', ...more }: Opening & { hash?: string } = {}) => {
    if (!kept) window.localStorage.removeItem('verification')
    const join = address.includes('?') ? '&' : '?'
    return openPage(`${address}${join}${mobile}${hash}`, {
      onPhone,
      sameTab: true,
      ...more,
      answers: { ...answers, ...more.answers },
    })
  }
  return {
    intent,
    landing,
    goOn,
    goOnAt: (path: string, more?: Opening) => goOn(`${path}?mintid=${MINTID}`, more),
    /** Comes back from the identity check, with the session of this tab. */
    backFromCheck: (more: Opening = {}) =>
      goOn(`/kyc-check-result?return=${RETURN_ID}`, {
        signedIn: true,
        tab: { processing_intent: MINTID },
        ...more,
      }),
    /** The request has ended on the server: as the next answer has it. */
    ended: (ended: Summary['ended']) => ({ intentSummary: { ...intent, ended } }),
  }
}

const said = (key: Key): string =>
  (key in ageApp ? ageApp[key as keyof typeof ageApp] : en[key as PhraseKey])
    .replaceAll('{{provider}}', CINEMA)
    .replaceAll('{{age}}', '18')
    .replaceAll('{{product}}', 'Avouch')

const primary = () =>
  [...document.querySelectorAll<HTMLElement>('main a, main button')].find(({ className }) =>
    className.startsWith(BUTTONS.primary),
  )
const supports = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[target=_blank]')].some(({ href }) => /support/.test(href))

/** Names a place outside by what it is. */
function placeOf(address: string): string {
  if (address === BACK || address === doneOf()) return 'website'
  if (address === CHECK) return 'check'
  return new URL(address, window.location.href).pathname
}

/** The words of the last page about what the website was told. */
const TOLD = ['complete.passedOn', 'complete.refused', 'complete.paid', 'complete.nothing', 'complete.open'] as const

/** Names a page of ours by its address; the last one with its words. */
function placeHere(): string {
  const text = document.querySelector('main')?.textContent ?? ''
  const told = TOLD.find((key) => text.includes(said(key)))
  return [window.location.pathname, ...(told === undefined ? [] : [told])].join(' ')
}

/** Presses the primary button. @returns the place where it leads, or `again` where it makes another code */
async function press({ user, replace, assign, callsOf }: OpenPage, button: HTMLElement): Promise<string> {
  const path = window.location.pathname
  const made = () => callsOf('createAppLink').length + callsOf('createPresentation').length
  const before = made()
  const heading = document.querySelector('main h1')?.textContent
  const left = replace.mock.calls.length
  let followed: string | undefined
  const follow = (event: MouseEvent) => {
    const link = button.closest('a')
    if (!event.defaultPrevented && link !== null) followed = link.href
    event.preventDefault()
  }
  document.addEventListener('click', follow, { once: true })
  await user.click(button)
  const reached = () => {
    const address = followed ?? replace.mock.calls[left]?.[0] ?? assign.mock.calls[0]?.[0]
    if (address !== undefined && address !== null) return placeOf(String(address))
    if (window.location.pathname === path) return made() > before ? 'again' : undefined
    const isThere = document.querySelector('main h1')?.textContent !== heading
    return isThere ? placeHere() : undefined
  }
  await expect.poll(reached).toBeDefined()
  return reached() ?? ''
}

/** Expects the end of a visit: what its window shows, what the tab does within ten seconds, and where the button leads. */
export async function expectEnd(page: OpenPage, [path, heading, button, leads, tab, support]: Cell): Promise<void> {
  const close = vi.spyOn(window, 'close').mockReturnValue()
  const shown = () => ({
    path: window.location.pathname,
    heading: document.querySelector('main h1')?.textContent,
    button: primary()?.textContent,
    support: supports(),
  })
  const wanted = {
    path,
    heading: said(heading),
    button: button === null ? undefined : said(button),
    support: support !== undefined,
  }
  await expect.poll(shown).toEqual(wanted)
  // A tab leaves after its event is on its way, by a part that is loaded then.
  await vi.dynamicImportSettled()
  await page.advance(10 * SECOND_MS)
  const isLeft = page.replace.mock.calls.some(([address]) => placeOf(String(address)) === 'website')
  const turns = document.querySelector('main .animate-turn') !== null
  const did = close.mock.calls.length > 0 ? 'closes' : isLeft ? 'leaves' : turns ? 'waits' : 'stays'
  const now = primary()
  expect({ did, leads: now === undefined ? null : await press(page, now) }).toEqual({ did: tab, leads })
}
