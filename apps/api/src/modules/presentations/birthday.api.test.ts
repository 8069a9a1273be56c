import { MINUTE_MS } from '@avouch/contract'
import { Tag } from 'cbor2'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOffice, show } from '#test/age-office.ts'
import { answerWallet, asking, beganWallet, fetchRequest, PID } from '#test/id-wallet.ts'
import { issueSdJwt, showSdJwt } from '#test/sd-jwts.ts'
import { walletTranscript } from '#test/wallet-answers.ts'
import { useTestApi } from '#test/use-test-api.ts'

const HALF_HOUR = 30 * MINUTE_MS
/** The next midnight in Berlin that is an hour away at least. */
const midnight = (() => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
  let at = Math.ceil(Date.now() / HALF_HOUR) * HALF_HOUR + 2 * HALF_HOUR
  while (!clock.format(at).startsWith('00:00')) at += HALF_HOUR
  return at
})()
const office = createOffice(new Date(midnight - HALF_HOUR))
const the = useTestApi(asking([office.root], new Date(midnight - HALF_HOUR)).settings)
beforeAll(() => the.api.clock.hold())

/** Today in Berlin after that midnight, 18 years ago. */
const birthday = (() => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(midnight)
  return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
})()

const FORMATS = {
  'SD-JWT': (asked: Awaited<ReturnType<typeof fetchRequest>>, now: Date) =>
    showSdJwt(issueSdJwt(office.signer, { ages: {}, birthDate: birthday }, now), asked, {
      binding: { iat: Math.floor(now.getTime() / 1_000) },
    }),
  mdoc: (asked: Awaited<ReturnType<typeof fetchRequest>>, now: Date) => {
    const element = { elementIdentifier: 'birth_date', elementValue: new Tag(1004, birthday) }
    const proof = office.issue({ docType: PID, shownSpace: PID, signedSpace: PID, element }, now)
    return show(proof, walletTranscript(asked))
  },
}

// The clock of an installation is never set back.
describe('the night of a birthday', { shuffle: false }, () => {
  test.each([
    ['SD-JWT', -HALF_HOUR, 'denied'],
    ['mdoc', -HALF_HOUR, 'denied'],
    ['SD-JWT', HALF_HOUR, 'confirmed'],
    ['mdoc', HALF_HOUR, 'confirmed'],
  ] as const)(
    'In the night of the birthday the day at the operator decides: %s, %i ms after midnight, is %s [VP-25]',
    async (format, after, state) => {
      the.api.clock.advance(midnight + after - the.api.clock.now().getTime())
      const { id, url } = await beganWallet(the.api)
      const asked = await fetchRequest(the.api, url)
      await answerWallet(the.api, asked, FORMATS[format](asked, the.api.clock.now()))
      const { data } = await the.api.client('followPresentation', { params: { id } })
      expect(data.state).toBe(state)
    },
  )
})
