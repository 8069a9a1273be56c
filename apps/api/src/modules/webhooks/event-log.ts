import type { NewEvent } from './new-event.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Whoever adds an event is alone with the provider's numbers until the end: they have no gaps. */
const NEXT_NUMBER = `
  update provider set last_sequence = last_sequence + 1 where id = $1
  returning last_sequence as sequence, webhook_url is not null as awaited`

const ADD = `
  insert into webhook_event
    (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at, state, last_error)
  values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`

/** Writes an event down, as part of what happened. Where nobody waits for events it is kept and not sent. */
export async function addEvent(tx: Executor, providerId: string, event: NewEvent, now: Date): Promise<void> {
  const [next] = await tx.query<{ sequence: number; awaited: boolean }>(NEXT_NUMBER, [providerId])
  if (next === undefined) throw new Error('an event of a provider that is not there')
  const { id, type, timestamp, data } = event
  const { sequence, awaited } = next
  const body = JSON.stringify({ id, type, timestamp, sequence, data })
  const waiting = awaited ? ['pending', null] : ['failed', 'no_webhook']
  await tx.query(ADD, [id, data.intent_id, providerId, type, sequence, body, now, ...waiting])
}
