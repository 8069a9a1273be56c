import { api as endpoints } from '@avouch/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createIntent, digits, GOOD_PIN, newNumber, registered } from './support/builders.ts'
import { mountDisk } from './support/cluster.ts'
import { startTestApi, type TestApi } from './support/test-api.ts'
import { send, sendJson } from './support/wire.ts'

const MOST_MS = 3_000
const UNAVAILABLE = { status: 503, retryAfter: expect.stringMatching(/^[15]$/) as string }

/** The product on the embedded database, on a disk of its own that tests fill; undefined where none may be mounted. */
async function onOwnDisk() {
  const disk = mountDisk(256)
  if (disk === undefined) return undefined
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = disk.folder
  try {
    const api = await startTestApi()
    onTestFinished(async () => {
      disk.free()
      await api[Symbol.asyncDispose]()
      disk.remove()
    })
    return { api, disk }
  } finally {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
  }
}

const failed = async ({ baseUrl }: TestApi) => {
  const answer = await fetch(`${baseUrl}/readyz`)
  return ((await answer.json()) as { failed?: string[] }).failed ?? []
}

/** Calls of a visitor and of a website, which write, read in a transaction, and only read. */
function callsOf(api: TestApi, bearer: string) {
  const phone = digits(newNumber())
  return {
    'pre-login': () => sendJson(api, endpoints.prelogin.path, { phone, pin: GOOD_PIN }),
    poll: () => send(api, 'GET', endpoints.kycStatus.path, { headers: { authorization: `Bearer ${bearer}` } }),
    recovery: () => sendJson(api, endpoints.recoverCode.path, { phone, language: 'en' }),
    intent: () =>
      sendJson(
        api,
        endpoints.createIntent.path,
        { redirect_uri: `${api.world.url}/return` },
        { authorization: `Bearer ${api.credentials.provider.apiKey}` },
      ),
  }
}

test('On a full disk the embedded database answers every call 503, says so, and goes on when there is room [OPS-04 OPS-06 OPS-07]', async () => {
  const site = await onOwnDisk()
  if (site === undefined) return
  const { api, disk } = site
  const { bearer } = await registered(api)
  const { id } = await createIntent(api)

  disk.fill()
  await expect.poll(() => failed(api)).toEqual(['full'])
  for (const [name, call] of Object.entries(callsOf(api, bearer))) {
    const begun = performance.now()
    const { status, headers } = await call()
    expect({ name, status, retryAfter: headers.get('retry-after') }).toEqual({ name, ...UNAVAILABLE })
    expect(performance.now() - begun).toBeLessThan(MOST_MS)
  }

  disk.free()
  await expect.poll(() => failed(api)).toEqual([])
  await createIntent(api)
  const { data } = await api.client('readIntent', { params: { id } }, { bearer: api.credentials.provider.apiKey })
  expect(data.id).toBe(id)
})

test('A write outside of a transaction that the embedded database refuses for lack of room is 503 [OPS-06 OPS-07]', async () => {
  const api = await startTestApi()
  onTestFinished(() => api[Symbol.asyncDispose]())
  const signUp = { phone: digits(newNumber()), password: GOOD_PIN, language: 'en', data_collection_consent: false }
  for (const code of ['53100', '53200', '58030']) {
    await api.rows(`create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception using errcode = '${code}'; end $$`)
    await api.rows(`create or replace trigger refuse before insert on registration
      for each statement execute function refuse()`)
    const { status, headers } = await sendJson(api, endpoints.signup.path, signUp)
    expect({ code, status, retryAfter: headers.get('retry-after') }).toEqual({ code, ...UNAVAILABLE })
  }
})
