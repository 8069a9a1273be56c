import type { SmsAdapter } from './adapter.ts'
import { generic } from './generic.ts'
import { infobip } from './infobip.ts'
import { seven } from './seven.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

const ADAPTERS = { generic, twilio, vonage, infobip, seven }
export type SmsGatewayName = keyof typeof ADAPTERS
/** Every gateway that can be named in the settings. */
export const SMS_GATEWAYS: Readonly<Record<SmsGatewayName, SmsAdapter>> = ADAPTERS
