import { writeFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeEach, expect, test } from 'vitest'
import {
  beginCheck,
  digits,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  registered,
  report,
  signInOn,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const REVIEWED = /^Your check is finished/

/** Changes the operator's file of SMS limits. */
async function restartedWith(limits: object) {
  writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', JSON.stringify(limits))
  await the.api.restart()
}
beforeEach(() => restartedWith({}))

const noticesTo = (number: string) =>
  the.api.world
    .sentTo(number)
    .map(({ text }) => text)
    .filter((text) => !/^[0-9]{6} /.test(text))
const untilTold = (number: string, notices: number) => the.api.world.until(() => noticesTo(number).length >= notices)

type Visitor = { number: string; bearer: string }

/** A review that has ended; its approval is too old for the next intent. */
async function reviewEnds({ bearer }: Visitor) {
  const { code } = await beginCheck(the.api, bearer, { retry: '1' })
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
}

/** Waits for a later notice to another number: every earlier one is decided by then. */
async function everythingDecided() {
  const witness = await registered(the.api)
  await reviewEnds(witness)
  await untilTold(witness.number, 1)
}

test('SMS-14 a number has three notices at once, and a fourth waits until there is room again', async () => {
  const visitor = await registered(the.api)
  for (let notices = 1; notices <= 3; notices++) {
    await reviewEnds(visitor)
    await untilTold(visitor.number, notices)
  }
  the.api.clock.advance(HOUR_MS)
  const { access_token: bearer } = await signInOn(the.api, newBrowser(), visitor.number)
  await reviewEnds({ ...visitor, bearer })
  await everythingDecided()
  expect(noticesTo(visitor.number)).toHaveLength(3)

  the.api.clock.advance(23 * HOUR_MS + 30 * MINUTE_MS)
  await the.api.restart()
  await untilTold(visitor.number, 4)
  expect(noticesTo(visitor.number).at(-1)).toMatch(REVIEWED)
})

test('SMS-14 a notice that is postponed beyond its relevance is dropped', async () => {
  const visitor = await registered(the.api)
  for (let notices = 1; notices <= 3; notices++) {
    await reviewEnds(visitor)
    await untilTold(visitor.number, notices)
  }
  await reviewEnds(visitor)
  await everythingDecided()
  the.api.clock.advance(25 * HOUR_MS)
  await the.api.restart()
  await everythingDecided()
  expect(noticesTo(visitor.number)).toHaveLength(3)
})

test('SMS-14 SMS-12 the notice about another PIN is exempt from the daily limit', async () => {
  const visitor = await registered(the.api)
  for (let notices = 1; notices <= 3; notices++) {
    await reviewEnds(visitor)
    await untilTold(visitor.number, notices)
  }
  const recoverPinToken = await provenNumber(the.api, visitor.number)
  await the.api.client('changePin', { body: { phone: digits(visitor.number), pin: OTHER_PIN, recoverPinToken } })
  await untilTold(visitor.number, 4)
  expect(noticesTo(visitor.number).at(-1)).toMatch(/^The PIN of your Avouch account was changed/)
})

test('SMS-14 a blocked network gets no notice', async () => {
  const visitor = await registered(the.api)
  await restartedWith({ blockedPrefixes: [visitor.number] })
  await reviewEnds(visitor)
  await everythingDecided()
  expect(noticesTo(visitor.number)).toEqual([])
})
