import { SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Looking } from '../../platform/database/backlog.ts'
import { isFailing, readStreaks, type Streak } from '../../platform/database/streaks.ts'
import type { Meter } from '../../platform/meter.ts'
import { waitingReceivers } from '../webhooks/index.ts'

const KINDS = ['sms', 'identity', 'identity asked'] as const
/** The gateways and vendors of the settings: how metrics and log name each, and how an operator reads it. */
export type Partners = Readonly<Record<(typeof KINDS)[number], Readonly<Record<string, string>>>>

/** How they do, and the receivers of live websites for which events wait. One that the settings or the provider took away is left out. */
export async function readPartners(look: Looking, partners: Partners): Promise<Streak[]> {
  const found = await readStreaks(look, [...KINDS, 'webhook'])
  const receivers = found.filter(({ kind }) => kind === 'webhook').map(({ name }) => name)
  const waiting = receivers.length === 0 ? [] : await waitingReceivers(look, receivers)
  return found.filter(({ kind, name }) =>
    kind === 'webhook' ? waiting.includes(name) : kind in partners && name in partners[kind as keyof Partners],
  )
}

/** Exports their state as metrics, the same from every process. Of receivers only the longest outage, without a name. */
export function measurePartners(
  { look, clock, meter }: { look: Looking; clock: Clock; meter: Meter },
  partners: Partners,
): void {
  // The database is away: their state is unknown.
  const read = () => readPartners(look, partners).catch(() => undefined)
  const secondsOf = (streak?: Streak) =>
    streak?.since && isFailing(streak) ? (clock().getTime() - streak.since.getTime()) / SECOND_MS : 0
  const labels = ['kind', 'partner'] as const
  const help =
    'How long it has failed, three times in a row or by our key; 0 for one that works, or was not called yet. Of receivers the longest.'
  // Also a partner that was never called: without it, a failure of the others would look like a failure of all.
  const ofSettings = KINDS.flatMap((kind) => Object.keys(partners[kind]).map((partner) => ({ kind, partner })))
  meter.gauge({ name: 'partner_failing_seconds', help, labels }, async () => {
    const found = await read()
    if (found === undefined) return []
    const receivers = found.filter(({ kind }) => kind === 'webhook').map(secondsOf)
    return [
      { labels: { kind: 'webhook', partner: 'longest' }, value: Math.max(0, ...receivers) },
      ...ofSettings.map((one) => ({
        labels: one,
        value: secondsOf(found.find(({ kind, name }) => kind === one.kind && name === one.partner)),
      })),
    ]
  })
  meter.gauge({ name: 'partner_well', help: '1 while its last call succeeded, steadily.', labels }, async () =>
    ((await read()) ?? [])
      .filter(({ kind }) => kind !== 'webhook')
      .map(({ kind, name, isWell }) => ({ labels: { kind, partner: name }, value: Number(isWell) })),
  )
}
