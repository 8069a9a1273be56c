import { beforeAll, expect, test } from 'vitest'
import { verdictOf } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { answerWallet, asking, beganWallet, fetchRequest } from '#test/id-wallet.ts'
import { issueSdJwt, showSdJwt } from '#test/sd-jwts.ts'
import { useTestApi } from '#test/use-test-api.ts'

/** Ahead of the machine's clock, at which the product's stands. */
const now = new Date((Math.floor(Date.now() / 1_000) + 600) * 1_000)
const { root, signer } = createOffice(now)
const the = useTestApi(asking([root], now).settings)
beforeAll(() => {
  const { clock } = the.api
  clock.hold()
  clock.advance(now.getTime() - clock.now().getTime())
})

const MINUTE = 60_000
const seconds = (ms: number) => Math.floor((now.getTime() + ms) / 1_000)
/** Shown by a phone whose clock is so far off. */
const shownOf = (asked: Awaited<ReturnType<typeof fetchRequest>>, off = 0) =>
  showSdJwt(issueSdJwt(signer, {}, now), asked, { binding: { iat: seconds(off) } })

test.each([-9, -3, 1.5, 3, 5])(
  'What is signed by a phone whose clock is %d minutes off is accepted [VP-22]',
  async (off) => {
    const { url } = await beganWallet(the.api)
    const asked = await fetchRequest(the.api, url)
    const shown = shownOf(asked, off * MINUTE)
    expect(await answerWallet(the.api, asked, shown)).toMatchObject({ status: 200 })
  },
)

test.each([-120, -11, 6, 60 * 24 * 365])(
  'A phone whose clock is %d minutes off is refused for its clock, and may answer the same request again [VP-22]',
  async (off) => {
    const { id, url, intent } = await beganWallet(the.api)
    const state = async () => (await the.api.client('followPresentation', { params: { id } })).data
    const first = await fetchRequest(the.api, url)
    const shown = shownOf(first, off * MINUTE)
    for (let n = 0; n < 2; n++)
      expect(await answerWallet(the.api, first, shown)).toMatchObject({
        status: 400,
        data: { error: 'invalid_request', error_description: 'clock' },
      })
    expect(await state()).toEqual({ state: 'refused', reason: 'clock', redirect_uri: null })
    const again = await fetchRequest(the.api, url)
    expect(await state()).toMatchObject({ state: 'fetched', reason: null })
    expect(await answerWallet(the.api, again, shownOf(again))).toMatchObject({ status: 200 })
    expect((await state()).state).toBe('confirmed')
    expect((await verdictOf(the.api, intent.id)).claims).toMatchObject({ result: 'yes' })
  },
)
