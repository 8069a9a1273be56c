import { AppError, PUBLIC_CLIENT } from '@avouch/contract'
import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Sessions } from '../../modules/sessions/index.ts'
import type { Handlers } from '../route.ts'

export const createSignInHandlers = (modules: SignIn & { sessions: Sessions }) =>
  ({
    async signup({ body }, _caller, { client, deviceFromNow }) {
      await modules.registrations.signUp(body, client, deviceFromNow)
      return { status: 201, data: { registered: true } }
    },

    async prelogin({ body }, _caller, { client, deviceFromNow }) {
      const sent = await modules.logIn.preLogin(body.phone, body.pin, client)
      if (sent === undefined) return { status: 204, data: undefined }
      const identified = { type: 'LOG_IN', phone: body.phone } as const
      return { status: 200, data: modules.identification.addTo(sent, identified, deviceFromNow) }
    },

    async token({ body }, _caller, { client, device }) {
      if (body.client_id !== undefined && body.client_id !== PUBLIC_CLIENT.id) throw new AppError('invalid_client')
      const answer =
        body.grant_type === 'password'
          ? await modules.logIn.passwordGrant(body.username, body.password, client)
          : await modules.sessions.refresh(body.refresh_token, device)
      return { status: 200, data: answer }
    },

    resendCode: async ({ body }, { preSession }, { client }) => ({
      status: 200,
      data: await modules.pendingSignIns.sendCode(preSession, body.pinId, client),
    }),

    codeDelivery: async ({ params }, { preSession }) => ({
      status: 200,
      data: await modules.pendingSignIns.deliveryOf(preSession, params.id),
    }),

    resumeSignIn: async ({ body }, _caller, { client }) => ({
      status: 200,
      data: await modules.pendingSignIns.resume(body.identificationToken, client),
    }),

    verifyCode: async ({ body }, { preSession }, { client }) => ({
      status: 200,
      data: await modules.confirmation.confirm(preSession, body.pinId, body.code, client),
    }),

    async revoke({ body }) {
      await modules.sessions.revoke(body.token)
      return { status: 200, data: {} }
    },
  }) satisfies Partial<Handlers>
