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
  registered,
  report,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

/** Everything in a value that two providers could compare. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

/** The redirect target, with all answers on the way to it. */
const confirm = async (mintid: string, bearer: string) =>
  (await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })).data

/** Reads all that one provider gets about its visitor: the intent by each call, the event with its headers, the verdict. */
async function readBy(apiKey: string, id: string, returned?: unknown) {
  await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  const bearer = { bearer: apiKey }
  const { data: read } = await the.api.client('readIntent', { params: { id } }, bearer)
  const { data: list } = await the.api.client('listIntents', { query: {} }, bearer)
  // The others in the list are other people: values common to all are collected without them.
  const listed = list.data.filter((intent) => intent.id === id)
  expect(listed).toHaveLength(1)
  const { mintid } = read
  const { data: summary } = await the.api.client('intentSummary', { params: { id: mintid } })
  const [event] = the.api.world.eventsOf(id)
  const verdict = read.verdict ?? ''
  const headers = Object.entries(event?.headers ?? {}).filter(([name]) => name.startsWith('webhook-'))
  return new Set(
    leavesOf([
      returned,
      read,
      list,
      summary,
      event?.event,
      event?.id,
      headers,
      decodeJwt(verdict),
      decodeProtectedHeader(verdict),
    ]),
  )
}

test('Two providers get no identifier in common, apart from values that are the same for everybody [PROV-03]', async () => {
  // The day of a proof is disclosed, and is the same for all visitors here.
  the.api.clock.toNextDay()
  // Every provider counts its own events; here the counts differ.
  await answeredTest(the.api)
  const { bearer, intent, number, pin } = await checked(the.api, 'COMPLETED')
  const back = await confirm(intent.mintid, bearer)
  const cinema = await readBy(the.api.credentials.provider.apiKey, intent.id, back)
  the.api.clock.advance(20 * MINUTE_MS)

  const again = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const museum = await createMuseumIntent(the.api)
  await beginCheck(the.api, again.access_token, { mintid: museum.mintid })
  const backThere = await confirm(museum.mintid, again.access_token)
  const theirs = await readBy(the.api.second.apiKey, museum.id, backThere)

  the.api.clock.advance(20 * MINUTE_MS)
  const stranger = await checked(the.api, 'COMPLETED')
  const other = await createIntent(the.api)
  await beginCheck(the.api, stranger.bearer, { mintid: other.mintid })
  const backOfOther = await confirm(other.mintid, stranger.bearer)
  const ofEverybody = await readBy(the.api.credentials.provider.apiKey, other.id, backOfOther)

  const shared = [...cinema].filter((value) => theirs.has(value) && !ofEverybody.has(value))
  expect(shared).toEqual([])
  expect(cinema.size).toBeGreaterThan(20)
})

test('Two waiting providers get no identifier in common when the visitor is under age [PROV-03]', async () => {
  const underAge = async () => {
    const { bearer } = await registered(the.api)
    const intents = [await createIntent(the.api), await createMuseumIntent(the.api)] as const
    for (const { mintid } of intents) await beginCheck(the.api, bearer, { mintid })
    const { code } = await beginCheck(the.api, bearer)
    await report(the.api, code, 'UNDERAGED')
    const [cinema, museum] = intents
    return {
      cinema: await readBy(the.api.credentials.provider.apiKey, cinema.id),
      museum: await readBy(the.api.second.apiKey, museum.id),
    }
  }
  const [one, other] = [await underAge(), await underAge()]
  // Both get it at the same time; a time identifies no person.
  const names = [...one.cinema].filter((value) => typeof value === 'string' && !/^\d{4}-|^\d+$/.test(value))
  expect(names.filter((value) => one.museum.has(value) && !other.cinema.has(value))).toEqual([])
  expect(names.length).toBeGreaterThan(10)
})
