import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const NOT_SENT = { status: 500, code: 'cannot_send_sms' }
const [FIRST, SECOND] = ['/sms', '/second-sms']

describe('two gateways', () => {
  const the = useTestApi({
    SMS_GATEWAY_2: 'generic',
    SMS_TOKEN_2: 'a-token-of-the-second-gateway',
    METRICS_PORT: '0',
  })

  /** Each gateway's answer from now on; undefined for one that takes SMS. */
  function gatewaysAnswer(first?: number, second?: number): void {
    the.api.world.illAt(FIRST, first)
    the.api.world.illAt(SECOND, second)
  }
  /** Reads the rows about SMS alone: a clock that has moved also lights the duties of other jobs. */
  async function kindsOf(operator: Awaited<ReturnType<typeof invited>>) {
    const { data } = (await operator.call('adminListAttention', {})).data
    return data.map(({ kind }) => kind).filter((kind) => kind.startsWith('sms'))
  }
  afterEach(async () => {
    gatewaysAnswer()
    // A gateway that counts as down is tried again after half a minute.
    the.api.clock.advance(30 * SECOND_MS)
    await registered(the.api)
  })

  /** A newcomer asks for the first code. */
  async function newcomer(number = newNumber()) {
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    const ask = () => the.api.client('resendCode', { body: {} }, { bearer })
    const delivery = async (id: string) => (await the.api.client('codeDelivery', { params: { id } }, { bearer })).data
    return { number, ask, delivery }
  }
  const askedAt = (number: string) => the.api.world.askedAbout(number).map(({ path }) => path)
  const keysAbout = (number: string) =>
    new Set(the.api.world.askedAbout(number).map(({ idempotency_key }) => idempotency_key))

  /** Moves to a new day of the costs, after the SMS of other tests are counted. */
  async function toOwnDay() {
    // An expired SMS is tried no more, and waits for the sweep.
    const unsent = `select state from sms_message where state in ('waiting', 'sending') and good_until > $1`
    const left = () => {
      // Makes SMS due that wait for their next try.
      the.api.clock.advance(5 * SECOND_MS)
      return the.api.rows(unsent, [the.api.clock.now()])
    }
    await expect.poll(left).toEqual([])
    the.api.clock.toNextDay()
  }
  const ofToday = (...words: string[]) => the.api.operate('sms', 'spend', '--days', '1', ...words)

  test('A visitor gets the code from the second gateway, once, and the operator sees what it cost [SMS-17 OPS-59]', async () => {
    await toOwnDay()
    the.api.world.illAt(FIRST, 429)
    const { number } = await registered(the.api)
    expect(the.api.world.sentTo(number)).toHaveLength(1)
    expect(askedAt(number)).toEqual([FIRST, SECOND])

    the.api.world.illAt(FIRST, undefined)
    await registered(the.api)
    // An accepted one is stored after the visitor's answer.
    await expect.poll(async () => (await ofToday()).length).toBe(3)
    await expect
      .poll(async () => JSON.parse((await ofToday('--json')).join()) as unknown)
      .toMatchObject({ spent: [{ country: 'DE', outcome: 'accepted', total: 2, cents: 16 }], total: 2, cents: 16 })
    expect((await ofToday()).map((line) => line.split(/ +/).slice(1))).toEqual([
      ['country', 'outcome', 'SMS', 'cents'],
      ['DE', 'accepted', '2', '16'],
      ['2', '16'],
    ])
    const { lines, exitCode } = await the.api.command('sms', 'spend', '--days', '0')
    expect([exitCode, lines[0]]).toEqual([1, expect.stringContaining('--days is a whole number from 1 to 395')])
  })

  test('An SMS that both gateways refuse is refused, and costs nothing [SMS-17 SMS-02 OPS-59]', async () => {
    await toOwnDay()
    gatewaysAnswer(400, 400)
    const { number, ask } = await newcomer()
    await expect(ask()).rejects.toMatchObject(NOT_SENT)
    expect(askedAt(number)).toEqual([FIRST, SECOND])
    const { spent } = JSON.parse((await ofToday('--json')).join()) as { spent: object[] }
    expect(spent).toContainEqual(expect.objectContaining({ outcome: 'refused', total: 1, cents: 0 }))
  })

  test('While the first gateway is down SMS begin at the second, and they are refused only while both are down, which the alerts hear [SMS-17 SMS-04]', async () => {
    const newcomers = await Promise.all(Array.from({ length: 12 }, () => newcomer()))
    const [late, last] = newcomers.splice(10)
    const everyIsDown = () => the.api.log.filter((line) => line.includes('every sms gateway down')).length
    const before = everyIsDown()
    gatewaysAnswer(503)
    for (const { ask } of newcomers.slice(0, 5)) await ask()
    gatewaysAnswer()
    await late?.ask()
    expect(askedAt(late?.number ?? '')).toEqual([SECOND])
    expect(everyIsDown()).toBe(before)
    gatewaysAnswer(503, 503)
    for (const { ask } of newcomers.slice(5)) await ask().catch(() => undefined)
    await expect(last?.ask()).rejects.toMatchObject(NOT_SENT)
    expect(askedAt(last?.number ?? '')).toEqual([])
    expect(everyIsDown()).toBe(before + 1)
  })

  test('While the second gateway sends each SMS the operator is warned, and reads nothing of SMS that fail [ADMIN-17 SMS-17]', async () => {
    the.api.clock.advance(2 * HOUR_MS)
    const operator = await invited(the.api, 'operator')
    const rows = () => kindsOf(operator)
    gatewaysAnswer(429)
    for (let n = 0; n < 4; n += 1) await (await newcomer()).ask()
    await expect.poll(rows).toEqual(['sms_gateway'])
    gatewaysAnswer(429, 429)
    for (let n = 0; n < 3; n += 1) await (await newcomer()).ask().catch(() => undefined)
    await expect.poll(rows).toEqual(['sms_fail', 'sms_fail', 'sms_gateway'])
  })

  test('A row names the gateway, since when it fails, the last good one and why, and goes with the first SMS that it takes [ADMIN-30]', async () => {
    holdTime(the.api)
    the.api.clock.advance(2 * HOUR_MS)
    const operator = await invited(the.api, 'operator')
    const rows = async (which = 'first') => {
      const { data } = (await operator.call('adminListAttention', {})).data
      return data.filter(({ about }) => about === `${which} (generic)`)
    }
    const now = () => the.api.clock.now().toISOString()
    const good = now()
    await registered(the.api)
    expect(await rows()).toEqual([])
    the.api.clock.advance(MINUTE_MS)
    const since = now()
    gatewaysAnswer(503)
    for (let n = 0; n < 2; n += 1) await (await newcomer()).ask()
    the.api.clock.advance(MINUTE_MS)
    gatewaysAnswer(401)
    await (await newcomer()).ask()
    const row = { kind: 'sms_gateway', about: 'first (generic)', since, last_good: good }
    expect(await rows()).toMatchObject([{ ...row, count: 3, why: 'refused', detail: 'account status 401' }])
    // As long as no SMS tells the contrary.
    the.api.clock.advance(25 * MINUTE_MS)
    expect(await rows()).toMatchObject([row])
    gatewaysAnswer(503)
    await (await newcomer()).ask()
    expect(await rows()).toMatchObject([{ ...row, count: 4, why: 'error', detail: 'unknown status 503' }])
    gatewaysAnswer(503, 401)
    the.api.clock.advance(30 * SECOND_MS)
    await (await newcomer()).ask().catch(() => undefined)
    expect(await rows()).toMatchObject([{ kind: 'sms_fail', since, why: 'error' }])
    expect(await rows('second')).toMatchObject([{ kind: 'sms_fail', why: 'refused', detail: 'account status 401' }])
    gatewaysAnswer()
    the.api.clock.advance(30 * SECOND_MS)
    await (await newcomer()).ask()
    expect(await rows()).toEqual([])
    // Nothing was sent there since.
    expect(await rows('second')).toMatchObject([{ kind: 'sms_gateway', why: 'refused' }])
  })

  test('A gateway that works now and then keeps its row: a trouble that is back within a quarter of an hour was not over [ADMIN-30]', async () => {
    holdTime(the.api)
    the.api.clock.advance(2 * HOUR_MS)
    const operator = await invited(the.api, 'operator')
    const rows = () => kindsOf(operator)
    const sends = async (status?: number) => {
      gatewaysAnswer(status)
      await (await newcomer()).ask()
    }
    for (let n = 0; n < 3; n += 1) await sends(503)
    expect(await rows()).toContain('sms_gateway')
    the.api.clock.advance(30 * SECOND_MS)
    await sends()
    expect(await rows()).not.toContain('sms_gateway')
    await sends(503)
    await sends()
    expect(await rows()).toContain('sms_gateway')
    const { data } = (await operator.call('adminListAttention', {})).data
    expect(data.find(({ kind }) => kind === 'sms_gateway')).toMatchObject({ since: the.api.clock.now().toISOString() })
  })

  test('An SMS that a gateway refuses for its number makes no row of the gateway [ADMIN-30 SMS-17]', async () => {
    the.api.clock.advance(2 * HOUR_MS)
    const operator = await invited(the.api, 'operator')
    await registered(the.api)
    gatewaysAnswer(400, 400)
    for (let n = 0; n < 4; n += 1) await (await newcomer()).ask().catch(() => undefined)
    const { data } = (await operator.call('adminListAttention', {})).data
    expect(data.filter(({ about }) => about === 'first (generic)')).toEqual([])
  })

  test('Codes of a gateway that nobody types in are a row and a metric, and no more once visitors do [ADMIN-31]', async () => {
    the.api.clock.advance(2 * HOUR_MS)
    const operator = await invited(the.api, 'operator')
    const row = async () => {
      const { data } = (await operator.call('adminListAttention', {})).data
      return data.find(({ kind }) => kind === 'sms_not_typed_in')
    }
    const ratio = async () => {
      const text = await (await the.api.monitored('/metrics')).text()
      return /avouch_sms_codes_typed_in_ratio\{gateway="first"\} (\S+)/.exec(text)?.[1]
    }
    for (let n = 0; n < 4; n += 1) await registered(the.api)
    for (let n = 0; n < 5; n += 1) await (await newcomer()).ask()
    the.api.clock.advance(6 * MINUTE_MS)
    // Nine numbers tell nothing.
    expect([await row(), await ratio()]).toEqual([undefined, undefined])
    await (await newcomer()).ask()
    the.api.clock.advance(6 * MINUTE_MS)
    expect(await row()).toMatchObject({ about: 'first (generic)', count: 6, alert: 'AvouchSmsNotTypedIn' })
    expect(await ratio()).toBe('0.4')
    for (let n = 0; n < 6; n += 1) await registered(the.api)
    the.api.clock.advance(6 * MINUTE_MS)
    expect([await row(), await ratio()]).toEqual([undefined, '0.6'])
  })

  test('An error of the account sends the SMS from the second gateway, and is counted as the operator’s [SMS-19 SMS-17]', async () => {
    gatewaysAnswer(401)
    const { number } = await registered(the.api)
    expect(askedAt(number)).toEqual([FIRST, SECOND])
    expect(the.api.log.join()).toContain('sms account error')
  })

  test('A number that both gateways refuse for the account blames no visitor, and stops no SMS of others [SMS-19 OPS-78]', async () => {
    const stranger = await newcomer()
    for (const gateway of [402, 403]) {
      the.api.world.answerAbout(stranger.number, { status: gateway })
      for (let n = 0; n < 3; n += 1)
        await expect(stranger.ask()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    }
    const { number } = await registered(the.api)
    expect(askedAt(number)).toEqual([FIRST])
    expect(the.api.log.join()).not.toContain(`"event":"sms account error","reason":"account status 402`)
  })

  test('Credentials that every gateway refuses say nothing about the number, and cost nothing [SMS-19 SMS-02]', async () => {
    gatewaysAnswer(401, 401)
    const { number, ask } = await newcomer()
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(askedAt(number)).toEqual([FIRST, SECOND])
    // Nobody is asked until half a minute has passed, and the answer is the same.
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(askedAt(number)).toHaveLength(2)
    gatewaysAnswer()
    the.api.clock.advance(30 * SECOND_MS)
    expect((await ask()).data).toMatchObject({ sent: true })
  })

  test('A code of which the first gateway says nothing comes from the second at once, and it is the same code [SMS-17]', async () => {
    gatewaysAnswer(500)
    const { number, ask, delivery } = await newcomer()
    const { data } = await ask()
    expect(data).toEqual({ pinId: data.pinId, form: 'digits', resend_after: expect.any(Number) as number, sent: true })
    expect([askedAt(number), keysAbout(number).size]).toEqual([[FIRST, SECOND], 1])
    const texts = the.api.world.askedAbout(number).map(({ text }) => text)
    expect(texts[0]).toBe(texts[1])
    expect(await delivery(data.pinId)).toMatchObject({ sms: 'sent' })
  })

  test('A code that the second gateway refuses stays good, because the first may have sent it [SMS-17]', async () => {
    gatewaysAnswer(500, 400)
    const { number, ask, delivery } = await newcomer()
    const { data } = await ask()
    expect(data).toMatchObject({ pending: true })
    expect(askedAt(number)).toEqual([FIRST, SECOND])
    expect(await delivery(data.pinId)).toMatchObject({ sms: 'given_up', resend_after: 0, restart: false })
  })

  test('A first gateway that is silent is waited for four seconds at most, then the second sends the code [SMS-17 SMS-02]', async () => {
    const release = the.api.world.holdUp(FIRST)
    const { number, ask } = await newcomer()
    const { data } = await ask()
    expect(data).toMatchObject({ sent: true, pending: true })
    await expect.poll(() => askedAt(number), { timeout: 5_000 }).toEqual([FIRST, SECOND])
    release()
  })

  test('A code stays with the first gateway where the second is down [SMS-17]', async () => {
    gatewaysAnswer(429, 401)
    await expect((await newcomer()).ask()).rejects.toMatchObject({ status: 503 })
    gatewaysAnswer(503)
    const { number, ask } = await newcomer()
    const asked = ask()
    await the.api.world.until(() => askedAt(number).length === 1)
    gatewaysAnswer(undefined, 401)
    expect((await asked).data).toMatchObject({ sent: true })
    await the.api.world.until(() => the.api.world.sentTo(number).length > 0)
    expect([askedAt(number), keysAbout(number).size]).toEqual([[FIRST, FIRST], 1])
  })
})

describe('a gateway without idempotency keys', () => {
  const the = useTestApi({ SMS_GATEWAY: 'seven', SMS_TOKEN: 'a-key-of-seven', SMS_SENDER: 'Avouch' })

  test('Without idempotency keys a gateway is asked once more for an SMS that may be on its way, which is paid for [SMS-18 OPS-59]', async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    the.api.world.answerAbout(number, { status: 503 })
    const { pinId } = (await the.api.client('resendCode', { body: {} }, { bearer })).data
    const delivery = async () => (await the.api.client('codeDelivery', { params: { id: pinId } }, { bearer })).data.sms
    await expect
      .poll(() => {
        the.api.clock.advance(SECOND_MS)
        return delivery()
      })
      .toBe('given_up')
    expect(the.api.world.askedAbout(number)).toHaveLength(2)
    expect(JSON.parse((await the.api.operate('sms', 'spend', '--json')).join())).toMatchObject({
      spent: [{ country: 'DE', outcome: 'unknown', total: 1, cents: 8 }],
    })
  })
})
