import { AppError, me, resendCode, token, verifyCode } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createApiClient } from './client.ts'
import type { TokenStorage } from './renewal.ts'

const pair = { access_token: 'new', token_type: 'Bearer', expires_in: 600, refresh_token: 'r2', user_id: 'u1' }
const profile = { user_id: 'u1', language: 'de', data_collection_consent: false, phone_ending: '789' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const problem = (code: string, status: number, more = {}) =>
  json({ type: 'about:blank', title: 'No', status, code, message: 'No', ...more }, status)

type Asked = { method: string; url: string; headers: Headers; body: string | null }
type Server = (asked: Asked) => Response | Promise<Response>

function start(server: Server, stored: { access?: string; refresh?: string } = { access: 'old', refresh: 'r1' }) {
  const state = { ...stored }
  const asked: Asked[] = []
  const heard: unknown[] = []
  let ended = 0
  const tokens: TokenStorage = {
    accessToken: () => state.access,
    refreshToken: () => state.refresh,
    userId: () => 'u1',
    store: ({ access_token, refresh_token }) =>
      void Object.assign(state, { access: access_token, refresh: refresh_token }),
    removeAccessToken: () => void delete state.access,
    removeRefreshTokenAndUserId: () => void delete state.refresh,
  }
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const call = {
      method: init.method ?? 'GET',
      url: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    }
    asked.push(call)
    return await server(call)
  }
  const client = createApiClient({
    fetch,
    tokens,
    onError: (error) => heard.push(error),
    onSessionEnded: () => ended++,
  })
  return { client, asked, heard, state, ended: () => ended }
}

/** Knows the new pair only, and gives it for the first refresh token. */
const renewing: Server = ({ url, headers, body }) => {
  if (url === token.path)
    return body?.includes('refresh_token=r1') === true ? json(pair) : json({ error: 'invalid_grant' }, 400)
  return headers.get('authorization') === 'Bearer new' ? json(profile) : problem('invalid_token', 401)
}

test('A call of the token endpoint sends a form, and names the public client by Basic [SESSION-07]', async () => {
  const { client, asked } = start(() => json(pair), {})
  await client.call(token, { body: { grant_type: 'password', username: '491701234567', password: '2580' } })
  expect(asked[0]?.headers.get('authorization')).toMatch(/^Basic /)
  expect(asked[0]?.body).toBe('grant_type=password&username=491701234567&password=2580')
})

test('A refused call throws the error that the server answered with, and its details [ERR-09]', async () => {
  const { client, heard } = start(() => problem('resend_too_soon', 429, { resend_after: 42 }))
  const refusal = await client.call(resendCode, { body: {} }, { bearer: 'pre' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'resend_too_soon', details: { resend_after: 42 } })
  expect(heard).toEqual([refusal])
})

test('A 401 leads to one refresh, stores the new pair and repeats the request once', async () => {
  const { client, asked, state, ended } = start(renewing)
  await expect(client.call(me)).resolves.toMatchObject({ status: 200 })
  expect(asked.map(({ url }) => url)).toEqual([me.path, token.path, me.path])
  expect(state).toEqual({ access: 'new', refresh: 'r2' })
  expect(ended()).toBe(0)
})

test('A request that is refused again after a refresh is not repeated again', async () => {
  const { client, asked } = start(({ url }) => (url === token.path ? json(pair) : problem('invalid_token', 401)))
  await expect(client.call(me)).rejects.toMatchObject({ code: 'invalid_token' })
  expect(asked).toHaveLength(3)
})

test('A refused refresh removes all tokens and reports the end of the session [SESSION-13]', async () => {
  const { client, state, ended } = start(renewing, { access: 'old', refresh: 'stale' })
  await expect(client.call(me)).rejects.toMatchObject({ code: 'invalid_token' })
  expect(state).toEqual({})
  expect(ended()).toBe(1)
})

test('A 401 without a refresh token sends no refresh and reports the end of the session [SESSION-13]', async () => {
  const { client, asked, ended } = start(renewing, { access: 'old' })
  await expect(client.call(me)).rejects.toMatchObject({ code: 'invalid_token' })
  expect(asked).toHaveLength(1)
  expect(ended()).toBe(1)
})

test('A call that confirms the code never refreshes and never carries the session [SESSION-08]', async () => {
  const { client, asked } = start(() => problem('invalid_token', 401))
  const body = { pinId: 'p'.repeat(22), code: '123456' }
  await expect(client.call(verifyCode, { body }, { bearer: 'pre' })).rejects.toMatchObject({ code: 'invalid_token' })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer pre')
})
