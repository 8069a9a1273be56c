import { Webhook } from 'standardwebhooks'

type Message = { id: string; secrets: readonly string[]; body: string }

/** Headers of an event (Standard Webhooks): id, time and body are signed with each secret. */
export const signedHeaders = ({ id, secrets, body }: Message, at: Date) => ({
  'content-type': 'application/json',
  'user-agent': 'avouch-webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
