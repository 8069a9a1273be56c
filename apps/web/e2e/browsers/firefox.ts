import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Engine, type Look, REACH, type Role } from './person.ts'

const ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'
const BLOCK_ALL_COOKIES = 2
const COARSE = 1

/** Settings of a browser that is new: on a phone its pointer is a finger. */
const profileOf = ({ language, phone, dark, cookies }: Look, proxy: number) => ({
  'intl.accept_languages': language === 'de' ? 'de-DE, de' : 'en-US, en',
  'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
  ...(phone && { 'general.useragent.override': ANDROID, 'ui.primaryPointerCapabilities': COARSE }),
  ...(!cookies && { 'network.cookie.cookieBehavior': BLOCK_ALL_COOKIES }),
  'network.proxy.type': 1,
  'network.proxy.http': 'localhost',
  'network.proxy.http_port': proxy,
  'network.proxy.allow_hijacking_localhost': true,
})

/** By its tag where the engine has a role of its own for it. */
const TAGS: Partial<Record<Role, string>> = { field: 'input', fold: 'summary' }

type Answer = {
  id?: number
  type: string
  method?: string
  result?: unknown
  error?: string
  message?: string
  params?: unknown
}
type Tab = { context: string; url: string }
type Node = { sharedId: string; value: { localName: string } }

/** The port at which Firefox waits for who drives it. */
async function startBrowser(profile: string) {
  const browser = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  for await (const line of createInterface(browser.stderr)) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? []
    if (address !== undefined) return { browser, address }
  }
  throw new Error('Firefox ended before it could be driven')
}

/** Firefox by WebDriver BiDi. `onError` hears what its console says is wrong. */
export async function startFirefox(look: Look, proxy: number, onError: (text: string) => void): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'avouch-firefox-'))
  const settings = Object.entries(profileOf(look, proxy)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), settings.join(''))
  const { browser, address } = await startBrowser(profile)
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')

  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data)) as Answer
    if (method === 'log.entryAdded') {
      const { level, text } = params as { level: string; text: string | null }
      if (level === 'error') onError(text ?? '')
    }
    const asked = waiting.get(id ?? 0)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(`WebDriver: ${error}, ${message}`))
  })
  let calls = 0
  function call(method: string, params: object = {}): Promise<unknown> {
    calls += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(calls, asked)
    socket.send(JSON.stringify({ id: calls, method, params }))
    return asked.promise
  }

  await call('session.new', { capabilities: {} })
  await call('session.subscribe', { events: ['log.entryAdded'] })
  async function tree() {
    const { contexts } = (await call('browsingContext.getTree', { maxDepth: 0 })) as { contexts: Tab[] }
    return contexts
  }
  const tabs = async () => (await tree()).map((tab) => tab.context)
  let [context = ''] = await tabs()
  const viewport = { width: look.width, height: look.height }
  const sized = new Set<string>()
  async function show(tab: string) {
    context = tab
    await call('browsingContext.activate', { context })
    // A tab keeps its size. One that navigates or closes at this moment has no window for a while.
    if (!sized.has(tab)) await call('browsingContext.setViewport', { context, viewport })
    sized.add(tab)
  }
  await show(context)

  const perform = (actions: object) => call('input.performActions', { context, actions: [actions] })
  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    address: async () => (await tree()).find((tab) => tab.context === context)?.url ?? '',
    async find(role, name) {
      const tag = TAGS[role]
      const value = { ...(tag === undefined && { role }), ...(name !== undefined && { name }) }
      const locator = { type: 'accessibility', value }
      const { nodes } = (await call('browsingContext.locateNodes', { context, locator })) as { nodes: Node[] }
      return nodes.find(({ value: { localName } }) => localName === (tag ?? localName))?.sharedId
    },
    async click(sharedId) {
      const { type } = (await call('script.callFunction', {
        functionDeclaration: REACH,
        arguments: [{ sharedId }],
        target: { context },
        awaitPromise: false,
      })) as { type: string }
      if (type === 'exception') throw new Error('it is disabled')
      const origin = { type: 'element', element: { sharedId } }
      await perform({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    async type(keys) {
      const actions = Array.from(keys).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform({ type: 'key', id: 'keys', actions })
    },
    async run(expression) {
      const answer = (await call('script.evaluate', {
        expression: `(async () => JSON.stringify((await ${expression}) ?? null))()`,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } }
      if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value) as unknown
    },
    async picture() {
      const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    tabs,
    show,
    async close() {
      socket.close()
      browser.kill()
      await once(browser, 'exit')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
