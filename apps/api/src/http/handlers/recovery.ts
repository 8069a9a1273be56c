import type { Recovery } from '../../modules/recovery/index.ts'
import type { Handlers } from '../route.ts'

type RecoveryHandlers = Pick<
  Handlers,
  'prechangePin' | 'recoverCode' | 'recoverDelivery' | 'recoverVerify' | 'recoverLink' | 'recoverCancel' | 'changePin'
>

export const createRecoveryHandlers = (recovery: Recovery): RecoveryHandlers => ({
  prechangePin: async ({ body }, _caller, { client }) =>
    (await recovery.isKnown(body.phone, client))
      ? { status: 200, data: { found: true } }
      : { status: 204, data: undefined },

  async recoverCode({ body }, _caller, { client }) {
    const sent = await recovery.sendCode(body.phone, body.language, client)
    return sent === undefined ? { status: 204, data: undefined } : { status: 200, data: sent }
  },

  recoverDelivery: async ({ params }, _caller, { device }) => ({
    status: 200,
    data: await recovery.deliveryOf(params.id, device),
  }),

  recoverVerify: async ({ body }, _caller, { device }) => ({
    status: 200,
    data: { recoverPinToken: await recovery.confirmCode(body.pinId, body.code, device) },
  }),

  // A browser without a cookie gets one with this answer: the link is for the browser that opens it.
  recoverLink: async ({ body }, _caller, { deviceFromNow }) => ({
    status: 200,
    data: { recoverPinToken: await recovery.openLink(body.phone, body.secret, deviceFromNow) },
  }),

  async recoverCancel({ body }, _caller, { device }) {
    await recovery.cancelCode(body.pinId, device)
    return { status: 204, data: undefined }
  },

  async changePin({ body }, _caller, { client }) {
    await recovery.changePin(body.phone, body.pin, body.recoverPinToken, client)
    return { status: 200, data: { changed: true } }
  },
})
