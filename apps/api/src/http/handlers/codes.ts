import { confirmCode, deliveryOf, sendCode, type SignInDeps } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type CodeHandlers = Pick<Handlers, 'resendCode' | 'codeDelivery' | 'verifyCode'>

export const createCodeHandlers = (deps: SignInDeps): CodeHandlers => ({
  resendCode: async ({ body }, { preSession }, { client }) => ({
    status: 200,
    data: await sendCode(deps, preSession, body.pinId, client),
  }),

  codeDelivery: async ({ params }, { preSession }) => ({
    status: 200,
    data: await deliveryOf(deps, preSession, params.id),
  }),

  verifyCode: async ({ body }, { preSession }, { client }) => ({
    status: 200,
    data: await confirmCode(deps, preSession, body.pinId, body.code, client),
  }),
})
