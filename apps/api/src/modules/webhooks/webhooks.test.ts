import { describe, expect, test } from 'vitest'
import { createWebhooks } from './webhooks.ts'

/** A store with one event, and a provider that gives the answers in turn. */
function world(answers: (number | null)[], delivered = false) {
  const posted: string[] = []
  const recorded: { status: number | null; delivered: boolean }[] = []
  const webhooks = createWebhooks({
    clock: () => new Date(),
    store: {
      find: async (eventId) => {
        if (eventId !== 'evt_1') return undefined
        const done = delivered || recorded.some((attempt) => attempt.delivered)
        return { eventId, providerId: 'p', url: 'http://provider.example', secret: 's', body: '{}', delivered: done }
      },
      record: async (_id, { status, delivered }) => void recorded.push({ status, delivered }),
      undelivered: async () => [],
    },
    sender: {
      post: async ({ id }) => {
        posted.push(id)
        return answers[posted.length - 1] ?? null
      },
    },
  })
  return { webhooks, posted, recorded }
}

describe('delivering', () => {
  test('PROV-05 what was taken is not sent again, though its job runs twice', async () => {
    const { webhooks, posted } = world([204])
    await webhooks.deliver('evt_1')
    await webhooks.deliver('evt_1')
    expect(posted).toEqual(['evt_1'])
  })

  test.each([500, 404, 302, null])('PROV-05 an answer of %s fails the job, so that it runs again', async (status) => {
    const { webhooks, posted, recorded } = world([status, 200])
    await expect(webhooks.deliver('evt_1')).rejects.toThrow('webhook not taken')
    await webhooks.deliver('evt_1')
    expect(posted).toEqual(['evt_1', 'evt_1'])
    expect(recorded).toEqual([
      { status, delivered: false },
      { status: 200, delivered: true },
    ])
  })

  test('PROV-05 an event that is gone is no failure', async () => {
    const { webhooks, posted } = world([])
    await webhooks.deliver('evt_2')
    expect(posted).toEqual([])
  })
})
