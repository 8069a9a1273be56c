import { AppError, type Language, type Profile } from '@avouch/contract'
import type { AccountStore, PhoneBook } from './ports.ts'

type Deps = { store: AccountStore; phones: PhoneBook }
export type Accounts = ReturnType<typeof createAccounts>

const SHOWN_DIGITS = 3

export function createAccounts({ store, phones }: Deps) {
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

  const setLanguage = (id: string, language: Language): Promise<void> => store.setLanguage(id, language)

  return { profile, setLanguage }
}
