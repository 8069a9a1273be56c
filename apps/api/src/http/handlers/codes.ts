import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type CodeHandlers = Pick<Handlers, 'resendCode' | 'verifyCode' | 'cancelCode'>

export const createCodeHandlers = (signIn: SignIn): CodeHandlers => ({
  resendCode: async ({ body }, { preSession }, { client }) => ({
    status: 200,
    data: await signIn.sendCode(preSession, body.pinId, client),
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
