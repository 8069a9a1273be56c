import { describe, expect, test } from 'vitest'
import { beginCheck, checked, createMuseumIntent } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()

async function confirmed() {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  return { intent, bearer }
}
const arrived = (intentId: string, times = 1) =>
  the.api.world.until(() => the.api.world.eventsOf(intentId).length >= times)

describe('a webhook', () => {
  test('PROV-05 is signed with the secret of its provider, and carries the verdict', async () => {
    const { intent, bearer } = await confirmed()
    const museum = await createMuseumIntent(the.api)
    await beginCheck(the.api, bearer, { mintid: museum.mintid })
    await the.api.client('confirmIntent', { params: { id: museum.mintid }, body: {} }, { bearer })
    await Promise.all([arrived(intent.id), arrived(museum.id)])

    const [cinema] = the.api.world.eventsOf(intent.id)
    expect(cinema).toMatchObject({
      path: '/webhooks/avouch',
      signed: true,
      id: expect.stringMatching(/^evt_/) as string,
    })
    expect(cinema?.event).toMatchObject({
      type: 'intent.confirmed',
      data: { intent_id: intent.id, reference: 'booking-1', result: 'yes' },
    })
    expect(the.api.world.eventsOf(museum.id)[0]).toMatchObject({ path: '/webhooks/museum', signed: true })
  })

  test('PROV-05 is repeated under the same id until it is accepted, and never after', { timeout: 40_000 }, async () => {
    the.api.world.answers.webhook.status = 500
    const { intent } = await confirmed()
    await arrived(intent.id, 2)
    the.api.world.answers.webhook.status = 204
    const refused = the.api.world.eventsOf(intent.id).length
    await arrived(intent.id, refused + 1)

    const all = the.api.world.eventsOf(intent.id)
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(new Set(all.map(({ event }) => JSON.stringify(event))).size).toBe(1)
    expect(all.every(({ signed }) => signed)).toBe(true)

    const other = await confirmed()
    await arrived(other.intent.id)
    expect(the.api.world.eventsOf(intent.id)).toHaveLength(refused + 1)
  })

  test('PROV-05 OPS-03 that was not accepted is sent again after a restart', { timeout: 40_000 }, async () => {
    the.api.world.answers.webhook.status = 503
    const { intent } = await confirmed()
    await arrived(intent.id)
    const before = the.api.world.eventsOf(intent.id).length
    the.api.world.answers.webhook.status = 204
    await the.api.restart()
    await arrived(intent.id, before + 1)
    expect(new Set(the.api.world.eventsOf(intent.id).map(({ id }) => id)).size).toBe(1)
  })

  test('PROV-05 that was accepted is not sent again after a restart', { timeout: 40_000 }, async () => {
    const { intent } = await confirmed()
    await arrived(intent.id)
    const delivered = the.api.world.eventsOf(intent.id).length
    await the.api.restart()
    const other = await confirmed()
    await arrived(other.intent.id)
    expect(the.api.world.eventsOf(intent.id)).toHaveLength(delivered)
  })

  test('OPS-03 sessions, codes and intents outlive a restart', async () => {
    const { intent, bearer } = await checked(the.api, 'COMPLETED')
    await the.api.restart()
    const { status } = await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
    expect(status).toBe(200)
  })
})
