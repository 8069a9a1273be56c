import type { PresentationReason } from '@avouch/contract'
import { afterAll, expect } from 'vitest'
import { answer, answerByBrowser, began, sealed, verdictOf } from './age-app.ts'
import type { Proof } from './age-office.ts'
import type { TestApi } from './test-api.ts'

export type Begun = Awaited<ReturnType<typeof began>>
type Sent = { status: number; data: object; ms: number }

/** Plants answers that are refused, and holds each to what a refusal is; prints how long they took. */
export function refusalsOf(the: { readonly api: TestApi }, good: () => Proof) {
  const intents: string[] = []
  const times: number[] = []
  afterAll(() => {
    times.sort((one, other) => one - other)
    const [median, most] = [times[times.length >> 1], times.at(-1)].map((ms) => `${ms?.toFixed(1)} ms`)
    process.stdout.write(`VP-17: ${times.length} refusals, median ${median}, slowest ${most}\n`)
  })

  /** The request is used up, its intent as before, and its provider has heard nothing. */
  async function isUsedUp({ id, intent }: Begun, reason: PresentationReason, ms: number) {
    const { data: progress } = await the.api.client('followPresentation', { params: { id } })
    expect(progress).toEqual({ state: 'refused', reason, redirect_uri: null })
    const { status, result, verdict } = await verdictOf(the.api, intent.id)
    expect({ status, result, verdict }).toEqual({ status: 'created', result: null, verdict: null })
    expect(the.api.world.eventsOf(intent.id)).toEqual([])
    intents.push(intent.id)
    times.push(ms)
  }
  return {
    /** Expects the refusal of an app's post. */
    isRefused: async (reason: PresentationReason, send: (url: string) => Promise<Sent>) => {
      const begun = await began(the.api, 'qr')
      const { status, data, ms } = await send(begun.url)
      expect({ status, data }).toEqual({ status: 400, data: { error: 'invalid_request', error_description: reason } })
      await isUsedUp(begun, reason, ms)
      // A good answer comes too late.
      const late = await answer(the.api, begun.url, good())
      expect(late.data).toMatchObject({ error_description: 'presentation_over' })
    },
    /** Expects the refusal of the page's post that asked its browser. */
    isRefusedOfBrowser: async (reason: PresentationReason, make: (begun: Begun) => string | Promise<string>) => {
      const begun = await began(the.api, 'dc_api')
      const response = await make(begun)
      const before = performance.now()
      const refused = { status: 422, problem: { code: 'presentation_refused', reason } }
      await expect(answerByBrowser(the.api, begun.id, response)).rejects.toMatchObject(refused)
      await isUsedUp(begun, reason, performance.now() - before)
      const late = answerByBrowser(the.api, begun.id, await sealed(begun.request, good()))
      await expect(late).rejects.toMatchObject({ status: 410, code: 'presentation_over' })
    },
    /** Reads the provider's events of all of them. */
    told: () => intents.flatMap((id) => the.api.world.eventsOf(id)),
  }
}
