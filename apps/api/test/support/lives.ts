import { HOUR_MS, MINUTE_MS, RECENT_SIGN_IN_MS } from '@avouch/contract'
import {
  beginCheck,
  checked,
  confirmCode,
  confirmReset,
  createIntent,
  digits,
  GOOD_PIN,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  preLogin,
  provenNumber,
  refresh,
  registered,
  report,
  requestReset,
  sendCallback,
  sendSignUp,
  signUp,
  vendorMessage,
  wrongCodes,
} from './builders.ts'
import { newAddress } from './address.ts'
import { addPasskey, assertion } from './passkeys.ts'
import type { TestApi } from './test-api.ts'

export const DAY_MS = 24 * HOUR_MS
const LIBRARY = '/webhooks/library'

/** `holds` checks once that the lifetime has not ended. An operator's command causes some ends. */
type Begun = { holds: () => Promise<boolean>; endsAt?: Date }
export type Life = {
  rule: string
  what: string
  forMs: number
  begin: (api: TestApi) => Promise<Begun>
  /** A tolerance includes its end. */
  last?: 'included'
}

/** True if the call succeeds. */
const went = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )
/** True if the call is refused with this code. */
export const refusedAs = (code: string, call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    (error: unknown) => (error as { code?: string }).code === code,
  )

/** A provider created by the operator, to rotate its keys and secrets. */
export async function prepareKeys(api: TestApi): Promise<void> {
  await api.operate('provider', 'create', 'library', 'Library')
  await api.operate('provider', 'redirect', 'add', 'library', 'https://library.example/return')
  await api.operate('provider', 'webhook', 'set', 'library', `${api.world.url}${LIBRARY}`)
}
const newKey = (api: TestApi, ...options: string[]) => api.operate('provider', 'key', 'create', 'library', ...options)
const timeIn = (lines: readonly string[], line: RegExp): Date => {
  const found = lines.map((text) => line.exec(text)?.[1]).find((text) => text !== undefined)
  if (found === undefined) throw new Error(`no time in ${lines.join('\n')}`)
  return new Date(found)
}
const looks = (api: TestApi, key: string) => went(api.client('listIntents', { query: {} }, { bearer: key }))

export async function underAge(api: TestApi) {
  const visitor = await registered(api)
  const intent = await createIntent(api)
  const { code } = await beginCheck(api, visitor.bearer, { mintid: intent.mintid })
  await report(api, code, 'UNDERAGED')
  // The job that erases the account sends the provider's event.
  await api.world.until(() => api.world.eventsOf(intent.id).length > 0)
  return visitor
}

/** From a new address, so that no rate limit answers in its place when the clock was set back. */
const reads = async (api: TestApi, mintid: string) => {
  api.place.address = newAddress()
  return (await api.client('intentSummary', { params: { id: mintid } })).data.ended !== 'expired'
}

/** Valid for a while, and no longer. */
export const LIVES: readonly Life[] = [
  {
    rule: 'CODE-06',
    what: 'an SMS code',
    forMs: 5 * MINUTE_MS,
    async begin(api) {
      const begun = await signUp(api)
      return { holds: () => went(confirmCode(api, begun)) }
    },
  },
  {
    rule: 'CODE-17',
    what: 'a long code',
    forMs: 6 * HOUR_MS,
    async begin(api) {
      const { number } = await registered(api)
      const short = await requestReset(api, number)
      for (const code of wrongCodes(short.code, 5)) await went(confirmReset(api, { ...short, code }))
      const long = await requestReset(api, number)
      return { holds: () => went(confirmReset(api, long)) }
    },
  },
  {
    rule: 'CODE-07',
    what: 'the same code again',
    forMs: 4 * MINUTE_MS,
    last: 'included',
    async begin(api) {
      const { bearer, pinId, number, code } = await signUp(api)
      return {
        async holds() {
          await api.client('resendCode', { body: { pinId } }, { bearer }).catch(() => {})
          return api.world.codeFor(number) === code
        },
      }
    },
  },
  {
    rule: 'CODE-14',
    what: 'the answer to a code, for a browser that lost it',
    forMs: MINUTE_MS,
    async begin(api) {
      const begun = await signUp(api)
      await confirmCode(api, begun)
      return { holds: () => went(confirmCode(api, begun)) }
    },
  },
  {
    rule: 'REG-11',
    what: 'a registration without a code',
    forMs: 15 * MINUTE_MS,
    async begin(api) {
      const number = newNumber()
      await sendSignUp(api, number)
      return { holds: () => went(passwordGrant(api, number, GOOD_PIN)) }
    },
  },
  {
    rule: 'SESSION-08',
    what: 'the token of the PIN alone, and its sign-in',
    forMs: 10 * MINUTE_MS,
    async begin(api) {
      const { bearer } = await signUp(api)
      return { holds: () => went(api.client('resendCode', { body: {} }, { bearer })) }
    },
  },
  {
    rule: 'SESSION-09',
    what: 'an access token',
    forMs: 10 * MINUTE_MS,
    async begin(api) {
      const { bearer } = await registered(api)
      return { holds: () => went(api.client('me', {}, { bearer })) }
    },
  },
  {
    rule: 'SESSION-09',
    what: 'an idle session',
    forMs: HOUR_MS,
    async begin(api) {
      const { tokens } = await registered(api)
      return { holds: () => went(refresh(api, tokens.refresh_token)) }
    },
  },
  {
    rule: 'SESSION-09',
    what: 'a session in use: 12 hours, of which these are the last minutes',
    forMs: 12 * MINUTE_MS,
    async begin(api) {
      let { refresh_token } = (await registered(api)).tokens
      for (let minutes = 0; minutes < 12 * 60 - 12; minutes += 59) {
        api.clock.advance(59 * MINUTE_MS)
        refresh_token = (await refresh(api, refresh_token)).refresh_token
      }
      return { holds: () => went(refresh(api, refresh_token)) }
    },
  },
  {
    rule: 'SESSION-12',
    what: 'the old refresh token of a tab that came second',
    forMs: MINUTE_MS,
    async begin(api) {
      const { tokens } = await registered(api)
      await refresh(api, (await refresh(api, tokens.refresh_token)).refresh_token)
      return { holds: () => went(refresh(api, tokens.refresh_token)) }
    },
  },
  {
    rule: 'SESSION-12',
    what: 'the patience with an old refresh token before it ends the session',
    forMs: 15 * MINUTE_MS,
    async begin(api) {
      const { tokens } = await registered(api)
      const second = await refresh(api, (await refresh(api, tokens.refresh_token)).refresh_token)
      return {
        async holds() {
          await went(refresh(api, tokens.refresh_token))
          return went(refresh(api, second.refresh_token))
        },
      }
    },
  },
  {
    rule: 'RESET-08',
    what: 'the token that lets the PIN be changed',
    forMs: 10 * MINUTE_MS,
    async begin(api) {
      const { number } = await registered(api)
      const recoverPinToken = await provenNumber(api, number)
      const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken }
      return { holds: () => went(api.client('changePin', { body })) }
    },
  },
  {
    rule: 'PASSKEY-01',
    what: 'the challenge of a log-in by passkey',
    forMs: 5 * MINUTE_MS,
    async begin(api) {
      const { bearer } = await registered(api)
      const { phone } = await addPasskey(api, bearer)
      const body = await assertion(api, phone)
      return { holds: () => went(api.client('signInByPasskey', { body })) }
    },
  },
  {
    rule: 'PASSKEY-05',
    what: 'a sign-in that may add a passkey',
    forMs: RECENT_SIGN_IN_MS,
    async begin(api) {
      const { tokens } = await registered(api)
      api.clock.advance(MINUTE_MS)
      const { access_token } = await refresh(api, tokens.refresh_token)
      const endsAt = new Date(api.clock.now().getTime() + RECENT_SIGN_IN_MS - MINUTE_MS)
      return { holds: () => went(addPasskey(api, access_token)), endsAt }
    },
  },
  {
    rule: 'CODE-09',
    what: 'the code of a log-in as a leave to use the token endpoint after three wrong PINs',
    forMs: 5 * MINUTE_MS,
    async begin(api) {
      const { number } = await registered(api)
      for (let i = 0; i < 3; i++) await went(preLogin(api, number, OTHER_PIN))
      await preLogin(api, number, GOOD_PIN)
      return { holds: () => went(passwordGrant(api, number, GOOD_PIN)) }
    },
  },
  {
    rule: 'KYC-35',
    what: 'a transaction code that starts no check',
    forMs: 15 * MINUTE_MS,
    async begin(api) {
      const { bearer, tokens } = await registered(api)
      const { code } = await beginCheck(api, bearer)
      return {
        async holds() {
          const { access_token } = await refresh(api, tokens.refresh_token)
          return (await beginCheck(api, access_token)).code === code
        },
      }
    },
  },
  {
    rule: 'X-10',
    what: 'a signed report of the identity check',
    forMs: 5 * MINUTE_MS,
    last: 'included',
    async begin(api) {
      const { bearer } = await registered(api)
      const message = vendorMessage(api, (await beginCheck(api, bearer)).code, 'COMPLETED')
      return { holds: async () => (await sendCallback(api, message)).ok }
    },
  },
  {
    rule: 'INTENT-09',
    what: 'an intent',
    forMs: 30 * MINUTE_MS,
    async begin(api) {
      const { mintid } = await createIntent(api)
      return { holds: () => reads(api, mintid) }
    },
  },
  {
    rule: 'INTENT-09',
    what: 'an intent while a review is running',
    forMs: 2 * HOUR_MS,
    async begin(api) {
      const { intent } = await checked(api, 'PENDING_MANUAL_REVIEW')
      return { holds: () => reads(api, intent.mintid) }
    },
  },
  {
    rule: 'PROV-06',
    what: 'the answer to a confirmation, once more',
    forMs: 10 * MINUTE_MS,
    async begin(api) {
      const { intent, bearer, tokens } = await checked(api, 'COMPLETED')
      const confirm = (by: string) =>
        api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer: by })
      await confirm(bearer)
      return {
        holds: async () => went(confirm((await refresh(api, tokens.refresh_token)).access_token)),
      }
    },
  },
  {
    rule: 'AGE-04',
    what: 'the last answer to the token of somebody under age',
    forMs: 15 * MINUTE_MS,
    async begin(api) {
      const { bearer } = await underAge(api)
      return { holds: () => went(api.client('kycStatus', {}, { bearer })) }
    },
  },
  {
    rule: 'PROV-10',
    what: 'an API key with an end',
    forMs: DAY_MS,
    async begin(api) {
      const [id = '', key = ''] = await newKey(api, '--days', '1')
      const keys = await api.operate('provider', 'key', 'list', 'library')
      return { holds: () => looks(api, key), endsAt: timeIn(keys, new RegExp(`^${id}.* - +(\\S+Z) +-$`)) }
    },
  },
  {
    rule: 'PROV-10',
    what: 'an API key after its rotation',
    forMs: HOUR_MS,
    async begin(api) {
      const [id = '', key = ''] = await newKey(api)
      const rotated = await api.operate('provider', 'key', 'rotate', id, '--overlap-hours', '1')
      return { holds: () => looks(api, key), endsAt: timeIn(rotated, /ends at (\S+Z),/) }
    },
  },
  {
    rule: 'KYC-23',
    what: 'a webhook secret after its rotation',
    forMs: HOUR_MS,
    async begin(api) {
      const [old = ''] = await api.operate('provider', 'webhook', 'rotate-secret', 'library')
      await api.operate('provider', 'webhook', 'rotate-secret', 'library', '--overlap-hours', '1')
      const [, bearer = ''] = await newKey(api, '--test')
      api.world.secrets[LIBRARY] = old
      const shown = await api.operate('provider', 'show', 'library')
      return {
        endsAt: timeIn(shown, /last change signs until (\S+Z)/),
        async holds() {
          const body = { redirect_uri: 'https://library.example/return' }
          const { id } = (await api.client('createIntent', { headers: {}, body }, { bearer })).data
          await api.client('answerTestIntent', { params: { id }, body: { result: 'yes' } }, { bearer })
          await api.world.until(() => api.world.eventsOf(id).length > 0)
          return api.world.eventsOf(id)[0]?.signed === true
        },
      }
    },
  },
]
