import { writeFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterEach, expect, test } from 'vitest'
import {
  beginCheck,
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  otherThan,
  provenNumber,
  registered,
  report,
  signInOn,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const REVIEWED = /^Your check is finished/
const CHANGED = /^The PIN of your Avouch account was changed/

/** Changes the operator's file of SMS limits. */
async function restartedWith(limits: object) {
  writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', JSON.stringify(limits))
  await the.api.restart()
}

afterEach(() => {
  the.api.world.answers.sms = { status: 202, silent: false }
})

/** SMS without a code. */
const noticesTo = (number: string) =>
  the.api.world
    .sentTo(number)
    .map(({ text }) => text)
    .filter((text) => !text.includes('\n\n@'))
const untilNotices = (number: string, count: number) => the.api.world.until(() => noticesTo(number).length >= count)
/** Lets postponed notices come now, however long they were to wait. */
const postponedComeNow = () =>
  the.api.rows(`update sms_message set next_attempt_at = created_at where state = 'waiting'`)

type Visitor = { number: string; bearer: string }

/** A review that has ended; its approval is too old for the next intent. */
async function reviewEnds({ bearer }: Pick<Visitor, 'bearer'>) {
  const { code } = await beginCheck(the.api, bearer, { retry: '1' })
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
}

/** Sends the visitor so many notices. */
async function withNotices(count: number): Promise<Visitor> {
  const visitor = await registered(the.api)
  for (let notices = 1; notices <= count; notices++) {
    await reviewEnds(visitor)
    await untilNotices(visitor.number, notices)
  }
  return visitor
}

async function pinChanges(number: string) {
  const recoverPinToken = await provenNumber(the.api, number)
  await the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })
}

/** Waits for a later notice to another number: every earlier one is decided by then. */
async function everythingDecided() {
  const witness = await registered(the.api)
  await pinChanges(witness.number)
  await untilNotices(witness.number, 1)
}

test('A number gets three notices at once, and a fourth waits until there is room again [SMS-14]', async () => {
  const visitor = await withNotices(3)
  the.api.clock.advance(HOUR_MS)
  const { access_token: bearer } = await signInOn(the.api, newBrowser(), visitor.number)
  await reviewEnds({ bearer })
  await everythingDecided()
  expect(noticesTo(visitor.number)).toHaveLength(3)

  the.api.clock.advance(23 * HOUR_MS)
  await untilNotices(visitor.number, 4)
  expect(noticesTo(visitor.number).at(-1)).toMatch(REVIEWED)
})

test('A notice that was admitted once is sent at its second try too, and counts once [SMS-14]', async () => {
  const visitor = await withNotices(2)
  the.api.world.answerAbout(visitor.number, { status: 503 })
  const before = the.api.world.askedAbout(visitor.number).length
  await reviewEnds(visitor)
  await the.api.world.until(() => the.api.world.askedAbout(visitor.number).length > before)
  the.api.world.answerAbout(visitor.number, undefined)
  await untilNotices(visitor.number, 3)
})

test('A notice about the PIN is exempt from the daily limit [SMS-14 SMS-12]', async () => {
  const visitor = await withNotices(3)
  await pinChanges(visitor.number)
  await untilNotices(visitor.number, 4)
  expect(noticesTo(visitor.number).at(-1)).toMatch(CHANGED)
})

test('A notice about the PIN is sent without money, and another one waits for the pool of all others [SMS-14]', async () => {
  const visitor = await registered(the.api)
  await restartedWith({ shares: { proven: 0, other: 0 } })
  await reviewEnds(visitor)
  await pinChanges(visitor.number)
  await untilNotices(visitor.number, 1)
  await pinChanges((await registered(the.api)).number)
  expect(noticesTo(visitor.number)).toEqual([expect.stringMatching(CHANGED)])

  await restartedWith({})
  await postponedComeNow()
  await untilNotices(visitor.number, 2)
  expect(noticesTo(visitor.number).at(-1)).toMatch(REVIEWED)
})

test('Wrong codes that use up the digits of a number are reported to its holder, once a day [SMS-12]', async () => {
  const { number } = await registered(the.api)
  const typeWrongCodes = async (count: number) => {
    const begun = await beginSignIn(the.api, number, GOOD_PIN)
    const wrong = { ...begun, code: otherThan(begun.code) }
    for (let i = 0; i < count; i++) await expect(confirmCode(the.api, wrong)).rejects.toThrow('422 wrong_sms_code')
  }
  const reported = () => noticesTo(number).filter((text) => text.startsWith('Many wrong codes'))
  the.api.clock.toNextDay()
  await typeWrongCodes(4)
  the.api.clock.advance(6 * MINUTE_MS)
  await everythingDecided()
  expect(reported()).toEqual([])
  await typeWrongCodes(1)
  await the.api.world.until(() => reported().length === 1)
  the.api.clock.advance(5 * HOUR_MS)
  await typeWrongCodes(1)
  await everythingDecided()
  expect(reported()).toHaveLength(1)
  the.api.clock.advance(24 * HOUR_MS)
  await typeWrongCodes(5)
  await the.api.world.until(() => reported().length === 2)
})

test('A blocked network gets no notice [SMS-14]', async () => {
  const visitor = await registered(the.api)
  await restartedWith({ blockedPrefixes: [visitor.number] })
  await reviewEnds(visitor)
  await everythingDecided()
  expect(noticesTo(visitor.number)).toEqual([])
  await restartedWith({})
})
