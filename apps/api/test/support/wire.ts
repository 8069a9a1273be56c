import { PUBLIC_CLIENT } from '@avouch/contract'
import { Webhook } from 'standardwebhooks'
import type { TestApi } from './test-api.ts'

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
export const CLIENT = basic(PUBLIC_CLIENT.id, PUBLIC_CLIENT.secret)

/** A raw request, for what a well-behaved client would not send. */
export async function send(api: TestApi, method: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', api.place.address)
  const response = await fetch(api.baseUrl + path, { method, redirect: 'manual', ...init, headers })
  const text = await response.text()
  const said = [headers.get('authorization'), headers.get('cookie'), init.body, text]
  for (const one of said) if (typeof one === 'string') api.secrets.saw(one)
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as Record<string, unknown> | undefined
  return { status: response.status, headers: response.headers, text, body }
}

export const sendJson = (api: TestApi, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(api, 'POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const sendForm = (api: TestApi, path: string, body: string, headers: Record<string, string> = {}) =>
  send(api, 'POST', path, {
    headers: { authorization: CLIENT, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

/** A partner's message, signed as Standard Webhooks define. */
export function partnerMessage(body: string, { id, at, secret }: { id: string; at: Date; secret: string }) {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  }
}
