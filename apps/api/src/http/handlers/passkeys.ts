import type { Passkeys } from '../../modules/passkeys/index.ts'
import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

export const createPasskeyHandlers = ({ passkeyLogIn, ownPasskeys, pinChange }: Passkeys & Pick<SignIn, 'pinChange'>) =>
  ({
    passkeyRequestOptions: async ({ body }) => ({ status: 200, data: passkeyLogIn.options(body.pageKey) }),

    signInByPasskey: async ({ body }, _caller, { deviceFromNow }) => ({
      status: 200,
      data: await passkeyLogIn.signIn(body.pageKey, body.credential, deviceFromNow),
    }),

    passkeyCreationOptions: async ({ body }, { session }) => ({
      status: 200,
      data: await ownPasskeys.creationOptions(session, body.conditional === true),
    }),

    createPasskey: async ({ body }, { session }) => ({
      status: 201,
      data: await ownPasskeys.add(session, body.credential, body.name),
    }),

    passkeys: async (_input, { session }) => ({ status: 200, data: await ownPasskeys.list(session) }),

    async renamePasskey({ params, body }, { session }) {
      await ownPasskeys.rename(session, params.id, body.name)
      return { status: 204, data: undefined }
    },

    async removePasskey({ params }, { session }) {
      await ownPasskeys.remove(session, params.id)
      return { status: 204, data: undefined }
    },

    async setPin({ body }, { session }, { client }) {
      await pinChange.changeByPasskey(session, body.password, client)
      return { status: 204, data: undefined }
    },
  }) satisfies Partial<Handlers>
