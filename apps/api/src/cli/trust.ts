import { Trust } from '../modules/trust/index.ts'
import { listed, timeText } from './arguments.ts'
import type { AddCommands } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const withTrust = <T>(site: Site, run: (trust: Trust) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database: db, audit }) => {
    const { clock } = config
    return run(new Trust({ db, clock, audit, warn: () => {}, settings: config.trust }))
  })

const momentText = (moment: Date | null): string => (moment === null ? '-' : timeText(moment))

const listsOf = async (trust: Trust) =>
  listed(await trust.lists(), ({ url, sequence, nextUpdate, fetchedAt, anchors, problem }) => [
    url,
    sequence === null ? 'none in force' : `number ${sequence}`,
    `${anchors} certificates`,
    `fetched ${momentText(fetchedAt)}`,
    `next by ${momentText(nextUpdate)}`,
    problem ?? '',
  ])

export const addTrustCommands: AddCommands = (program, choose) => {
  const group = program.command('trust').description('whom proofs of age are accepted from')
  group
    .command('list')
    .description('the trusted lists: what is in force, and why a newer one is not')
    .action(() => choose((site) => withTrust(site, listsOf)))
  group
    .command('refresh')
    .description('fetches the trusted lists now')
    .action(() =>
      choose((site) =>
        withTrust(site, async (trust) => {
          await trust.refreshAll()
          return listsOf(trust)
        }),
      ),
    )
  group
    .command('show')
    .description('the certificates in force for a kind of document')
    .argument('<doctype>', 'eu.europa.ec.av.1 is the proof of age')
    .action((docType) =>
      choose((site) =>
        withTrust(site, async (trust) =>
          listed(
            (await trust.anchors(docType)).map(({ list, certificate }) => ({
              fingerprint: certificate.fingerprint256,
              subject: certificate.subject.replaceAll('\n', ', '),
              until: certificate.validToDate,
              list: list ?? 'TRUST_ANCHORS_FILE',
            })),
            ({ fingerprint, subject, until, list }) => [fingerprint, subject, `until ${timeText(until)}`, list],
          ),
        ),
      ),
    )
}
