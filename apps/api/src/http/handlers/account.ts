import type { Accounts } from '../../modules/accounts/index.ts'
import type { Handlers } from '../route.ts'

export const createAccountHandlers = (accounts: Accounts) =>
  ({
    me: async (_input, { session }) => ({ status: 200, data: await accounts.profile(session.accountId) }),

    userProfile: async (_input, { session }) => ({ status: 200, data: await accounts.profile(session.accountId) }),

    userById: async ({ params }, { session }) => ({
      status: 200,
      data: await accounts.profileOf(params.id, session.accountId),
    }),

    updateProfile: async ({ body }, { session }) => ({
      status: 200,
      data: await accounts.updateProfile(session.accountId, body),
    }),

    validatePhone: async ({ body }) => ({ status: 200, data: accounts.validatePhone(body.phone_number) }),

    exportData: async (_input, { session }) => ({ status: 200, data: await accounts.exportData(session.accountId) }),

    async deleteAccount({ body }, { session }, { client }) {
      await accounts.remove(session.accountId, body.pin, client)
      return { status: 204, data: undefined }
    },
  }) satisfies Partial<Handlers>
