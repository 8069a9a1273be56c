import {
  changePin,
  confirmReset,
  isKnown,
  requestReset,
  resetDeliveryOf,
  type SignInDeps,
} from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type RecoveryHandlers = Pick<
  Handlers,
  'prechangePin' | 'recoverCode' | 'recoverDelivery' | 'recoverVerify' | 'changePin'
>

export const createRecoveryHandlers = (deps: SignInDeps): RecoveryHandlers => ({
  prechangePin: async ({ body }, _caller, { client }) =>
    (await isKnown(deps, body.phone, client))
      ? { status: 200, data: { found: true } }
      : { status: 204, data: undefined },

  async recoverCode({ body }, _caller, { client }) {
    const sent = await requestReset(deps, body.phone, body.language, client)
    return sent === undefined ? { status: 204, data: undefined } : { status: 200, data: sent }
  },

  recoverDelivery: async ({ params }) => ({ status: 200, data: await resetDeliveryOf(deps, params.id) }),

  recoverVerify: async ({ body }, _caller, { device }) => ({
    status: 200,
    data: { recoverPinToken: await confirmReset(deps, body.pinId, body.code, device) },
  }),

  async changePin({ body }, _caller, { client }) {
    const session = await changePin(deps, body, client)
    return { status: 200, data: { changed: true, ...(session && { session }) } }
  },
})
