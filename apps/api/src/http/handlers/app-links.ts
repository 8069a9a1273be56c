import type { AppLinks } from '../../modules/app-links/index.ts'
import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { appLinks: AppLinks; calls: CallLimits }

export const createAppLinkHandlers = ({ appLinks, calls }: Deps) =>
  ({
    createAppLink: async ({ body }, _caller, { client, deviceFromNow }) => ({
      status: 201,
      data: await calls.countMisses(client, () => appLinks.create(body.mintid, { ...client, device: deviceFromNow })),
    }),

    followAppLink: async ({ params }, _caller, { device }) => ({
      status: 200,
      data: await appLinks.follow(params.id, device),
    }),

    claimAppLink: async ({ params }, { session }, { client }) => ({
      status: 200,
      data: await appLinks.claim(params.code, session.accountId, client.address),
    }),

    matchAppLink: async ({ params, body }, { session }) => ({
      status: 200,
      data: await appLinks.match(params.code, session.accountId, body.number),
    }),

    async refuseAppLink({ params }, { session }) {
      await appLinks.refuse(params.code, session.accountId)
      return { status: 204, data: undefined }
    },
  }) satisfies Partial<Handlers>
