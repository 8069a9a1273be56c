import { SECOND_MS } from '@avouch/contract'
import type { Meter } from '../../platform/meter.ts'
import type { Trust } from '../trust/index.ts'

const KINDS = ['trusted list', 'trust anchor', 'wallet certificate', 'database certificate'] as const
/** Expires on a day that a third party has set. `name`: an address, or a certificate's subject. */
export type Expiry = { kind: (typeof KINDS)[number]; name: string; until: Date }

type Certificate = { subject: string; validToDate: Date }
type Sources = {
  trust: Pick<Trust, 'lists'>
  /** Certificates of files. */
  anchors: readonly Certificate[]
  walletChain: readonly Certificate[]
  /** Reads that of the newest connection, where it is encrypted. */
  databaseCertificate: () => Certificate | undefined
}

/** Reads the end of each. */
export async function readExpiries({ trust, anchors, walletChain, databaseCertificate }: Sources): Promise<Expiry[]> {
  const of = (kind: Expiry['kind']) => (certificate: Certificate) => ({
    kind,
    name: certificate.subject.replaceAll('\n', ', '),
    until: certificate.validToDate,
  })
  const database = databaseCertificate()
  return [
    ...(await trust.lists()).flatMap(({ url, nextUpdate }) =>
      nextUpdate === null ? [] : [{ kind: 'trusted list' as const, name: url, until: nextUpdate }],
    ),
    ...anchors.map(of('trust anchor')),
    ...walletChain.map(of('wallet certificate')),
    ...(database === undefined ? [] : [of('database certificate')(database)]),
  ]
}

/** Exports the same as metrics. */
export const measureExpiries = (read: () => Promise<readonly Expiry[]>, meter: Meter): void =>
  meter.gauge(
    {
      name: 'expires_timestamp_seconds',
      help: 'Until when a certificate counts; of a trusted list when the next one has to be there.',
      labels: ['kind', 'name'],
    },
    async () =>
      // AvouchDatabaseSilent alerts about a database that is away.
      (await read().catch(() => [])).map(({ kind, name, until }) => ({
        labels: { kind, name },
        value: until.getTime() / SECOND_MS,
      })),
  )
