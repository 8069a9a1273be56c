import { AppError, type HeldData, type Language, type PhoneType, type Profile } from '@avouch/contract'
import type { Audit } from '../audit/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import type { Intents } from '../intents/index.ts'
import type { Pins } from '../pins/index.ts'
import { createClosing } from './closing.ts'
import { pinOf } from './pin-of.ts'
import type { AccountStore, PhoneBook } from './ports.ts'

type Deps = {
  store: AccountStore
  phones: PhoneBook
  pins: Pick<Pins, 'check'>
  intents: Pick<Intents, 'withdrawAll'>
  audit: Pick<Audit, 'report' | 'eventsOf'>
  clock: Clock
}
export type Accounts = ReturnType<typeof createAccounts>

const SHOWN_DIGITS = 3

export function createAccounts({ store, phones, pins, intents, audit, clock }: Deps) {
  /** @throws AppError invalid_token when the account is gone */
  async function profile(id: string): Promise<Profile> {
    const row = await store.profile(id)
    if (row === undefined) throw new AppError('invalid_token')
    return {
      user_id: id,
      language: row.language,
      data_collection_consent: row.dataCollectionConsent,
      phone_ending: phones.open(row.phoneEnc, row.phoneIdx).slice(-SHOWN_DIGITS),
    }
  }

  /** The own profile. @throws AppError not_found for every other id, whether it exists or not */
  async function profileOf(asked: string, own: string): Promise<Profile> {
    if (asked !== own) throw new AppError('not_found')
    return profile(own)
  }

  const setLanguage = (id: string, language: Language): Promise<void> => store.setLanguage(id, language)

  /** Syntax and kind of a number; it never looks for an account. */
  function validatePhone(digits: string): { valid: boolean; type: PhoneType | null } {
    return { valid: phones.canonical(digits) !== undefined, type: phones.type(digits) ?? null }
  }

  /** Everything that is held about the person (GDPR, article 15). */
  async function exportData(id: string): Promise<HeldData> {
    const held = await store.held(id, clock())
    if (held === undefined) throw new AppError('invalid_token')
    await audit.report({ type: 'account.exported', accountId: id })
    const { phoneEnc, phoneIdx, ...account } = held.account
    const security_events = await audit.eventsOf(id)
    return { ...held, security_events, account: { ...account, phone: phones.open(phoneEnc, phoneIdx) } }
  }

  /**
   * Ends the account at once; a job erases it. The PIN is counted like at every other place.
   * @throws AppError wrong_verification: a 401 would say that the session is over
   */
  async function remove(id: string, pin: string, device: Device): Promise<void> {
    const account = await store.find(id)
    if (account === undefined) throw new AppError('invalid_token')
    await pins.check([pinOf(account)], pin, device).catch((cause: unknown) => {
      const wrong = cause instanceof AppError && cause.code === 'wrong_login_info'
      throw wrong ? new AppError('wrong_verification', cause.details, { cause }) : cause
    })
    await store.deactivate(id, clock())
  }

  const closeEnded = createClosing({ store, intents, clock })

  return { profile, profileOf, setLanguage, validatePhone, exportData, remove, closeEnded }
}
