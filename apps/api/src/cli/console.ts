import type { AdminPerson } from '@avouch/contract'
import { OperatorError } from '../platform/operator-error.ts'
import { type AddCommands, type Answer, DONE } from './command.ts'

const here = () => Promise.reject(new OperatorError('It is for a product elsewhere: name that one with --at.'))

const signedIn = (person: AdminPerson): Answer => ({
  lines: [`${person.email}, ${person.role ?? 'no role of the installation'}; until ${person.expires_at}`],
  data: person,
})

export const addConsoleCommands: AddCommands = (program, choose) => {
  const group = program
    .command('console')
    .description('commands to a product elsewhere, with --at, as one of its people')
  group
    .command('sign-in')
    .description('asks for e-mail, password and a code of the authenticator; the session ends like one of a browser')
    .action(() =>
      choose(here, {
        remote: async (call, { ask }) => {
          const email = (await ask('E-mail: ')).trim()
          const password = await ask('Password: ', { hidden: true })
          const code = (await ask('Code of the authenticator, or a recovery code: ')).trim()
          return signedIn(await call('adminSignIn', { body: { email, password, code } }))
        },
      }),
    )
  group
    .command('who')
    .description('says who has signed in, with which role, and until when')
    .action(() => choose(here, { remote: async (call) => signedIn(await call('adminMe', {})) }))
  group
    .command('sign-out')
    .description('ends the session there, and forgets it here')
    .action(() =>
      choose(here, {
        remote: async (call, { forget }) => {
          // One that has ended there is forgotten as well, and so is one whose product does not answer.
          await call('adminSignOut', {}).finally(forget)
          return DONE
        },
      }),
    )
}
