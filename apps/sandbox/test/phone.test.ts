import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '../src/phone/message.ts'
import { SMS_TOKEN, startPhoneServer } from './servers.ts'

const SMS = {
  to: '+4915123456789',
  text: '407183 is your code. Never share it.\n\n@localhost #407183',
  idempotency_key: 'one:1',
}

async function startPhone() {
  const app = await startPhoneServer()
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

test('The gateway refuses numbers that end in 0000, and who has another token', async () => {
  const phone = await startPhone()
  const answer = await phone.send({ ...SMS, to: '+4915123450000' })
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'unreachable' }])
  expect((await phone.send(SMS, 'Bearer something-else')).statusCode).toBe(401)
  expect(await phone.inbox()).toEqual([])
})
