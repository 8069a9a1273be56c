import type { HeldData, Language, PhoneType } from '@avouch/contract'

/** E.164, "+491511234567": the one form in which a number is looked up, stored and called. */
export type E164 = string

/** Everything that is done with a number beside sending to it. */
export type PhoneBook = {
  /** The mobile number that the digits mean; undefined when there is none. */
  canonical(digits: string): E164 | undefined
  /** What kind of number the digits are; undefined when they are none. */
  type(digits: string): PhoneType | undefined
  /** Undefined for a number of no country. */
  countryOf(number: E164): string | undefined
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

/**
 * open: its holder learns everything. concealed: like an open one, but nothing tells whether the number had an account.
 * taken: the number has one, so nothing ever comes of this.
 */
export type RegistrationKind = 'open' | 'concealed' | 'taken'

export type Registration = {
  id: string
  kind: RegistrationKind
  phoneIdx: Buffer
  phoneEnc: string
  pinEnc: string
  language: Language
  dataCollectionConsent: boolean
  createdAt: Date
  expiresAt: Date
}

/** Everything that is held about a person, but for the number, which only the phone book can read, and the audit trail. */
export type HeldRows = Omit<HeldData, 'account' | 'security_events'> & {
  account: Omit<HeldData['account'], 'phone'> & Pick<ProfileRow, 'phoneIdx' | 'phoneEnc'>
}

export type AccountStore = {
  find(id: string): Promise<Account | undefined>
  held(id: string, now: Date): Promise<HeldRows | undefined>
  /** One transaction: nobody signs in any more, every session ends, and a job that erases the rest is left behind. */
  deactivate(id: string, now: Date): Promise<void>
  /** The accounts that wait for their erasure. */
  deactivated(): Promise<string[]>
  /** Removes a deactivated account whose time has come, and what its number left elsewhere. Repeating it changes nothing. */
  erase(id: string, now: Date): Promise<void>
  findByPhone(phoneIdx: Buffer): Promise<Account | undefined>
  profile(id: string): Promise<ProfileRow | undefined>
  setLanguage(id: string, language: Language): Promise<void>
  /** Keeps the registration; beyond `atMost` of a number, the oldest gives way. */
  register(registration: Registration, atMost: number): Promise<void>
  /** Open registrations of a number, the newest first. */
  registrations(phoneIdx: Buffer, now: Date): Promise<{ id: string; pinEnc: string; kind: RegistrationKind }[]>
}

/** Accounts that ended under age after they had proven the opposite: a person decides which of the two it was. */
export type HeldAccounts = {
  all(now: Date): Promise<{ id: string; eraseAfter: Date }[]>
  /** False when it is not held. The job that erases finds it. */
  eraseNow(id: string, now: Date): Promise<boolean>
  /** False when it is not held. */
  restore(id: string, now: Date): Promise<boolean>
}
