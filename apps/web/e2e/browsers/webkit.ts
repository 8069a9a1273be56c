import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../support/shop.ts'
import { type Engine, type Look, REACH, type Role } from './person.ts'

/** Without it the tool bar of the small browser keeps the window at 447 px. */
const NARROW = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }'
const CANDIDATES: Readonly<Record<Role, string>> = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  field: 'input:not([type=checkbox]), textarea',
  fold: 'summary',
  heading: 'h1, h2, h3',
  link: 'a[href]',
}
/** The name under which WebDriver hands an element on. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Found = Readonly<Record<typeof ELEMENT, string>>

/** The browser needs a screen: one in memory. */
async function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  return { screen, display: `:${number.toString().trim()}` }
}

/** WebKitGTK by WebDriver. Its language is the system's, its scheme the desktop's, and it knows no phone: its pointer is a mouse. */
export async function startWebKit({ language, width, height, dark, cookies }: Look, proxy: number): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'avouch-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), NARROW)
  const { screen, display } = await startScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: home,
      LC_ALL: language === 'de' ? 'de_DE.UTF-8' : 'en_US.UTF-8',
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
    },
  })

  let session = ''
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> {
    const sent = method === 'POST' ? { body: JSON.stringify(body) } : {}
    const answer = await fetch(`http://127.0.0.1:${port}${session}${path}`, { method, ...sent })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`WebDriver, ${path}: ${JSON.stringify(value)}`)
    return value
  }

  await expect(() => call('GET', '/status')).toPass({ timeout: 10_000, intervals: [50] })
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const args = ['--automation', ...(cookies ? [] : ['--cookies-policy=never'])]
  const made = (await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args },
        proxy: { proxyType: 'manual', httpProxy: `localhost:${proxy}` },
      },
    },
  })) as { sessionId: string }
  session = `/session/${made.sessionId}`
  // A page that is just being left answers no script.
  await call('POST', '/timeouts', { script: 2_000 })

  const run = (expression: string) => call('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  /** With the window's own edges. */
  async function resize(outer: { width: number; height: number }) {
    await call('POST', '/window/rect', { x: 0, y: 0, ...outer })
  }
  await resize({ width, height })
  const [innerWidth = 0, innerHeight = 0] = (await run('[innerWidth, innerHeight]')) as number[]
  const outer = { width: 2 * width - innerWidth, height: 2 * height - innerHeight }
  await resize(outer)

  return {
    open: async (url) => void (await call('POST', '/url', { url })),
    address: async () => String(await call('GET', '/url')),
    async find(role, name) {
      const shown = `Array.from(document.querySelectorAll('${CANDIDATES[role]}')).filter((one) => one.checkVisibility())`
      for (const { [ELEMENT]: id } of (await run(shown)) as Found[]) {
        const told = (what: string) => call('GET', `/element/${id}/${what}`)
        if (name !== undefined && (await told('computedlabel')) !== name) continue
        if (role === 'field' || role === 'fold' || (await told('computedrole')) === role) return id
      }
      return undefined
    },
    async click(element) {
      await call('POST', '/execute/sync', { script: `return (${REACH})(arguments[0])`, args: [{ [ELEMENT]: element }] })
      await call('POST', `/element/${element}/click`)
    },
    async type(keys) {
      const actions = Array.from(keys).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
    },
    run,
    picture: async () => Buffer.from(String(await call('GET', '/screenshot')), 'base64'),
    tabs: async () => (await call('GET', '/window/handles')) as string[],
    async show(handle) {
      await call('POST', '/window', { handle })
      // A tab that a page opens is a window of its own here.
      await resize(outer)
    },
    async close() {
      await call('DELETE', '').catch(() => undefined)
      driver.kill()
      screen.kill()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
