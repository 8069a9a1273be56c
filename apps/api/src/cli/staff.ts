import { Option } from '@commander-js/extra-typings'
import { AppError, OPERATOR_ROLES, PROJECT_ROLES } from '@avouch/contract'
import { type Invited, Invitations } from '../modules/staff/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { timeText } from './arguments.ts'
import type { AddCommands, CommandResult } from './command.ts'
import { administrationOf } from './provider-administration.ts'
import { type Opened, type Site, withDatabase } from './with-database.ts'

/** Reads what the role is of. @throws OperatorError for a role that does not fit */
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

const inviteTo = (site: Site, role: string, providerId: string | undefined): Promise<CommandResult> =>
  withDatabase(site, async (opened) => {
    const { config, database: db, audit } = opened
    const invitations = new Invitations({ db, clock: config.clock, audit, publicUrl: config.publicUrl })
    const made = await invitations.add(await invited(opened, role, providerId), null).catch((error: unknown) => {
      const isEarly = error instanceof AppError && error.code === 'conflict'
      throw isEarly ? new OperatorError('A server of an earlier version runs, which does not know this role.') : error
    })
    const { link, expiresAt } = made
    return { lines: [link, `valid once, until ${timeText(expiresAt)}`], data: { link, expiresAt } }
  })

export const addStaffCommands: AddCommands = (program, choose) => {
  const staff = program.command('staff').description('people who sign in at the consoles')
  staff
    .command('invite')
    .description('prints a one-time link with which a person makes an account, or takes one more role')
    .argument('<role>', `${OPERATOR_ROLES.join(', ')}; of a provider ${PROJECT_ROLES.join(', ')}`)
    .addOption(new Option('--provider <provider>', 'the provider whose project it is'))
    .action((role, { provider }) => choose((site) => inviteTo(site, role, provider)))
}
