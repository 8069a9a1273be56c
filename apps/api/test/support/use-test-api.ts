import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { newAddress } from './address.ts'
import { type Change, startTestApi, type TestApi } from './test-api.ts'

/** One server for the tests of a file; they share nothing else: each uses other numbers. */
export function useTestApi(settings: Record<string, string> = {}, change?: Change): { readonly api: TestApi } {
  let api: TestApi | undefined
  beforeAll(async () => {
    api = await startTestApi(settings, change)
  })
  beforeEach(() => {
    if (api !== undefined) api.place.address = newAddress()
  })
  afterAll(() => api?.[Symbol.asyncDispose]())
  return {
    get api() {
      if (api === undefined) throw new Error('the server of this file has not started')
      return api
    },
  }
}

/** Until this test ends only `advance` moves the clock, so that a slow machine does not matter. */
export function holdTime({ clock }: TestApi): void {
  clock.hold()
  onTestFinished(() => clock.release())
}
