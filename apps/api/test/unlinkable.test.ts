import { MINUTE_MS } from '@avouch/contract'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import {
  answeredTest,
  beginCheck,
  beginSignIn,
  checked,
  confirmCode,
  createIntent,
  createMuseumIntent,
} from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()

/** Everything in a value that somebody could compare. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

/** What one provider reads of its visitor: the intent by each call, the event with its headers, the verdict. */
async function readBy(apiKey: string, id: string) {
  const bearer = { bearer: apiKey }
  const { data: read } = await the.api.client('readIntent', { params: { id } }, bearer)
  const { data: list } = await the.api.client('listIntents', { query: {} }, bearer)
  const { mintid } = read
  const { data: summary } = await the.api.client('intentSummary', { params: { id: mintid } })
  await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  const [event] = the.api.world.eventsOf(id)
  const verdict = read.verdict ?? ''
  const headers = Object.entries(event?.headers ?? {}).filter(([name]) => name.startsWith('webhook-'))
  return new Set(
    leavesOf([read, list, summary, event?.event, headers, decodeJwt(verdict), decodeProtectedHeader(verdict)]),
  )
}

test('PROV-18 PROV-03 two providers of the same person read nothing that is alike, beside what is alike for everybody', async () => {
  // Every provider counts its own events; here the counts differ.
  await answeredTest(the.api)
  const { bearer, intent, number, pin } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  const cinema = await readBy(the.api.credentials.provider.apiKey, intent.id)
  the.api.clock.advance(20 * MINUTE_MS)

  const again = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const museum = await createMuseumIntent(the.api)
  await beginCheck(the.api, again.access_token, { mintid: museum.mintid })
  await the.api.client('confirmIntent', { params: { id: museum.mintid }, body: {} }, { bearer: again.access_token })
  const theirs = await readBy(the.api.second.apiKey, museum.id)

  the.api.clock.advance(20 * MINUTE_MS)
  const stranger = await checked(the.api, 'COMPLETED')
  const other = await createIntent(the.api)
  await beginCheck(the.api, stranger.bearer, { mintid: other.mintid })
  await the.api.client('confirmIntent', { params: { id: other.mintid }, body: {} }, { bearer: stranger.bearer })
  const ofEverybody = await readBy(the.api.credentials.provider.apiKey, other.id)

  const shared = [...cinema].filter((value) => theirs.has(value) && !ofEverybody.has(value))
  expect(shared).toEqual([])
  expect(cinema.size).toBeGreaterThan(20)
})
