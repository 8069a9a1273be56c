import { Option } from '@commander-js/extra-typings'
import { OPERATOR_ROLES, PROJECT_ROLES } from '@avouch/contract'
import { createInviting, type Invited } from '../modules/staff/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { timeText } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { administrationOf } from './provider-administration.ts'
import { type Opened, type Site, withDatabase } from './with-database.ts'

/** What the role is of. @throws OperatorError for a role that does not fit */
async function invited(opened: Opened, role: string, providerId: string | undefined): Promise<Invited> {
  const [ofProject, ofInstallation] = [
    PROJECT_ROLES.find((one) => one === role),
    OPERATOR_ROLES.find((one) => one === role),
  ]
  if (ofInstallation !== undefined && providerId === undefined) return { providerId: null, role: ofInstallation }
  if (ofProject === undefined || providerId === undefined)
    throw new OperatorError(`${PROJECT_ROLES.join(', ')} are roles of a provider: name it with --provider.`)
  await administrationOf(opened).show(providerId)
  return { providerId, role: ofProject }
}

const OF_PROJECT = `A product elsewhere invites as ${OPERATOR_ROLES.join(', ')}; a project invites its own people in its console.`

const invite = (site: Site, role: string, providerId: string | undefined): Promise<Answer> =>
  withDatabase(site, async (opened) => {
    const { config, database: db, append } = opened
    const inviting = createInviting({ db, clock: config.clock, append, publicUrl: config.publicUrl })
    const { link, expiresAt } = await inviting(await invited(opened, role, providerId), null)
    return { lines: [link, `valid once, until ${timeText(expiresAt)}`], data: { link, expiresAt } }
  })

export const addStaffCommands: AddCommands = (program, choose) => {
  const staff = program.command('staff').description('people who sign in at the consoles')
  staff
    .command('invite')
    .description('prints a one-time link with which a person makes an account, or takes one more role')
    .argument('<role>', `${OPERATOR_ROLES.join(', ')}; of a provider ${PROJECT_ROLES.join(', ')}`)
    .addOption(new Option('--provider <provider>', 'the provider whose project it is'))
    .action((role, { provider }) =>
      choose((site) => invite(site, role, provider), {
        remote: async (call) => {
          const ofInstallation = OPERATOR_ROLES.find((one) => one === role)
          if (ofInstallation === undefined || provider !== undefined) throw new OperatorError(OF_PROJECT)
          const { link, expires_at } = await call('adminInviteStaff', { body: { role: ofInstallation } })
          return { lines: [link, `valid once, until ${expires_at}`], data: { link, expiresAt: expires_at } }
        },
      }),
    )
}
