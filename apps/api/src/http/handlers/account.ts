import type { Accounts, Deletions, OwnRequests } from '../../modules/accounts/index.ts'
import type { OwnSessions } from '../../modules/sessions/index.ts'
import type { Handlers } from '../route.ts'

type Modules = { accounts: Accounts; deletions: Deletions; ownRequests: OwnRequests; ownSessions: OwnSessions }

const DONE = { status: 204, data: undefined } as const

/** RFC 7240: several preferences may stand in one header. */
const wantsAnswer = (prefer: string | undefined): boolean =>
  prefer?.split(/[,;]/).some((one) => one.trim().toLowerCase() === 'return=representation') === true

export const createAccountHandlers = ({ accounts, deletions, ownRequests, ownSessions }: Modules) =>
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

    async deleteAccount({ body, headers }, { session, deletion }, { client }) {
      if (session !== null) await accounts.remove(session, body.pin, deletion, client)
      return wantsAnswer(headers.prefer) ? { status: 200, data: { deletion } } : DONE
    },

    readDeletion: async ({ body }) => ({ status: 200, data: await deletions.read(body.token) }),

    ownRequests: async ({ query }, { session }) => ({
      status: 200,
      data: await ownRequests.list(session.accountId, query),
    }),

    ownSessions: async (_input, { session }) => ({ status: 200, data: { data: await ownSessions.sessions(session) } }),

    endSession: ({ params }, { session }) => ownSessions.end(session, params.id).then(() => DONE),
    endOtherSessions: (_input, { session }) => ownSessions.endOthers(session).then(() => DONE),
    ownBrowsers: async (_input, { session }, { device }) => ({
      status: 200,
      data: { data: await ownSessions.browsers(session, device) },
    }),

    forgetBrowser: ({ params }, { session }, { device }) =>
      ownSessions.forget(session, params.id, device).then(() => DONE),
    forgetOtherBrowsers: (_input, { session }, { device }) =>
      ownSessions.forgetOthers(session, device).then(() => DONE),
    securityEvents: async (_input, { session }) => ({ status: 200, data: { data: await ownSessions.events(session) } }),
  }) satisfies Partial<Handlers>
