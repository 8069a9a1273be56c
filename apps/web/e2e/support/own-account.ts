import type {
  Answer,
  Deletion,
  HeldData,
  ownBrowsers,
  passkeys,
  OwnRequest,
  ownSessions,
  Profile,
  securityEvents,
} from '@avouch/contract'

const CINEMA = 'Kino Aurora'
/** The code of an open request. */
const MINTID = 'A'.repeat(22)

/** A noon on which something happened: its day is the same everywhere. */
const noonOf = (day: number) => `2031-01-${String(day).padStart(2, '0')}T12:05:00.000Z`

let requests = 0

/** A request of the cinema in the visitor's list: told yes, by a checked document. */
export function toldRow(changes: Partial<OwnRequest> = {}): OwnRequest {
  requests += 1
  return {
    id: `int_${requests}`,
    provider: { name: CINEMA, domain: 'cinema.example', logo: null },
    live: true,
    kind: 'age',
    status: 'confirmed',
    asked_at: noonOf(27),
    told_at: noonOf(28),
    result: 'yes',
    method: 'identity_check',
    minimum_age: 18,
    payment: null,
    transaction: 'AVO-1',
    mintid: null,
    can_withdraw: false,
    ...changes,
  }
}

const NOTHING_TOLD = { told_at: null, result: null, method: null }

type Payment = NonNullable<OwnRequest['payment']>

/** A payment of the cinema: paid, with a receipt. */
export const paidRow = (changes: Partial<OwnRequest> = {}, payment: Partial<Payment> = {}): OwnRequest =>
  toldRow({
    kind: 'payment',
    status: 'executed',
    result: null,
    method: null,
    minimum_age: null,
    payment: {
      amount: 1_250,
      currency: 'EUR',
      description: 'Low Tide, row 5',
      refunded: 0,
      entry_id: 'E'.repeat(22),
      ...payment,
    },
    ...changes,
  })

/** A request of each kind, as they stand in one list. */
export const EVERY_ROW: readonly OwnRequest[] = [
  toldRow({ status: 'bound', ...NOTHING_TOLD, asked_at: noonOf(30), mintid: MINTID }),
  toldRow({ provider: { name: 'Weinkontor', domain: 'wein.example', logo: null }, minimum_age: 16 }),
  toldRow(),
  toldRow({ method: 'proof_of_age', provider: { name: 'Arcade', domain: 'arcade.example', logo: null } }),
  toldRow({ method: 'id_wallet', result: 'no', status: 'denied', minimum_age: 21 }),
  paidRow({ status: 'reserved', told_at: null, mintid: MINTID, can_withdraw: true }, { entry_id: null }),
  paidRow({}, { refunded: 500 }),
  toldRow({ status: 'expired', ...NOTHING_TOLD }),
  toldRow({ status: 'cancelled', ...NOTHING_TOLD }),
  toldRow({ live: false }),
]

export const pageOf = (data: readonly OwnRequest[], next_cursor: string | null = null) => ({
  data: [...data],
  next_cursor,
})

export const PROVEN: Profile = {
  user_id: 'usr_any',
  language: 'en',
  phone_ending: '678',
  verified_on: '2030-11-12',
  document_kept: true,
  data_collection_consent: true,
}

const id = (letter: string) => letter.repeat(22)

export const SESSIONS: Answer<typeof ownSessions>['data'] = {
  data: [
    { id: id('s'), begun_at: noonOf(28), ends_at: noonOf(29), current: true },
    { id: id('t'), begun_at: noonOf(27), ends_at: noonOf(28), current: false },
    { id: id('u'), begun_at: noonOf(26), ends_at: noonOf(27), current: false },
  ],
}
export const BROWSERS: Answer<typeof ownBrowsers>['data'] = {
  data: [
    { id: id('b'), known_since: noonOf(2), last_used_at: noonOf(28), current: true },
    { id: id('c'), known_since: noonOf(1), last_used_at: noonOf(20), current: false },
    { id: id('d'), known_since: noonOf(1), last_used_at: noonOf(15), current: false },
  ],
}
export const PASSKEYS: Answer<typeof passkeys>['data'] = {
  data: [
    { id: id('p'), name: 'iPhone', created_at: noonOf(20), last_used_on: '2031-01-28', synced: true },
    { id: id('q'), name: 'Windows', created_at: noonOf(12), last_used_on: null, synced: false },
  ],
  held_until: null,
  opened_by_passkey: false,
}
export const EVENTS: Answer<typeof securityEvents>['data'] = {
  data: [
    { kind: 'requests_read', at: noonOf(28) },
    { kind: 'signed_in', at: noonOf(28) },
    { kind: 'pin_wrong', at: noonOf(27) },
    { kind: 'signed_in', at: noonOf(26) },
    { kind: 'account_created', at: noonOf(1) },
  ],
}

export const HELD: HeldData = {
  account: {
    user_id: 'usr_Q7',
    phone: '+4915112345678',
    language: 'en',
    data_collection_consent: true,
    created_at: noonOf(1),
    of_age: true,
    appeal: false,
    verified_on: '2030-11-12',
    proof_withdrawn_at: null,
    document_hash_kept_since: noonOf(2),
  },
  identity_checks: [{ status: 'COMPLETED', begun_at: noonOf(1), reported_at: noonOf(1) }],
  requests: [{ provider: CINEMA, status: 'confirmed', result: 'yes', created_at: noonOf(27), answered_at: noonOf(28) }],
  wallet: {
    available: 1_750,
    reserved: 0,
    currency: 'EUR',
    entries: [
      {
        id: id('e'),
        kind: 'deposit',
        at: noonOf(20),
        available_change: 1_750,
        reserved_change: 0,
        currency: 'EUR',
        provider: null,
        description: null,
      },
    ],
  },
  sessions: [{ begun_at: noonOf(28), ends_at: noonOf(29), live: true, by_passkey: false }],
  known_browsers: [{ known_since: noonOf(2), last_used_at: noonOf(28) }],
  passkeys: [
    { name: 'Phone', created_at: noonOf(3), last_used_on: '2031-01-21', synced: true },
    { name: 'Key ring', created_at: noonOf(4), last_used_on: null, synced: false },
  ],
  security_events: [{ type: 'signin.succeeded', at: noonOf(28) }],
}

export const DELETION_TOKEN = 'D'.repeat(43)
export const deletionOf = (changes: Partial<Deletion> = {}): Deletion => ({
  account: 'erasing',
  vendor: 'asked',
  money: 'returning',
  until: noonOf(31),
  ...changes,
})
