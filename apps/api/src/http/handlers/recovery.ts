import { AppError } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import {
  changePin,
  confirmReset,
  isKnown,
  openIdentification,
  requestReset,
  resetDeliveryOf,
  type SignInDeps,
  withIdentification,
} from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type RecoveryHandlers = Pick<
  Handlers,
  'prechangePin' | 'recoverCode' | 'recoverDelivery' | 'recoverVerify' | 'changePin'
>

/** @throws AppError required, wrong_verification */
function numberOf(
  deps: SignInDeps,
  given: { phone?: string | undefined; identificationToken?: string | undefined },
  device: Device,
): string {
  if (given.identificationToken !== undefined) {
    const { type, number } = openIdentification(deps, given.identificationToken, device)
    if (type !== 'RESET_PIN') throw new AppError('wrong_verification')
    return number.slice(1)
  }
  if (given.phone !== undefined) return given.phone
  throw new AppError('required', { errors: [{ field: 'phone', code: 'required' }] })
}

export const createRecoveryHandlers = (deps: SignInDeps): RecoveryHandlers => ({
  prechangePin: async ({ body }, _caller, { client }) =>
    (await isKnown(deps, body.phone, client))
      ? { status: 200, data: { found: true } }
      : { status: 204, data: undefined },

  async recoverCode({ body }, _caller, { client, device, deviceFromNow }) {
    const phone = numberOf(deps, body, device)
    const sent = await requestReset(deps, phone, body.language, client)
    if (sent === undefined) return { status: 204, data: undefined }
    return { status: 200, data: withIdentification(deps, 'RESET_PIN', phone, sent, deviceFromNow) }
  },

  recoverDelivery: async ({ params }) => ({ status: 200, data: await resetDeliveryOf(deps, params.id) }),

  recoverVerify: async ({ body }, _caller, { device }) => ({
    status: 200,
    data: { recoverPinToken: await confirmReset(deps, body.pinId, body.code, device) },
  }),

  async changePin({ body }, _caller, { client, device }) {
    const session = await changePin(deps, { ...body, phone: numberOf(deps, body, device) }, client)
    return { status: 200, data: { changed: true, ...(session && { session }) } }
  },
})
