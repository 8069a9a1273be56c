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
    kind === 'webhook' ? waiting.includes(name) : kind !== 'job' && name in partners[kind],
  )
}

/** Measures how they do, the same from every process. Of receivers it names none: only how long the longest has taken nothing. */
export function measurePartners(
  { look, clock, meter }: { look: Looking; clock: Clock; meter: Meter },
  partners: Partners,
): void {
  // A database that is away: nothing is known of them.
  const read = () => readPartners(look, partners).catch(() => undefined)
  const secondsOf = (streak: Streak) =>
    isFailing(streak) && streak.since !== null ? (clock().getTime() - streak.since.getTime()) / SECOND_MS : 0
  const labels = ['kind', 'partner'] as const
  const help =
    'How long it has failed, three times in a row or by our key; 0 for one that works. Of receivers the longest.'
  meter.gauge({ name: 'partner_failing_seconds', help, labels }, async () => {
    const found = await read()
    if (found === undefined) return []
    const receivers = found.filter(({ kind }) => kind === 'webhook').map(secondsOf)
    return [
      { labels: { kind: 'webhook', partner: 'longest' }, value: Math.max(0, ...receivers) },
      ...found
        .filter(({ kind }) => kind !== 'webhook')
        .map((streak) => ({ labels: { kind: streak.kind, partner: streak.name }, value: secondsOf(streak) })),
    ]
  })
  meter.gauge({ name: 'partner_well', help: '1 while its last call succeeded, steadily.', labels }, async () =>
    ((await read()) ?? [])
      .filter(({ kind }) => kind !== 'webhook')
      .map(({ kind, name, isWell }) => ({ labels: { kind, partner: name }, value: Number(isWell) })),
  )
}
