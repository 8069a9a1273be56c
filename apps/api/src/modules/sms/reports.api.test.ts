import { createHash, createHmac } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { GOOD_PIN, newNumber, passwordGrant, sendSignUp } from '#test/builders.ts'
import { findPlanted } from '#test/planted.ts'
import { idOfSeven } from '#test/sms-gateways.ts'
import { invited } from '#test/staff.ts'
import { send, sendJson } from '#test/wire.ts'
import type { TestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const WHYS = { off: [4, 15], number: [2, 8], blocked: [5, 14], other: [5, 12] } as const
const said = (groupId: number, id: number) => ({ results: [{ status: { groupId, id } }] })
const [SENT, DELIVERED, OFF] = [said(1, 7), said(3, 5), said(...WHYS.off)]
const pathOf = (url: string | undefined) => new URL(url ?? '').pathname

/** A newcomer who has asked for the first code. */
async function newcomer(api: TestApi) {
  const number = newNumber()
  await sendSignUp(api, number)
  const bearer = await passwordGrant(api, number, GOOD_PIN)
  const ask = async (pinId?: string) => (await api.client('resendCode', { body: { pinId } }, { bearer })).data
  const { pinId } = await ask()
  const delivery = async () => (await api.client('codeDelivery', { params: { id: pinId } }, { bearer })).data
  // An accepted one is stored after the visitor's answer.
  await expect.poll(delivery).toMatchObject({ sms: 'sent' })
  const addresses = () => api.world.askedAbout(number).map(({ reportUrl }) => pathOf(reportUrl))
  return { number, bearer, pinId, ask, delivery, addresses }
}

describe('gateways that report to an address of each message', () => {
  const the = useTestApi({
    SMS_GATEWAY: 'infobip',
    SMS_TOKEN: 'a-key-of-infobip',
    SMS_SENDER: 'Avouch',
    SMS_GATEWAY_2: 'twilio',
    SMS_ACCOUNT_2: 'AC1',
    SMS_TOKEN_2: 'a-token-of-twilio',
    SMS_SENDER_2: 'Avouch',
    METRICS_PORT: '0',
  })
  const report = async (address = '', body: unknown = SENT) => (await sendJson(the.api, address, body)).status
  /** Signed over the code 30006. */
  const reportOfTwilio = async (
    address = '',
    token = 'a-token-of-twilio',
    origin = 'http://product.test',
    code = '30006',
  ) => {
    const signed = `${origin}${address}ErrorCode30006MessageStatusundelivered`
    const signature = createHmac('sha1', token).update(signed).digest('base64')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    const body = `ErrorCode=${code}&MessageStatus=undelivered`
    return (await send(the.api, 'POST', address, { headers, body })).status
  }
  /** Today at the first gateway. */
  const counted = async () => {
    const [line = '{}'] = await the.api.operate('sms', 'delivery', '--days', '1', '--json')
    const { delivery } = JSON.parse(line) as { delivery: { gateway: number; country: string }[] }
    const none = { country: 'DE', gateway: 1, accepted: 0, delivered: 0, undelivered: 0 }
    const { day: _, ...counts } = { day: '', ...none, ...delivery.find(({ gateway }) => gateway === 1) }
    return counts
  }
  const metrics = async () => (await the.api.monitored('/metrics')).text()
  const valueIn = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length) ?? 0,
    )

  test('The answer says what the network reports of an SMS, upwards only [SMS-22 SMS-23]', async () => {
    const before = await metrics()
    const { delivery, addresses } = await newcomer(the.api)
    const [address] = addresses()
    expect(address).toMatch(/^\/api\/sms\/report\/infobip\/[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/)
    expect(await delivery()).toMatchObject({ sms: 'sent', report: 'expected' })
    expect(await report(address, SENT)).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'expected' })
    expect(await report(address, OFF)).toBe(200)
    expect(await delivery()).toMatchObject({ sms: 'sent', report: 'undelivered', why: 'off' })
    expect(await report(address, SENT)).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'undelivered' })
    expect(await report(address, DELIVERED)).toBe(200)
    expect(await report(address, OFF)).toBe(200)
    const { report: last, why } = await delivery()
    expect([last, why]).toEqual(['delivered', undefined])
    const after = await metrics()
    for (const series of [
      'avouch_sms_reports_total{state="undelivered",why="off",region="home",gateway="first"}',
      // Delivered, and failed afterwards: the visitor's page stays, the operator's alert counts it.
      'avouch_sms_reports_total{state="failed_later",why="off",region="home",gateway="first"}',
      'avouch_sms_delivered_seconds_count{region="home",gateway="first"}',
    ])
      expect([series, valueIn(after, series) - valueIn(before, series)]).toEqual([series, 1])
  })

  test('The operator sees by day, country and gateway what was delivered, each SMS once [SMS-24]', async () => {
    const { accepted, delivered, undelivered } = await counted()
    const [one, other] = [await newcomer(the.api), await newcomer(the.api)]
    await report(one.addresses()[0], OFF)
    await report(other.addresses()[0], OFF)
    const now = { country: 'DE', gateway: 1, accepted: accepted + 2, delivered, undelivered: undelivered + 2 }
    expect(await counted()).toMatchObject(now)
    await report(one.addresses()[0], DELIVERED)
    expect(await counted()).toMatchObject({ ...now, delivered: delivered + 1, undelivered: undelivered + 1 })
    const [head, line] = await the.api.operate('sms', 'delivery', '--days', '1')
    expect(head?.split(/ +/)).toEqual(['day', 'country', 'gateway', 'accepted', 'delivered', 'undelivered', 'share'])
    expect(line).toMatch(/^\d{4}-\d\d-\d\d +DE +first +\d+ +\d+ +\d+ +\d+ %$/)
    const labels = (await metrics()).split('\n').filter((text) => text.startsWith('avouch_sms_reports_total{'))
    for (const text of labels) expect(text).not.toMatch(/"DE"/)
  })

  test('The console shows for a week, by country and gateway, what was delivered [SMS-24]', async () => {
    // Leaves the SMS of earlier tests in an earlier week.
    the.api.clock.advance(7 * 24 * HOUR_MS)
    const operator = await invited(the.api, 'auditor')
    const read = async () => (await operator.call('adminSmsSpend', {})).data.delivery
    expect(await read()).toEqual([])
    await report((await newcomer(the.api)).addresses()[0], DELIVERED)
    await report((await newcomer(the.api)).addresses()[0], OFF)
    const tooFew = { half_within: null, most_within: null }
    const week = [{ country: 'DE', gateway: 1, accepted: 2, delivered: 1, undelivered: 1, ...tooFew }]
    expect(await read()).toEqual(week)
    const older = "insert into sms_delivery values ($1::date - $2::int, 'AT', 1, 1, 0, 0)"
    for (const days of [6, 7]) await the.api.rows(older, [the.api.clock.now().toISOString().slice(0, 10), days])
    expect(await read()).toEqual([
      ...week,
      { country: 'AT', gateway: 1, accepted: 1, delivered: 0, undelivered: 0, ...tooFew },
    ])
  })

  test('From twenty SMS on, the operator sees in how many seconds half and nine in ten were delivered [SMS-24 ADMIN-35]', async () => {
    the.api.clock.advance(8 * 24 * HOUR_MS)
    const operator = await invited(the.api, 'auditor')
    const deliver = async (times: number, seconds: number) => {
      for (let n = 0; n < times; n++) {
        const address = (await newcomer(the.api)).addresses()[0]
        the.api.clock.advance(seconds * SECOND_MS)
        await report(address, DELIVERED)
      }
    }
    const read = async () => (await operator.call('adminSmsSpend', {})).data.delivery
    await deliver(17, 7)
    await deliver(2, 40)
    expect(await read()).toMatchObject([{ delivered: 19, half_within: null, most_within: null }])
    await deliver(1, 40)
    expect(await read()).toMatchObject([{ delivered: 20, half_within: 10, most_within: 60 }])
  })

  test('The operator tries each gateway, and reads after how many seconds the phone had the SMS [SMS-25]', async () => {
    const number = newNumber()
    const trying = the.api.operate('sms', 'try', number)
    await the.api.world.until(() => the.api.world.sentTo(number).length > 0)
    const [{ text, reportUrl } = { text: '', reportUrl: '' }] = the.api.world.sentTo(number)
    expect(text).not.toMatch(/[0-9]{6}/)
    await report(pathOf(reportUrl), DELIVERED)
    expect(await trying).toEqual([expect.stringMatching(/^first \(infobip\): accepted [\d.]+ s, delivered [\d.]+ s$/)])
    const found = await the.api.operate('audit', 'search', '--kind', 'operator.sms_tried')
    expect(found.join()).not.toContain(number.slice(-8))

    const off = newNumber()
    the.api.world.illAt('/second-sms/2010-04-01/Accounts/AC1/Messages.json', 401)
    const { lines, exitCode } = await the.api.command('sms', 'try', off, '--gateway', '2')
    the.api.world.illAt('/second-sms/2010-04-01/Accounts/AC1/Messages.json', undefined)
    expect([lines, exitCode]).toEqual([[expect.stringMatching(/^second \(twilio\): account error/)], 1])
    expect(the.api.world.askedAbout(off).map(({ path }) => path.split('/')[1])).toEqual(['second-sms'])
    expect((await the.api.command('sms', 'try', '12')).exitCode).toBe(1)
    the.api.clock.advance(30 * SECOND_MS)
  })

  test.each(Object.entries(WHYS))('An SMS that was not delivered says why: %s [SMS-23]', async (why, [group, id]) => {
    const { delivery, addresses } = await newcomer(the.api)
    await report(addresses()[0], said(group, id))
    expect(await delivery()).toMatchObject({ report: 'undelivered', why })
  })

  test('An SMS that was not delivered ends the wait for another, twice for a code [SMS-23]', async () => {
    const { pinId, ask, delivery, addresses } = await newcomer(the.api)
    // The second gateway has the next one.
    const reportOff = (address = '') => (address.includes('/twilio/') ? reportOfTwilio(address) : report(address, OFF))
    for (const sends of [1, 2]) {
      expect((await delivery()).resend_after).toBeGreaterThan(0)
      await reportOff(addresses().at(-1))
      expect(await delivery()).toMatchObject({ report: 'undelivered', resend_after: 0, restart: false })
      expect(await ask(pinId)).toMatchObject({ pinId, sent: true })
      await expect.poll(delivery).toMatchObject({ report: 'expected' })
      expect(addresses()).toHaveLength(sends + 1)
    }
    await reportOff(addresses().at(-1))
    const last = await delivery()
    expect(last).toMatchObject({ report: 'undelivered' })
    expect(last.resend_after).toBeGreaterThan(0)
  })

  test('A report of an older SMS of the code changes nothing for the newest [SMS-23]', async () => {
    const { pinId, ask, delivery, addresses } = await newcomer(the.api)
    the.api.clock.advance(MINUTE_MS)
    await ask(pinId)
    await expect.poll(delivery).toMatchObject({ report: 'expected' })
    await report(addresses()[0], OFF)
    const now = await delivery()
    expect([now.report, now.resend_after > 0]).toEqual(['expected', true])
  })

  test('Of a try that the second gateway took over only a delivery counts [SMS-22 SMS-17]', async () => {
    the.api.world.illAt('/sms/sms/3/messages', 500)
    const { delivery, addresses } = await newcomer(the.api)
    the.api.world.illAt('/sms/sms/3/messages', undefined)
    const [first, second] = addresses()
    expect(second).toMatch(/^\/api\/sms\/report\/twilio\//)
    await report(first, OFF)
    expect(await delivery()).toMatchObject({ report: 'expected' })
    await report(first, DELIVERED)
    expect(await delivery()).toMatchObject({ report: 'delivered' })
  })

  test('An SMS of whose tries no gateway said anything is sent once the network reports it, and is taken back from no count [SMS-22 SMS-23 SMS-24]', async () => {
    const ill = (status: number | undefined) => {
      the.api.world.illAt('/sms/sms/3/messages', status)
      the.api.world.illAt('/second-sms/2010-04-01/Accounts/AC1/Messages.json', status)
    }
    ill(500)
    const number = newNumber()
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    const { pinId } = (await the.api.client('resendCode', { body: {} }, { bearer })).data
    const delivery = async () => (await the.api.client('codeDelivery', { params: { id: pinId } }, { bearer })).data
    await expect.poll(delivery).toMatchObject({ sms: 'given_up' })
    const before = await counted()
    ill(undefined)
    const [first, second] = the.api.world.askedAbout(number).map(({ reportUrl }) => pathOf(reportUrl))
    expect(await reportOfTwilio(second)).toBe(200)
    await report(first, DELIVERED)
    expect(await delivery()).toMatchObject({ sms: 'sent', report: 'delivered' })
    expect(await counted()).toEqual({ ...before, delivered: before.delivered + 1 })
    the.api.clock.advance(30 * SECOND_MS)
  })

  test('Twilio’s report counts with its signature over our public address alone [SMS-22]', async () => {
    the.api.world.illAt('/sms/sms/3/messages', 429)
    const { delivery, addresses } = await newcomer(the.api)
    the.api.world.illAt('/sms/sms/3/messages', undefined)
    const address = addresses()[1] ?? ''
    expect(await reportOfTwilio(address, 'another-token')).toBe(401)
    expect(await reportOfTwilio(address, 'a-token-of-twilio', the.api.baseUrl)).toBe(401)
    expect(await reportOfTwilio(address, 'a-token-of-twilio', 'http://product.test', '30003')).toBe(401)
    expect(await delivery()).toMatchObject({ report: 'expected' })
    expect(await reportOfTwilio(address)).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'undelivered', why: 'number' })
  })

  test('Of number and text that a report quotes nothing is stored, logged or answered [SMS-22 P-12]', async () => {
    const { number, delivery, addresses } = await newcomer(the.api)
    const [address = ''] = addresses()
    const quoted = { to: number, from: 'Geheime Gasse 47', text: 'Geheime Gasse 47', [number]: 'Geheime Gasse 47' }
    const [result] = OFF.results
    const answers: string[] = []
    const sends = async (path: string, body: unknown) => {
      const { text, headers } = await sendJson(the.api, path, body)
      answers.push(text, JSON.stringify([...headers]))
    }
    const forged = address.slice(0, -22) + 'A'.repeat(22)
    for (const body of [
      { results: [{ ...quoted, status: number }] },
      { results: [{ ...quoted, status: { groupId: number, id: quoted, description: quoted.text } }] },
      quoted,
      [quoted],
      quoted.text + number,
      { results: [{ ...quoted, status: { groupId: 9, id: 99, ...quoted } }], ...quoted },
      { results: [{ ...result, ...quoted }], ...quoted },
    ])
      for (const path of [forged, address.replace('infobip', 'twilio'), address]) await sends(path, body)
    const huge = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(quoted).repeat(100_000) }
    expect((await send(the.api, 'POST', address, huge)).status).toBe(413)
    await send(the.api, 'POST', address, { headers: { 'content-type': 'application/json' }, body: `{"${number}` })
    await send(the.api, 'POST', address, { headers: { 'content-type': 'text/html' }, body: quoted.text + number })
    expect(await delivery()).toMatchObject({ report: 'undelivered', why: 'off' })
    const texts = {
      rows: JSON.stringify(await the.api.contents()),
      log: the.api.log.join('\n'),
      metrics: await metrics(),
      answers: answers.join('\n'),
    }
    expect(texts.rows).toContain('sms_message')
    expect(findPlanted([quoted.text, number.slice(1), number.slice(3)], texts)).toEqual([])
  })

  test('What is no report, or of no message, changes nothing [SMS-22]', async () => {
    const { pinId, delivery, addresses } = await newcomer(the.api)
    const address = addresses()[0] ?? ''
    for (const forged of [address.slice(0, -22) + 'A'.repeat(22), address.replace(/\/[^/.]+\./, '/c21zXzE6MQ.')])
      expect(await report(forged, OFF)).toBe(401)
    expect(await metrics()).toMatch(/avouch_sms_reports_refused_total\{error="invalid_signature"\} [1-9]/)
    expect(await report(address, said(9, 99))).toBe(200)
    expect(await report(address, {})).toBe(400)
    for (const other of ['infobip', 'infobip/short', 'generic/x', 'vonage/x', address.replace(/.*infobip/, 'seven')])
      expect([other, await report(`/api/sms/report/${other}`, OFF)]).toEqual([other, 404])
    expect(await delivery()).toMatchObject({ report: 'expected' })
    await the.api.rows(`delete from sms_message where id like '${pinId}%'`)
    expect(await report(address, OFF)).toBe(200)
  })

  test('After an SMS that did not arrive, or of which nothing was reported, the second gateway sends the next one to this number [SMS-26]', async () => {
    const gatewaysOf = ({ addresses }: { addresses: () => string[] }) =>
      addresses().map((address) => address.split('/')[4])
    const [off, silent, there] = [await newcomer(the.api), await newcomer(the.api), await newcomer(the.api)]
    await report(off.addresses()[0], OFF)
    await report(silent.addresses()[0], SENT)
    await report(there.addresses()[0], DELIVERED)
    the.api.clock.advance(61 * SECOND_MS)
    for (const one of [off, silent, there]) await one.ask(one.pinId)
    expect([off, silent, there].map(gatewaysOf)).toEqual([
      ['infobip', 'twilio'],
      ['infobip', 'twilio'],
      ['infobip', 'infobip'],
    ])
    // Others begin at the first.
    expect(gatewaysOf(await newcomer(the.api))).toEqual(['infobip'])
  })

  test('The share of SMS that were delivered is that of all that the gateway took [SMS-24]', async () => {
    const [one] = [await newcomer(the.api), await newcomer(the.api), await newcomer(the.api)]
    await report(one.addresses()[0], DELIVERED)
    const { accepted, delivered } = await counted()
    const lines = await the.api.operate('sms', 'delivery', '--days', '1')
    expect(lines.find((one) => / first /.test(one))).toMatch(
      new RegExp(` ${Math.round((100 * delivered) / accepted)} %$`),
    )
    expect(delivered).toBeLessThan(accepted)
  })
})

describe('a gateway with our own protocol', () => {
  const the = useTestApi({ SMS_REPORTS: 'on', SMS_TOKEN: 'a-token-of-ours' })
  const report = async (address = '', body: unknown = {}, token = 'a-token-of-ours') =>
    (await sendJson(the.api, address, body, { authorization: `Bearer ${token}` })).status

  test('It reports with the token of its own calls, to the address that came with the SMS [SMS-22 SMS-23]', async () => {
    const { delivery, addresses } = await newcomer(the.api)
    const [address] = addresses()
    expect(address).toMatch(/^\/api\/sms\/report\/generic\//)
    const off = { state: 'undelivered', why: 'off' }
    expect(await report(address, off, 'another-token')).toBe(401)
    expect(await report(address, { state: 'lost' })).toBe(400)
    expect(await delivery()).toMatchObject({ sms: 'sent', report: 'expected' })
    expect(await report(address, off)).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'undelivered', why: 'off', resend_after: 0 })
    expect(await report(address, { state: 'delivered' })).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'delivered' })
  })
})

describe('a gateway that reports to one address', () => {
  const the = useTestApi({
    SMS_GATEWAY: 'seven',
    SMS_TOKEN: 'a-key-of-seven',
    SMS_SENDER: 'Avouch',
    SMS_REPORT_SECRET: 'a-signing-key-of-seven',
  })
  const ADDRESS = '/api/sms/report/seven'
  const report = async (id: string, status: string, key = 'a-signing-key-of-seven') => {
    const body = JSON.stringify({
      webhook_event: 'dlr',
      data: { msg_id: id, status, timestamp: '2026-01-01 10:00:00' },
    })
    const at = String(Math.floor(the.api.clock.now().getTime() / SECOND_MS))
    const digest = createHash('md5').update(body).digest('hex')
    const text = [at, 'a-nonce', 'POST', `http://product.test${ADDRESS}`, digest].join('\n')
    const signature = createHmac('sha256', key).update(text).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-timestamp': at,
      'x-nonce': 'a-nonce',
      'x-signature': signature,
    }
    return (await send(the.api, 'POST', ADDRESS, { headers, body })).status
  }
  const newestId = () => idOfSeven(0)
  const idAfter = () => idOfSeven(1)

  test('A signed report finds its message by the gateway’s own id, and a forged one does not [SMS-22]', async () => {
    const { delivery } = await newcomer(the.api)
    expect(await report(newestId(), 'NOTDELIVERED', 'another-key')).toBe(401)
    expect(await delivery()).toMatchObject({ report: 'expected' })
    expect(await report(newestId(), 'NOTDELIVERED')).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'undelivered', why: 'number' })
  })

  test('A report that comes before the answer of the gateway waits for it [SMS-22]', async () => {
    const early = report(idAfter(), 'REJECTED')
    const { delivery } = await newcomer(the.api)
    expect(await early).toBe(200)
    expect(await delivery()).toMatchObject({ report: 'undelivered', why: 'blocked', resend_after: 0 })
  })
})
