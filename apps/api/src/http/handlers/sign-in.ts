import { AppError, PUBLIC_CLIENT } from '@avouch/contract'
import { passwordGrant, preLogin, type SignInDeps, signUp } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type SignInHandlers = Pick<Handlers, 'signup' | 'prelogin' | 'token' | 'revoke'>

export const createSignInHandlers = (deps: SignInDeps): SignInHandlers => ({
  async signup({ body }, _caller, { client, deviceFromNow }) {
    await signUp(deps, body, client, deviceFromNow)
    return { status: 201, data: { registered: true } }
  },

  async prelogin({ body }, _caller, { client }) {
    const sent = await preLogin(deps, body.phone, body.pin, client)
    return sent === undefined ? { status: 204, data: undefined } : { status: 200, data: sent }
  },

  async token({ body }, _caller, { client, device }) {
    if (body.client_id !== undefined && body.client_id !== PUBLIC_CLIENT.id) throw new AppError('invalid_client')
    const answer =
      body.grant_type === 'password'
        ? await passwordGrant(deps, body.username, body.password, client)
        : await deps.sessions.refresh(body.refresh_token, device)
    return { status: 200, data: answer }
  },

  async revoke({ body }) {
    await deps.sessions.revoke(body.token)
    return { status: 200, data: {} }
  },
})
