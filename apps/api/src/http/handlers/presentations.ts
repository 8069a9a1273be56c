import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Presentations, Receiver } from '../../modules/presentations/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { presentations: Presentations; receiver: Receiver; calls: CallLimits }

export const createPresentationHandlers = ({ presentations, receiver, calls }: Deps) =>
  ({
    createPresentation: async ({ body }, { session }, { client }) => ({
      status: 201,
      data: await calls.countMisses(client, () =>
        presentations.begin({ ...body, accountId: session?.accountId ?? null }),
      ),
    }),

    answerByBrowser: async ({ params, body }) => ({
      status: 200,
      data: await receiver.receiveFromBrowser(params.id, body),
    }),

    finishPresentation: async ({ params, body }) => ({
      status: 200,
      data: await ('digits' in body
        ? presentations.finishByDigits(params.id, body.digits)
        : presentations.finishByCode(params.id, body.response_code)),
    }),

    followPresentation: async ({ params }) => ({ status: 200, data: await presentations.follow(params.id) }),
  }) satisfies Partial<Handlers>
