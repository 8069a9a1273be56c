import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CAPTCHA_ACTIONS } from './constants.ts'
import { seconds } from './values.ts'

/** Third-party captcha services; each gives its answer to its own script. */
export const CAPTCHA_SERVICES = ['recaptcha', 'hcaptcha', 'turnstile'] as const
export type CaptchaService = (typeof CAPTCHA_SERVICES)[number]

/** A proof of work (ALTCHA 2): the browser searches the key with the given prefix. Signed as a whole. */
const workChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** The action, the expiry in seconds since 1970, and whether it is harder than usual. */
    data: z.object({ action: z.enum(CAPTCHA_ACTIONS), expires: z.int(), hard: z.boolean() }),
  }),
  signature: z.string(),
})
export type WorkChallenge = z.infer<typeof workChallenge>

/** The answer to a challenge is base64 of this, as JSON. */
export const workAnswer = z.object({
  challenge: workChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
export type WorkAnswer = z.infer<typeof workAnswer>

const captchaTask = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('off') }),
  z.object({ provider: z.literal('pow'), challenge: workChallenge, expires_in: seconds }),
  z.object({ provider: z.enum(CAPTCHA_SERVICES), site_key: z.string() }),
])
export type CaptchaTask = z.infer<typeof captchaTask>

export const captcha = endpoint({
  method: 'GET',
  path: '/auth/public/challenge',
  summary: 'What the browser is to do, unseen, for the recaptchaResponse of one request.',
  auth: 'none',
  limit: 'captcha',
  query: z.object({ action: z.enum(CAPTCHA_ACTIONS) }),
  answers: { 200: captchaTask },
  errors: ['required'],
})
