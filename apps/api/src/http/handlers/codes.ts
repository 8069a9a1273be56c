import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type CodeHandlers = Pick<Handlers, 'resendCode' | 'codeDelivery' | 'verifyCode' | 'cancelCode'>

export const createCodeHandlers = (signIn: SignIn): CodeHandlers => ({
  resendCode: async ({ body }, { preSession }, { client }) => ({
    status: 200,
    data: await signIn.sendCode(preSession, body.pinId, client),
  }),

  codeDelivery: async ({ params }, { preSession }) => ({
    status: 200,
    data: await signIn.deliveryOf(preSession, params.id),
  }),

  verifyCode: async ({ body }, { preSession }, { client }) => ({
    status: 200,
    data: await signIn.confirmCode(preSession, body.pinId, body.code, client),
  }),

  async cancelCode({ body }, { preSession }) {
    await signIn.cancelCode(preSession, body.pinId)
    return { status: 204, data: undefined }
  },
})
