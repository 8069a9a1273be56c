import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { misprints } from '../support/boxes.ts'
import type { TestLanguage } from '../support/texts.ts'

/** A field is whatever can be typed in, a fold what unfolds a text: engines differ in the role of a password and of a summary. */
export type Role = 'button' | 'checkbox' | 'field' | 'fold' | 'heading' | 'link'

export type Look = {
  language: TestLanguage
  width: number
  height: number
  phone: boolean
  dark: boolean
  cookies: boolean
}

/** The least that a driver has to do. Roles and names are those that the engine itself tells a screen reader. */
export type Engine = {
  open(url: string): Promise<void>
  /** Asked of the browser: a page that is just being left answers nothing. */
  address(): Promise<string>
  /** The first visible element with the role and exactly the name. */
  find(role: Role, name?: string): Promise<string | undefined>
  click(element: string): Promise<void>
  type(keys: string): Promise<void>
  /** The value of an expression in the page. */
  run(expression: string): Promise<unknown>
  picture(): Promise<Buffer>
  tabs(): Promise<string[]>
  show(tab: string): Promise<void>
  close(): Promise<void>
}

/** Brings an element into the window; refuses one that is disabled, which a person waits for. */
export const REACH = `(element) => {
  if (element.matches(':disabled, [aria-disabled=true]')) throw new Error('disabled')
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}`
export const ENTER = '\uE007'
const WAIT = { timeout: 30_000, intervals: [50, 100, 250] }

/** Before its script is there a page of the product hears no press, and moves until its letters are there. */
const AT_REST = `(async () => {
  if (document.readyState !== 'complete') return false
  if (document.querySelector('#root:not(:has([aria-live])), #question [role=status]:empty') !== null) return false
  await document.fonts.ready
  const moves = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  return moves.every(({ playState }) => playState !== 'running')
})()`

/** A visitor in front of an engine: does one thing after the other, and waits until each can be done. */
export class Person {
  readonly #engine: Engine
  readonly #folder: string
  #seen: string[] = []

  constructor(engine: Engine, folder: string) {
    this.#engine = engine
    this.#folder = folder
  }

  async open(url: string): Promise<void> {
    await this.#engine.open(url)
    this.#seen = await this.#engine.tabs()
  }

  async press(role: Role | readonly Role[], name?: string): Promise<void> {
    await expect(async () => {
      await this.#atRest()
      await this.#engine.click(await this.#found([role].flat(), name))
    }).toPass(WAIT)
  }

  /** Types over what stands there. */
  async type(label: string, text: string): Promise<void> {
    await this.press('field', label)
    await this.#engine.run('document.activeElement?.select()')
    await this.#engine.type(text)
  }

  async see(role: Role, name: string): Promise<void> {
    await expect(() => this.#found([role], name)).toPass(WAIT)
  }

  async read(text: string): Promise<void> {
    await expect.poll(() => this.text(), WAIT).toContain(text)
  }

  /** Chooses text of twice its size, and lists what nobody can read then. */
  async misprints(): Promise<unknown> {
    await expect(() => this.#atRest()).toPass(WAIT)
    return this.#engine.run(`(document.documentElement.style.fontSize = '200%', (${misprints.toString()})())`)
  }

  text = async (): Promise<string> => String(await this.#engine.run('document.body?.innerText ?? ""'))
  address = async (): Promise<URL> => new URL(await this.#engine.address())

  /** Waits until the tab is at an address that begins so. */
  async at(beginning: string): Promise<void> {
    await expect.poll(async () => (await this.address()).href, WAIT).toContain(beginning)
  }

  /** Goes on in the tab that the page has opened. */
  async followTab(): Promise<void> {
    await expect
      .poll(async () => (await this.#engine.tabs()).filter((tab) => !this.#seen.includes(tab)), WAIT)
      .toHaveLength(1)
    const [opened = ''] = (await this.#engine.tabs()).filter((tab) => !this.#seen.includes(tab))
    this.#seen.push(opened)
    await this.#engine.show(opened)
  }

  async firstTab(): Promise<void> {
    await this.#engine.show(this.#seen[0] ?? '')
  }

  /** Goes back to the tab from which the newest one was opened. */
  async previousTab(): Promise<void> {
    await this.#engine.show(this.#seen.at(-2) ?? '')
  }

  /** Keeps a tab open that closes itself seconds later. */
  stay = (): Promise<unknown> => this.#engine.run('void (window.close = () => undefined)')

  back = (): Promise<unknown> => this.#engine.run('void history.back()')

  /** Keeps what the window shows. */
  async keep(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(join(this.#folder, 'failed.png'), await this.#engine.picture())
  }

  async #atRest(): Promise<void> {
    expect(await this.#engine.run(AT_REST), 'the page is at rest').toBe(true)
  }

  async #found(roles: readonly Role[], name: string | undefined): Promise<string> {
    for (const role of roles) {
      const element = await this.#engine.find(role, name)
      if (element !== undefined) return element
    }
    throw new Error(`no ${roles.join(' or ')} "${name}" at ${(await this.address()).href}:\n${await this.text()}`)
  }
}
