import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { TEST_EVENTS_PATH } from '@avouch/contract'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { liveKey } from '#test/money.ts'
import { newOwner } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const CLI = resolve(import.meta.dirname, '../../../../../packages/provider-sdk/cli/main.ts')
const RETURN = 'https://shop.example/back'
const the = useTestApi()
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A project with an address, a test key, and a secret without a webhook. */
async function ready() {
  const owner = await newOwner(the.api)
  const params = { project: owner.project }
  await owner.call('adminAddRedirect', { params, body: { uri: RETURN } })
  const { data } = await owner.call('adminCreateKey', { params, body: { live: false } })
  const { secret } = (await owner.call('adminRotateWebhookSecret', { params, body: {} })).data
  const answered = async () => (await owner.call('adminSendTestEvent', { params })).data.check_id
  return { ...owner, params, key: data.api_key, keyId: data.key.id, secret, answered }
}

type Received = { headers: IncomingHttpHeaders; body: string }

/** A website on this machine. */
async function website() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(204).end()
    }
    answer().catch((error: Error) => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const checks = () => received.map(({ body }) => (JSON.parse(body) as { data: { intent_id: string } }).data.intent_id)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received, checks }
}

/** The command of the package, in a process of its own. */
function listening(key: string, to: string) {
  const env = { ...process.env, AVOUCH_KEY: key, AVOUCH_URL: the.api.baseUrl }
  const child: ChildProcess = spawn(process.execPath, [CLI, 'listen', '--forward', to], { env })
  onTestFinished(() => void child.kill())
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (some) => printed.push(String(some)))
  return () => printed.join('')
}

/** The stream as it comes, to be read to its end. */
async function follow(key: string) {
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  the.api.secrets.saw(key)
  const init = { headers: bearer(key), signal: closing.signal }
  const answer = await fetch(the.api.baseUrl + TEST_EVENTS_PATH, init)
  let come = ''
  const ended = (async () => {
    if (answer.body === null) return
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) come += part
  })().catch(() => {})
  const ids = () => [...come.matchAll(/^id: (\d+)\nevent: delivery$/gm)].map(([, id]) => Number(id))
  return { answer, ended, ids, isReady: () => come.includes('event: ready') }
}

test('The package’s forwarder hands each test event on once, signed for the website, also over a restart of the product [PROV-30]', async () => {
  const { key, secret, answered } = await ready()
  const { url, received, checks } = await website()
  await answered()
  const output = listening(key, url)
  await expect.poll(output).toContain('Test events of')
  const first = await answered()
  await expect.poll(checks).toEqual([first])
  await the.api.restart()
  const during = [await answered(), await answered()]
  await expect.poll(checks).toEqual([first, ...during])
  for (const { headers, body } of received) new Webhook(secret).verify(body, headers as Record<string, string>)
  await expect.poll(output).toMatch(/intent\.confirmed +204 +\d+ ms\n$/)
  expect(output()).not.toMatch(/avpk_|whsec_|eyJ/)
})

test('The stream of test events has nothing of live intents or another project, and is refused to a live key [PROV-30]', async () => {
  const { key, project, answered } = await ready()
  const other = await ready()
  const live = await liveKey(the.api, project)
  expect((await follow(live)).answer.status).toBe(403)
  const stream = await follow(key)
  await expect.poll(stream.isReady).toBe(true)
  const asked = await sendJson(the.api, '/provider/v1/intents', { redirect_uri: RETURN }, bearer(live))
  const cancelled = `/provider/v1/intents/${String(asked.body?.['id'])}/cancel`
  expect((await sendJson(the.api, cancelled, {}, bearer(live))).status).toBe(200)
  await other.answered()
  await answered()
  await expect.poll(stream.ids).toEqual([2])
})

test('The stream of test events ends with its key, before anything else is sent [PROV-30 ADMIN-09]', async () => {
  const { key, keyId, call, params, answered } = await ready()
  const stream = await follow(key)
  await expect.poll(stream.isReady).toBe(true)
  await call('adminRevokeKey', { params: { ...params, id: keyId } })
  await answered()
  await stream.ended
  expect(stream.ids()).toEqual([])
  expect((await follow(key)).answer.status).toBe(401)
  expect((await send(the.api, 'GET', TEST_EVENTS_PATH)).status).toBe(401)
})

test('The stream of test events needs a secret to sign with, and is open five times at once for a project [PROV-30]', async () => {
  const bare = await newOwner(the.api)
  const params = { project: bare.project }
  const made = await bare.call('adminCreateKey', { params, body: { live: false, days: 1 } })
  expect((await follow(made.data.api_key)).answer.status).toBe(409)
  const { key } = await ready()
  const streams = await Promise.all([1, 2, 3, 4, 5].map(() => follow(key)))
  expect(streams.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200, 200])
  const sixth = await follow(key)
  expect([sixth.answer.status, sixth.answer.headers.get('retry-after')]).toEqual([429, '60'])
})
