import { describe, expect, test } from 'vitest'
import type { Message } from '../src/phone/message.ts'
import { SMS_TOKEN, startPhoneServer } from './servers.ts'

const SMS = {
  to: '+4915123456789',
  text: '407183 is your code. Never share it.\n\n@localhost #407183',
  idempotency_key: 'one:1',
}

async function startPhone() {
  const app = await startPhoneServer()
  return {
    app,
    send: (payload: object, authorization = `Bearer ${SMS_TOKEN}`) =>
      app.inject({ method: 'POST', url: '/api/messages', headers: { authorization }, payload }),
    async inbox(to = SMS.to) {
      const answer = await app.inject({ url: '/api/messages', query: { to } })
      return answer.json<{ messages: Message[] }>().messages
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

describe('the gateway', () => {
  test('The gateway delivers a message to the phone it is for', async () => {
    await using phone = await startPhone()
    const answer = await phone.send(SMS)
    expect(answer.statusCode).toBe(202)
    const [message] = await phone.inbox()
    expect(message).toMatchObject({ id: answer.json<{ id: string }>().id, to: SMS.to, text: SMS.text })
    expect(message).not.toHaveProperty('idempotency_key')
    expect(await phone.inbox('+4915100000001')).toEqual([])
  })

  test('The gateway stores a message once for each key', async () => {
    await using phone = await startPhone()
    const [first, again] = await Promise.all([phone.send(SMS), phone.send(SMS)])
    expect(again.json()).toEqual(first.json())
    expect(await phone.inbox()).toHaveLength(1)
  })

  test('The gateway cannot reach numbers that end in 0000', async () => {
    await using phone = await startPhone()
    const answer = await phone.send({ ...SMS, to: '+4915123450000' })
    expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'unreachable' }])
  })

  test.each([
    { what: 'another token', payload: SMS, authorization: 'Bearer something-else', status: 401 },
    { what: 'a number without its country', payload: { ...SMS, to: '015123456789' }, status: 400 },
  ])('The gateway refuses a message with $what', async ({ payload, authorization, status }) => {
    await using phone = await startPhone()
    expect((await phone.send(payload, authorization)).statusCode).toBe(status)
    expect(await phone.inbox()).toEqual([])
  })
})

describe('the inbox', () => {
  test('The inbox shows the messages of one number, with the code to copy', async () => {
    await using phone = await startPhone()
    await phone.send(SMS)
    const page = await phone.app.inject({ url: '/?number=+4915123456789&lang=de' })
    expect(page.body).toContain('data-copy="407183"')
    expect(page.body).toContain('lang="de"')
  })
})
