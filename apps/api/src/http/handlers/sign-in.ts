import { AppError, PUBLIC_CLIENT } from '@avouch/contract'
import {
  passwordGrant,
  preLogin,
  resume,
  type SignInDeps,
  signUp,
  withIdentification,
} from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type SignInHandlers = Pick<Handlers, 'signup' | 'prelogin' | 'token' | 'resumeSignIn' | 'revoke'>

export const createSignInHandlers = (deps: SignInDeps): SignInHandlers => ({
  async signup({ body }, _caller, { client, deviceFromNow }) {
    await signUp(deps, body, client, deviceFromNow)
    return { status: 201, data: { registered: true } }
  },

  async prelogin({ body }, _caller, { client, deviceFromNow }) {
    const sent = await preLogin(deps, body.phone, body.pin, client)
    if (sent === undefined) return { status: 204, data: undefined }
    return { status: 200, data: withIdentification(deps, 'LOG_IN', body.phone, sent, deviceFromNow) }
  },

  async token({ body }, _caller, { client, device }) {
    if (body.client_id !== undefined && body.client_id !== PUBLIC_CLIENT.id) throw new AppError('invalid_client')
    const answer =
      body.grant_type === 'password'
        ? await passwordGrant(deps, body.username, body.password, client)
        : await deps.sessions.refresh(body.refresh_token, device)
    return { status: 200, data: answer }
  },

  resumeSignIn: async ({ body }, _caller, { client }) => ({
    status: 200,
    data: await resume(deps, body.identificationToken, client),
  }),

  async revoke({ body }) {
    await deps.sessions.revoke(body.token)
    return { status: 200, data: {} }
  },
})
