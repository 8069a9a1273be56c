import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { operate } from './operator.ts'
import type { Addresses } from './world.ts'

const random = () => randomBytes(32).toString('base64url')
const lastWord = (printed: string) => printed.trim().split('\n').at(-1) ?? ''

type Claims = { sub: string; aud: string; age_over_18?: boolean }

/** A page to come back to: a route of the browser's would not see a redirect. */
async function callbackServer(): Promise<number> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Back</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return (server.address() as AddressInfo).port
}

/** A website with an OpenID Connect client of its own, which knows its visitors again. */
export class RelyingParty {
  readonly callback: string
  readonly #issuer: string
  readonly #client: string
  readonly #secret: string

  private constructor({ product }: Pick<Addresses, 'product'>, callback: string, client: string, secret: string) {
    this.#issuer = `${product}/oidc`
    this.callback = callback
    this.#client = client
    this.#secret = secret
  }

  static async register(world: Pick<Addresses, 'product'>, name: string): Promise<RelyingParty> {
    const id = `${name.toLowerCase()}-${randomBytes(5).toString('hex')}`
    const callback = `http://${name.toLowerCase()}.localhost:${await callbackServer()}/callback`
    await operate('provider', 'create', id, name)
    const created = await operate('client', 'create', id, '--redirect-uri', callback, '--subject', 'pairwise')
    const [client = ''] = /client_[\w-]+/.exec(created) ?? []
    return new RelyingParty(world, callback, client, lastWord(created))
  }

  /** Sends the tab to the provider. @returns what redeems the answer that the tab comes back with */
  async ask(page: Page): Promise<() => Promise<Claims>> {
    const [verifier, state] = [random(), random()]
    const query = new URLSearchParams({
      client_id: this.#client,
      redirect_uri: this.callback,
      response_type: 'code',
      scope: 'openid age',
      state,
      nonce: random(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await page.goto(`${this.#issuer}/auth?${query}`)
    return async () => {
      await page.waitForURL(`${this.callback}?**`)
      const came = new URL(page.url()).searchParams
      if (came.get('state') !== state) throw new Error('the answer is not for this request')
      return this.#redeem(page, came.get('code') ?? '', verifier)
    }
  }

  async #redeem(page: Page, code: string, verifier: string): Promise<Claims> {
    const basic = Buffer.from(`${this.#client}:${this.#secret}`).toString('base64')
    const form = { grant_type: 'authorization_code', code, redirect_uri: this.callback, code_verifier: verifier }
    const headers = { authorization: `Basic ${basic}` }
    const answer = await page.request.post(`${this.#issuer}/token`, { headers, form })
    const { id_token } = (await answer.json()) as { id_token: string }
    return JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims
  }
}
