import { AppError, me, revoke, token } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createApiClient } from './client.ts'
import { CallFailure } from './failures.ts'
import type { TabMessage, TokenPair } from './tabs.ts'

const MINUTE = 60_000
const profile = { user_id: 'u1', language: 'de', data_collection_consent: false, phone_ending: '789' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refreshTokenOf = (family: string, generation: number) => `avrt_${family}.${generation}.proof`
const untilIdle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** The server's side of the rotation: the successor of a token is good from its first use, the token itself until then. */
function fakeServer(now: () => number) {
  const families = new Map<string, { current: number; live: boolean }>()
  const access = new Map<string, { family: string; until: number }>()
  const asked: { path: string; bearer: string | null }[] = []
  const server = { asked, families, away: false, loseNextAnswer: false, refreshes: 0, start, answer }

  function grant(family: string, generation: number): TokenPair & { token_type: string; expires_in: number } {
    const access_token = `${family}-access-${access.size}`
    access.set(access_token, { family, until: now() + 10 * MINUTE })
    const refresh_token = refreshTokenOf(family, generation)
    return { access_token, token_type: 'Bearer', expires_in: 600, refresh_token, user_id: 'u1' }
  }

  function start(family: string): TokenPair {
    families.set(family, { current: 0, live: true })
    const { access_token, refresh_token, user_id } = grant(family, 0)
    return { access_token, refresh_token, user_id }
  }

  function refresh(sent: string): Response {
    server.refreshes += 1
    const [, name = '', generation = ''] = /^avrt_(\w+)\.(\d+)\./.exec(sent) ?? []
    const family = families.get(name)
    if (family?.live !== true) return json({ error: 'invalid_grant' }, 400)
    const used = Number(generation)
    if (used === family.current + 1) family.current = used
    // The strictest server: using a replaced token counts as reuse, however soon.
    if (used !== family.current) {
      family.live = false
      return json({ error: 'invalid_grant' }, 400)
    }
    return json(grant(name, used + 1))
  }

  async function answer(path: string, init: RequestInit): Promise<Response> {
    const bearer = new Headers(init.headers).get('authorization')
    asked.push({ path, bearer })
    await untilIdle()
    if (server.away) throw new TypeError('Failed to fetch')
    const form = new URLSearchParams(typeof init.body === 'string' ? init.body : '')
    if (path === token.path) {
      const response = refresh(form.get('refresh_token') ?? '')
      if (!server.loseNextAnswer) return response
      server.loseNextAnswer = false
      throw new TypeError('Failed to fetch')
    }
    if (path === revoke.path) {
      const family = families.get(/^avrt_(\w+)\./.exec(form.get('token') ?? '')?.[1] ?? '')
      if (family !== undefined) family.live = false
      return json({})
    }
    const found = access.get(bearer?.replace('Bearer ', '') ?? '')
    const isGood = found !== undefined && found.until > now() && families.get(found.family)?.live === true
    if (isGood) return json(profile)
    return json({ type: 'about:blank', title: 'No', status: 401, code: 'invalid_token', message: 'No' }, 401)
  }
  return server
}

/** Tabs with storage of their own, and one lock and one channel for all. Time is virtual: it advances to the next timer. */
function fakeBrowser() {
  let time = 1_000 * MINUTE
  const now = () => time
  const server = fakeServer(now)
  const tabs: { hear: (message: TabMessage) => void }[] = []
  let turn: Promise<unknown> = Promise.resolve()

  function open(stored: Partial<TokenPair>) {
    const state: Partial<TokenPair> = { ...stored }
    const seen = { ended: 0, loggedOut: 0 }
    const missed: TabMessage[] = []
    let isAsleep = false
    let isClosed = false
    const tab = {
      hear: (message: TabMessage): void => void (isAsleep ? missed.push(message) : isClosed || listener(message)),
    }
    let listener: (message: TabMessage) => void = () => undefined
    tabs.push(tab)
    const client = createApiClient({
      now,
      fetch: async (url, init = {}) => await server.answer(url instanceof Request ? url.url : url.toString(), init),
      tokens: {
        accessToken: () => state.access_token,
        refreshToken: () => state.refresh_token,
        userId: () => state.user_id,
        store: ({ access_token, refresh_token, user_id }) =>
          void Object.assign(state, { access_token, refresh_token, user_id }),
        removeAccessToken: () => void delete state.access_token,
        removeRefreshTokenAndUserId: () => {
          delete state.refresh_token
          delete state.user_id
        },
      },
      tabs: {
        inTurn: (work) => {
          const mine = turn.then(work)
          turn = mine.catch(() => undefined)
          return mine
        },
        tell: (message) => {
          for (const other of tabs) if (other !== tab) queueMicrotask(() => other.hear(message))
        },
        listen: (hear) => {
          listener = hear
        },
        wait: async (milliseconds) => {
          await untilIdle()
          time += milliseconds
        },
      },
      onSessionEnded: () => void (seen.ended += 1),
      onLoggedOut: () => void (seen.loggedOut += 1),
    })
    return {
      state,
      seen,
      read: async () => (await client.call(me)).status,
      client,
      sleep: () => void (isAsleep = true),
      close: () => void (isClosed = true),
      wake: () => {
        isAsleep = false
        for (const message of missed.splice(0)) queueMicrotask(() => tab.hear(message))
      },
      duplicate: () => open(state),
    }
  }
  return { server, open, pass: (milliseconds: number) => void (time += milliseconds) }
}

const signedIn = () => {
  const browser = fakeBrowser()
  const tab = browser.open(browser.server.start('fam1'))
  return { ...browser, tab }
}

test('Two tabs with an expired token make one refresh, and both continue [SESSION-12]', async () => {
  const { tab, server, pass } = signedIn()
  const other = tab.duplicate()
  pass(11 * MINUTE)
  await expect(Promise.all([tab.read(), other.read(), tab.read()])).resolves.toEqual([200, 200, 200])
  expect(server.refreshes).toBe(1)
  expect(other.state).toEqual(tab.state)
})

test('A tab that slept through several rotations asks the others before it uses its own token [SESSION-12]', async () => {
  const { tab, server, pass } = signedIn()
  const sleeper = tab.duplicate()
  sleeper.sleep()
  for (let times = 0; times < 3; times += 1) {
    pass(11 * MINUTE)
    await tab.read()
  }
  sleeper.wake()
  await expect(sleeper.read()).resolves.toBe(200)
  expect(server.refreshes).toBe(3)
  expect(sleeper.seen.ended).toBe(0)
})

test('A duplicated tab continues after the original rotated twice without its knowledge [SESSION-12]', async () => {
  const { tab, open, server, pass } = signedIn()
  const copied = { ...tab.state }
  for (let times = 0; times < 2; times += 1) {
    pass(11 * MINUTE)
    await tab.read()
  }
  pass(30 * MINUTE)
  const copy = open(copied)
  await expect(copy.read()).resolves.toBe(200)
  await expect(tab.read()).resolves.toBe(200)
  expect(server.refreshes).toBe(3)
  expect(server.families.get('fam1')?.live).toBe(true)
})

test('Tabs of different sessions take nothing over from each other [SESSION-12]', async () => {
  const { tab, open, server, pass } = signedIn()
  const other = open(server.start('fam2'))
  pass(11 * MINUTE)
  await tab.read()
  await untilIdle()
  expect(other.state.refresh_token).toBe(refreshTokenOf('fam2', 0))
  await tab.client.logOut()
  expect(other.seen.loggedOut).toBe(0)
  await expect(other.read()).resolves.toBe(200)
})

test('A lost answer, or an outage, costs nothing: the next call refreshes with the same token [SESSION-13 SESSION-12]', async () => {
  const { tab, server, pass } = signedIn()
  pass(11 * MINUTE)
  server.loseNextAnswer = true
  await expect(tab.read()).rejects.toMatchObject({ name: 'CallFailure', kind: 'offline' })
  expect(tab.state.refresh_token).toBe(refreshTokenOf('fam1', 0))
  await expect(tab.read()).resolves.toBe(200)
  server.away = true
  pass(11 * MINUTE)
  await expect(tab.read()).rejects.toBeInstanceOf(CallFailure)
  server.away = false
  await expect(tab.read()).resolves.toBe(200)
  expect(tab.seen.ended).toBe(0)
})

test('Reuse of a refresh token that no other tab can repair ends the session of the tab, once [SESSION-13 SESSION-12]', async () => {
  const { tab, open, server, pass } = signedIn()
  const copied = { ...tab.state }
  for (let times = 0; times < 2; times += 1) {
    pass(11 * MINUTE)
    await tab.read()
  }
  tab.close()
  const thief = open(copied)
  const calls = await Promise.allSettled([thief.read(), thief.read(), thief.read()])
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(thief.read()).rejects.toBeInstanceOf(AppError)
  expect(thief.seen.ended).toBe(1)
  expect(thief.state).toEqual({})
  expect(server.refreshes).toBe(3)
})

test('Logging out ends the session on the server, in this tab and in those of the same session [SESSION-10 SESSION-14]', async () => {
  const { tab, server } = signedIn()
  const other = tab.duplicate()
  await tab.client.logOut()
  expect(server.families.get('fam1')?.live).toBe(false)
  expect([tab, other].map(({ state, seen }) => [state, seen])).toEqual([
    [{}, { ended: 0, loggedOut: 1 }],
    [{}, { ended: 0, loggedOut: 1 }],
  ])
  expect(server.asked.find(({ path }) => path === revoke.path)?.bearer).toMatch(/^Basic /)
})

test('Logging out without the server ends the session in all tabs of the browser [SESSION-14]', async () => {
  const { tab, server } = signedIn()
  const other = tab.duplicate()
  server.away = true
  await expect(tab.client.logOut()).rejects.toMatchObject({ kind: 'offline' })
  expect([tab.state, other.state]).toEqual([{}, {}])
  expect(server.asked.map(({ path }) => path)).toEqual([revoke.path])
})

test('Logging out during a refresh leaves no session [SESSION-14]', async () => {
  const { tab, server, pass } = signedIn()
  pass(11 * MINUTE)
  const call = Promise.allSettled([tab.read()])
  while (!server.asked.some(({ path }) => path === token.path)) await untilIdle()
  await tab.client.logOut()
  await expect(call).resolves.toMatchObject([{ reason: { code: 'invalid_token' } }])
  expect(tab.state).toEqual({})
  expect(tab.seen).toEqual({ ended: 0, loggedOut: 1 })
})
