import type { Language } from '@avouch/contract'

/** E.164, "+491511234567": the one form in which a number is looked up, stored and called. */
export type E164 = string

/** Everything that is done with a number beside sending to it. */
export type PhoneBook = {
  /** The mobile number that the digits mean; undefined when there is none. */
  canonical(digits: string): E164 | undefined
  /** A keyed hash: finds the account without telling the number. */
  index(number: E164): Buffer
  seal(number: E164): string
  open(sealed: string, index: Buffer): E164
}

export type Account = {
  id: string
  phoneIdx: Buffer
  phoneEnc: string
  pinEnc: string
  language: Language
  active: boolean
}

export type ProfileRow = { language: Language; dataCollectionConsent: boolean; phoneIdx: Buffer; phoneEnc: string }

export type Registration = {
  id: string
  phoneIdx: Buffer
  phoneEnc: string
  pinEnc: string
  language: Language
  dataCollectionConsent: boolean
  createdAt: Date
  expiresAt: Date
}

export type AccountStore = {
  findByPhone(phoneIdx: Buffer): Promise<Account | undefined>
  profile(id: string): Promise<ProfileRow | undefined>
  setLanguage(id: string, language: Language): Promise<void>
  /** Keeps the registration; beyond `atMost` of a number, the oldest gives way. */
  register(registration: Registration, atMost: number): Promise<void>
  /** Open registrations of a number, the newest first. */
  registrations(phoneIdx: Buffer, now: Date): Promise<{ id: string; pinEnc: string }[]>
}
