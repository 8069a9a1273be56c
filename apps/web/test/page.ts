import { api, AppError, type Endpoint, type ErrorCode, PAGE_SETTINGS, type PageSettings } from '@avouch/contract'
import { configure, screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
// Loaded before a test replaces the clock, which React keeps.
import type * as ReactDom from 'react-dom/client'
import 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { type TestLanguage, type Texts, textsOf } from '#e2e/support/texts.ts'

type Name = keyof typeof api
/** A call of the page, as the server would read it. */
export type Call = {
  name: Name
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: Headers
}
/** A body of the endpoint's usual status, the code of a refusal, any other response, or no answer at all. */
type Reply = Record<string, unknown> | Response | ErrorCode | 'lost'
export type Answers = { [N in Name]?: Reply | ((call: Call) => Reply | Promise<Reply>) }

export type Opening = {
  language?: TestLanguage
  answers?: Answers
  /** A visitor with a session in this tab. */
  signedIn?: boolean
  /** A finger, and a small screen. */
  onPhone?: boolean
  /** Parts of this browser's `navigator`, in place of the usual ones. */
  browser?: Record<string, unknown>
  /** Items of the tab's storage. */
  tab?: Record<string, string>
  cookies?: Record<string, string>
  settings?: Partial<PageSettings>
  /** Continues the page before in the same tab: by a reload, or an address that it led to. */
  sameTab?: boolean
  /** Errors that the page may write to the console. */
  logs?: RegExp
}

/** An address of its own goes before one with a parameter, as on the server. */
const ENDPOINTS = Object.entries(api)
  .toSorted(([, one], [, other]) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
  .map(([name, { method, path, answers }]: [string, Endpoint]) => ({
    name: name as Name,
    method,
    status: Math.min(...Object.keys(answers).map(Number)),
    path: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))

/** Calls that any page may make. */
const QUIET: Answers = {
  captcha: { provider: 'off' },
  kycReview: 'not_found',
  leaveIntent: new Response(null, { status: 204 }),
  switches: { maintenance: '0', broadcast: '0' },
  validatePhone: { valid: true, type: 'mobile' },
}

/** A refusal as the server writes it. */
function refusal(code: ErrorCode, t: Texts, details: Record<string, unknown> = {}): Response {
  const { status, message: title } = new AppError(code)
  const words = { type: 'about:blank', title, status, code, message: t(`error.${code}` as 'error.required') }
  return Response.json({ ...words, ...details }, { status })
}

function responseOf(reply: Reply, t: Texts, status = 200): Response {
  if (reply === 'lost') throw new TypeError('no answer')
  if (reply instanceof Response) return reply.clone()
  return typeof reply === 'string' ? refusal(reply, t) : Response.json(reply, { status })
}

const bodyOf = ({ headers, body }: { headers: Headers; body: string }): unknown => {
  if (body === '') return undefined
  return headers.get('content-type')?.includes('json') === true
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
}

/** Collects the ends of what a page begins: its listeners would hear the events of the next one. */
function collectListeners(): (() => void)[] {
  const ends: (() => void)[] = []
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      ends.push(() => target.removeEventListener(type, listener, options))
      add(type, listener, options)
    }
    ends.push(() => {
      target.addEventListener = add
    })
  }
  return ends
}

/** Server-sent events that the pages listen to. */
const streams = new Set<EventTarget>()
class Stream extends EventTarget {
  constructor() {
    super()
    streams.add(this)
  }
  close() {
    streams.delete(this)
  }
}

/** Closes the page that is open. */
let close = () => {}

configure({
  // A busy machine may take as long.
  asyncUtilTimeout: 60_000,
  // A whole page in every message says nothing.
  getElementError: (message) => new Error(message?.split('\n')[0]),
})

/** Lets time pass, and then React and whatever was waited for go on. */
async function settle(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await new Promise((goOn) => void setImmediate(goOn))
}

/**
 * Opens an address of the front end as a browser does, with a server that gives these answers. Only `advance` moves the clock.
 * A call without an answer, and an error in the console, fail the test.
 */
export async function openPage(address: string, opening: Opening = {}) {
  const { language = 'en', signedIn = false, tab = {}, settings, logs = /^$/ } = opening
  const { onPhone = false, browser = {}, cookies = {}, sameTab = false } = opening
  close()
  const t = textsOf(language)
  const answers: Answers = { ...QUIET, ...opening.answers }
  const calls: Call[] = []
  const problems: string[] = []
  const logged: string[] = []

  vi.resetModules()
  const roots: ReactDom.Root[] = []
  vi.doMock('react-dom/client', async (original) => {
    const client = await original<typeof ReactDom>()
    const createRoot: typeof client.createRoot = (...given) => {
      const root = client.createRoot(...given)
      roots.push(root)
      return root
    }
    return { ...client, createRoot }
  })
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    shouldAdvanceTime: true,
  })
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      const said = words.map(String).join(' ')
      logged.push(said)
      if (!logs.test(said)) problems.push(said)
    })
  const matchMedia = window.matchMedia.bind(window)
  if (onPhone)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const list = matchMedia(query)
      return query.includes('coarse') ? Object.defineProperty(list, 'matches', { value: true }) : list
    })
  // The frame of the script that counts stays empty.
  vi.spyOn(window.HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => undefined)
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  streams.clear()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, window.location.href)
    const { method = 'GET' } = init
    if (pathname === '/livez') return responseOf(Object.values(answers).includes('lost') ? 'lost' : {}, t)
    // A request by OpenID Connect continues in the browser in which it began.
    if (pathname.startsWith('/oidc/'))
      return Object.defineProperty(new Response(), 'url', { value: window.location.href })
    const found = ENDPOINTS.find((one) => one.method === method && one.path.test(pathname))
    const headers = new Headers(init.headers)
    const answer = found === undefined ? undefined : answers[found.name]
    if (found === undefined || answer === undefined) {
      problems.push(`no answer is set for ${method} ${pathname}`)
      return responseOf('lost', t)
    }
    const call: Call = {
      name: found.name,
      params: { ...found.path.exec(pathname)?.groups },
      query: Object.fromEntries(searchParams),
      body: bodyOf({ headers, body: typeof init.body === 'string' ? init.body : '' }),
      headers,
    }
    calls.push(call)
    return responseOf(typeof answer === 'function' ? await answer(call) : answer, t, found.status)
  })
  // Before: it listens to the document for all tests of a file, and replaces the clipboard.
  const user = userEvent.setup({ delay: 1, advanceTimers: settle })
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(navigator, name, { value, configurable: true })
  const ends = collectListeners()
  if (!sameTab) {
    window.localStorage.clear()
    window.sessionStorage.clear()
    window.localStorage.setItem('i18nextLng', language)
    for (const name of document.cookie.split('; ')) document.cookie = `${name.split('=')[0]}=; Max-Age=0; Path=/`
  }
  for (const [name, value] of Object.entries(cookies)) document.cookie = `${name}=${value}; Path=/`
  if (signedIn) {
    const session = { access_token: 'avat_any', refresh_access_token: 'avrt_any', userId: 'usr_any' }
    for (const [key, value] of Object.entries(session)) window.sessionStorage.setItem(key, value)
    window.localStorage.setItem('react_app_token', 'yes')
  }
  for (const [key, value] of Object.entries(tab)) window.sessionStorage.setItem(key, value)
  const meta = Object.assign(document.createElement('meta'), { name: PAGE_SETTINGS, content: '' })
  document.head.replaceChildren(meta)
  if (settings !== undefined) {
    const usual = await import('#settings/page-settings.ts')
    meta.content = JSON.stringify({ ...usual.settings, ...settings })
    vi.resetModules()
  }
  document.body.innerHTML = '<div id="question"></div><div id="root"></div>'
  window.history.replaceState(null, '', address)
  close = () => {
    close = () => {}
    for (const end of [...roots.map((root) => () => root.unmount()), ...ends]) end()
    for (const name of Object.keys(browser)) Reflect.deleteProperty(navigator, name)
    document.body.innerHTML = ''
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
  onTestFinished(async () => {
    // A call behind an import that is under way belongs to this page, not to the next one.
    await vi.dynamicImportSettled()
    close()
    expect(problems).toEqual([])
  })
  await import('../src/main.tsx')
  await screen.findByRole('heading', { level: 1 })

  return {
    t,
    screen,
    user,
    /** The calls of an endpoint so far. */
    callsOf: (name: Name) => calls.filter((call) => call.name === name),
    /** Changes what the server answers from now on. */
    answer: (more: Answers) => void Object.assign(answers, more),
    advance: settle,
    /** Pushes an event to the streams that the page listens to. */
    push: (event: unknown) => {
      const message = new MessageEvent('message', { data: JSON.stringify(event) })
      for (const stream of streams) stream.dispatchEvent(message)
    },
    /** How many streams are open. */
    listening: () => streams.size,
    /** Errors and warnings in the console. */
    logged,
    /** Full loads of other addresses, which a test does not follow. */
    assign,
    replace,
    reload,
  }
}
