import { AppError, PUBLIC_CLIENT } from '@avouch/contract'
import type { Sessions } from '../../modules/sessions/index.ts'
import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { signIn: SignIn; sessions: Sessions }
type SignInHandlers = Pick<Handlers, 'signup' | 'prelogin' | 'token' | 'revoke'>

export const createSignInHandlers = ({ signIn, sessions }: Deps): SignInHandlers => ({
  async signup({ body }, _caller, { client }) {
    await signIn.signUp(body, client)
    return { status: 201, data: { registered: true } }
  },

  async prelogin({ body }, _caller, { client }) {
    const sent = await signIn.preLogin(body.phone, body.pin, client)
    return sent === undefined ? { status: 204, data: undefined } : { status: 200, data: sent }
  },

  async token({ body }, _caller, { client, device }) {
    if (body.client_id !== undefined && body.client_id !== PUBLIC_CLIENT.id) throw new AppError('invalid_client')
    const answer =
      body.grant_type === 'password'
        ? await signIn.passwordGrant(body.username, body.password, client)
        : await sessions.refresh(body.refresh_token, device)
    return { status: 200, data: answer }
  },

  async revoke({ body }) {
    await sessions.revoke(body.token)
    return { status: 200, data: {} }
  },
})
