import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { answeredTest, beginCheck, checked, createMuseumIntent } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const CINEMA = '/webhooks/avouch'
const DAY_MS = 24 * HOUR_MS

const confirm = (mintid: string, bearer: string) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
async function confirmed() {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await confirm(intent.mintid, bearer)
  return { intent, bearer }
}
const arrived = (intentId: string, times = 1) =>
  the.api.world.until(() => the.api.world.eventsOf(intentId).length >= times)
const eventsOf = (intentId: string) => the.api.world.eventsOf(intentId)
/** Waits for a later event: all earlier due ones have been looked for by then. */
async function lookedFor() {
  const { id } = await answeredTest(the.api)
  await arrived(id)
}

test('A webhook is signed with the secret of its provider, and carries the verdict [PROV-05]', async () => {
  const { intent, bearer } = await confirmed()
  const museum = await createMuseumIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: museum.mintid })
  await confirm(museum.mintid, bearer)
  await Promise.all([arrived(intent.id), arrived(museum.id)])

  const [cinema] = eventsOf(intent.id)
  expect(cinema).toMatchObject({ path: CINEMA, signed: true, id: expect.stringMatching(/^evt_/) as string })
  expect(cinema?.event).toMatchObject({
    id: cinema?.id,
    type: 'intent.confirmed',
    data: { intent_id: intent.id, reference: 'booking-1', live: false, result: 'yes' },
  })
  expect(eventsOf(museum.id)[0]).toMatchObject({ path: '/webhooks/museum', signed: true })
})

test('A webhook that was under way when the server ended is not lost [PROV-05 OPS-03]', async () => {
  const goOn = the.api.world.holdUp(CINEMA)
  const { intent } = await confirmed()
  await arrived(intent.id)
  await the.api.restart()
  goOn()
  await arrived(intent.id, 2)
  expect(new Set(eventsOf(intent.id).map(({ id }) => id)).size).toBe(1)
  // The attempt that was interrupted does not count.
  expect(await the.api.rows('select attempts from webhook_event where intent_id = $1', [intent.id])).toEqual([
    { attempts: 1 },
  ])
})

test('A webhook of one provider does not wait for the slow receiver of another, which gets four at once [PROV-05]', async () => {
  const goOn = the.api.world.holdUp(CINEMA)
  const slow = await Promise.all(Array.from({ length: 6 }, () => answeredTest(the.api)))
  const begun = () => slow.filter(({ id }) => eventsOf(id).length > 0).length
  await the.api.world.until(() => begun() >= 4)
  const museum = await createMuseumIntent(the.api)
  await the.api.client('cancelIntent', { params: { id: museum.id } }, { bearer: the.api.second.apiKey })
  await arrived(museum.id)
  expect(begun()).toBe(4)
  goOn()
  for (const { id } of slow) await arrived(id)
})

test('A receiver that fails gets each event under one id at growing intervals, until it recovers after 70 hours, and then no more [PROV-05 PROV-12 PROV-14]', async () => {
  holdTime(the.api)
  the.api.world.illAt(CINEMA, 500)
  const ids = [(await answeredTest(the.api)).id, (await answeredTest(the.api)).id]
  for (const [done, seconds] of [0, 5, 30, 120, 600, 1_800].entries()) {
    the.api.clock.advance(seconds * SECOND_MS)
    for (const id of ids) await arrived(id, done + 1)
  }
  for (let step = 0; step < 10; step++) {
    the.api.clock.advance(7 * HOUR_MS)
    // The event of another provider comes once all that was due has been looked for.
    const museum = await createMuseumIntent(the.api)
    await the.api.client('cancelIntent', { params: { id: museum.id } }, { bearer: the.api.second.apiKey })
    await arrived(museum.id)
  }
  const refusals = ids.map((id) => eventsOf(id).length)
  the.api.world.illAt(CINEMA, undefined)
  the.api.clock.advance(6 * HOUR_MS)
  for (const [place, id] of ids.entries()) await arrived(id, (refusals[place] ?? 0) + 1)
  the.api.clock.advance(DAY_MS)
  await lookedFor()
  expect(ids.map((id, place) => eventsOf(id).length - (refusals[place] ?? 0))).toEqual([1, 1])
  for (const id of ids) {
    expect(new Set(eventsOf(id).map(({ id: eventId, event }) => eventId + JSON.stringify(event))).size).toBe(1)
    expect(eventsOf(id).every(({ signed }) => signed)).toBe(true)
  }
})

test('A live receiver that is down for a quarter of an hour is a row for the operator and on the overview of its website, until it takes an event [ADMIN-32]', async () => {
  holdTime(the.api)
  const [{ id: providerId }] = (await the.api.rows(`select id from provider where webhook_url like '%/avouch'`)) as [
    { id: string },
  ]
  const operator = await invited(the.api, 'operator')
  const rows = async () => {
    const { data } = (await operator.call('adminListAttention', {})).data
    return data.filter(({ kind }) => kind === 'webhooks_undelivered')
  }
  const owner = await invited(the.api, 'owner', providerId)
  const shown = async () =>
    (await owner.call('adminReadProject', { params: { project: providerId } })).data.webhook.failing
  await lookedFor()
  await expect.poll(shown).toBeNull()
  const since = the.api.clock.now().toISOString()
  the.api.world.illAt(CINEMA, 503)
  const { id } = await answeredTest(the.api)
  await arrived(id)
  const answer = { since, why: 'error', detail: 'status 503', last_good: expect.any(String) as string }
  await expect.poll(shown).toMatchObject(answer)
  expect(await rows()).toEqual([])
  the.api.clock.advance(16 * MINUTE_MS)
  await the.api.rows(`update provider set stage = 'test' where id = $1`, [providerId])
  expect(await rows()).toEqual([])
  await the.api.rows(`update provider set stage = 'live' where id = $1`, [providerId])
  expect(await rows()).toMatchObject([{ ...answer, about: providerId, alert: 'AvouchWebhooksUndelivered' }])
  expect(await shown()).toMatchObject(answer)
  the.api.world.illAt(CINEMA, undefined)
  the.api.clock.advance(25 * MINUTE_MS)
  await expect.poll(rows).toEqual([])
  expect(await shown()).toBeNull()
})
