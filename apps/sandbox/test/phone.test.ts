import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '../src/phone/message.ts'
import { post, SMS_TOKEN, startPhoneServer } from './servers.ts'

const SMS = {
  to: '+4915123456789',
  text: '407183 is your code. Never share it.\n\n@localhost #407183',
  idempotency_key: 'one:1',
}

async function startPhone(apiUrl?: string) {
  const app = await startPhoneServer(apiUrl === undefined ? {} : { apiUrl })
  onTestFinished(() => app.close())
  return {
    app,
    send: (payload: object, authorization = `Bearer ${SMS_TOKEN}`) =>
      app.inject({ method: 'POST', url: '/api/messages', headers: { authorization }, payload }),
    async inbox(to = SMS.to) {
      const answer = await app.inject({ url: '/api/messages', query: { to } })
      return answer.json<{ messages: Message[] }>().messages
    },
  }
}

test('The gateway delivers a message to the phone it is for, once for each key, and shows its code to copy', async () => {
  const phone = await startPhone()
  const [first, again] = await Promise.all([phone.send(SMS), phone.send(SMS)])
  expect([first.statusCode, again.json()]).toEqual([202, first.json()])
  expect(await phone.inbox()).toMatchObject([{ id: first.json<{ id: string }>().id, to: SMS.to, text: SMS.text }])
  expect(await phone.inbox('+4915100000001')).toEqual([])
  const page = await phone.app.inject({ url: '/?number=+4915123456789&lang=de' })
  expect(page.body).toContain('data-copy="407183"')
  expect(page.body).toContain('lang="de"')
  expect((await phone.app.inject('/?lang=de')).body).toMatch(/Demo: Dein Code ist <b>407 183/)
})

test('From the phone a link leads back to the story', async () => {
  const { app } = await startPhone()
  expect((await app.inject('/')).body).toContain('href="/story"')
  expect((await app.inject('/story')).headers.location).toBe('http://localhost:3001/start/now')
})

test('The gateway refuses numbers that end in 0000, and who has another token', async () => {
  const phone = await startPhone()
  const answer = await phone.send({ ...SMS, to: '+4915123450000' })
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'unreachable' }])
  expect((await phone.send(SMS, 'Bearer something-else')).statusCode).toBe(401)
  expect(await phone.inbox()).toEqual([])
})

/** As much of the product as hears of SMS. */
async function startListener() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push(`${request.url} ${request.headers.authorization} ${body}`)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('A phone without reception gets no SMS, another one does, and the product hears of both [SMS-22 APP-10]', async () => {
  const { heard, url } = await startListener()
  const phone = await startPhone(url)
  const reportUrl = (name: string) => `https://product.test/api/sms/report/generic/${name}`
  const other = '+4915100000001'
  const sends = async (to: string, key: string) => {
    const sent = await phone.send({ ...SMS, to, idempotency_key: key, report_url: reportUrl(key) })
    expect(sent.statusCode).toBe(202)
    await expect.poll(() => heard.at(-1)).toMatch(`/${key} `)
    return heard.at(-1)?.split(' ').slice(1).join(' ')
  }
  await post(phone.app, '/reception', { number: SMS.to, away: 'yes' })
  expect((await phone.app.inject({ url: '/', query: { number: SMS.to, lang: 'en' } })).body).toContain('No reception')
  expect(await sends(SMS.to, 'lost')).toBe(`Bearer ${SMS_TOKEN} {"state":"undelivered","why":"off"}`)
  expect(await sends(other, 'other')).toBe(`Bearer ${SMS_TOKEN} {"state":"delivered"}`)
  await post(phone.app, '/reception', { number: SMS.to })
  expect(await sends(SMS.to, 'next')).toBe(`Bearer ${SMS_TOKEN} {"state":"delivered"}`)
  expect([(await phone.inbox()).length, (await phone.inbox(other)).length]).toEqual([1, 1])
  expect((await phone.app.inject({ url: '/', query: { number: SMS.to, lang: 'en' } })).body).not.toContain(
    'No reception',
  )
})
