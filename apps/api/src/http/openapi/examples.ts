import { components, type JsonSchema } from './schemas.ts'

const ID = 'Vb3kq0J8mY2nXw5ZtR1uQw'
const LATER = '2027-03-14T09:56:53.000Z'

/** The value of a field of this name, in every example. */
const FIELDS: Record<string, unknown> = {
  data_collection_consent: false,
  email: 'ada@shop.example',
  enrolment: 'v1.k1.Vb3kq0J8mY2nXw5Z.tR1uQwVb3kq0J8mY2nXw5Z',
  totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  totp_url: 'otpauth://totp/Avouch:ada%40shop.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Avouch',
  new_password: 'correct horse battery staple',
  recovery_codes: ['7KQ2M-XWV9R-TB4HN-C8D3F'],
  invitation: 'avsi_8Qh2mW0sYp4xZk7vN3bT6cR1',
  project: 'my-shop-1a2b3c4d',
  pageKey: 'q3Zb1xT8n0Yw6mKd4Vr2Ls9Pf7Hc5Ja1Ge3Ui8Oy0Nt',
  rule: 'code.sms',
  head: '4711:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  uri: 'https://shop.example/back',
  redirect_uris: ['https://shop.example/back'],
  api_key: 'avpk_test_…',
  day: '2027-03-14',
  month: '2027-03',
  last_used_on: '2027-03-14',
  last_error: null,
  last_status: 204,
  body: '{"id":"evt_1","type":"intent.confirmed"}',
  phone: '4915112345678',
  username: '4915112345678',
  phone_number: '4915112345678',
  phone_ending: '678',
  password: '2580',
  pin: '2580',
  number: 47,
  numbers: [12, 47, 83],
  pinId: ID,
  id: ID,
  mintid: ID,
  intent_id: ID,
  transaction: ID,
  payment_id: 'transfer-2027-03-14-0815',
  user_id: '9f1c6a8e5b7d4f20',
  tc: ID,
  secret: 'K7QM2XWV9RTB4HNC',
  recaptchaResponse: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0',
  token: 'rt_8Qh2mW0sYp4xZk7v',
  access_token: 'at_5Lr9cT3dVn6bJf1g',
  refresh_token: 'rt_8Qh2mW0sYp4xZk7v',
  recoverPinToken: 'pr_2Xy7Na5Kd9Qe4Rw8',
  verdict: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF2b3VjaC12ZXJkaWN0K2p3dCJ9.eyJyZXN1bHQiOiJ5ZXMifQ.MEUCIQ',
  receipt: null,
  payment: null,
  refund: null,
  result: 'yes',
  status: 'confirmed',
  kind: 'age',
  minimum_age: 18,
  accept: ['identity_check'],
  max_proof_age_days: null,
  reference: 'visit-4711',
  redirect_uri: 'https://shop.example/back',
  callback: 'https://shop.example/back',
  url: `https://avouch.example/?mintid=${ID}`,
  return: null,
  name: 'My Shop',
  domain: 'shop.example',
  logo: null,
  description: 'Two tickets',
  amount: 1_999,
  refunded_amount: 0,
  currency: 'EUR',
  created_at: '2027-03-14T09:26:53.000Z',
  timestamp: '2027-03-14T09:26:53.000Z',
  expires_at: LATER,
  verified_on: '2027-03-14',
  code: '418273',
  live: false,
  next_cursor: null,
  iban: 'DE89370400440532013000',
  account_holder: 'Avouch Payments',
  document_hash: 'q3Zb1xT8n0Yw6mKd4Vr2Ls9Pf7Hc5Ja1Ge3Ui8Oy0Nt',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: '2027-03',
  title: 'Not found',
  message: 'Not found',
  type: 'about:blank',
  error: 'invalid_grant',
  expires_in: 600,
  resend_after: 60,
  sequence: 12,
}

/** The values of names that mean something else in a component. */
const OF_COMPONENT: Record<string, Record<string, unknown>> = {
  AdminEnrolRequest: { password: 'correct horse battery staple', invitation: null },
  UpdateProfileRequest: { language: 'en' },
  PaymentState: { status: 'reserved' },
  IntentState: { status: 'bound' },
  FollowAppLinkAnswer: { redirect_uri: null },
}

/** The values after an operation that leaves the same body in another state. */
const OF_OPERATION: Record<string, Record<string, unknown>> = {
  createIntent: { status: 'created', result: null, verdict: null },
  cancelIntent: { status: 'cancelled', result: null, verdict: null },
}

const branches = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema]
const typesOf = ({ type = [] }: JsonSchema): string[] => [type].flat()

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.const !== undefined) return value === schema.const
  return schema.enum?.includes(value) ?? typesOf(schema).includes(typeOf(value))
}

/** By the type of a field without an example. */
const OF_TYPE: Record<string, (schema: JsonSchema) => unknown> = {
  null: () => null,
  boolean: () => true,
  integer: ({ minimum = 0 }) => Math.max(minimum, 0),
  number: ({ minimum = 0 }) => Math.max(minimum, 0),
  string: ({ format }) => (format === 'date-time' ? LATER : ID),
}

function valueOf(schema: JsonSchema, own: Record<string, unknown>, name: string): unknown {
  const all = branches(schema)
  for (const given of [own[name], FIELDS[name]])
    if (given !== undefined && all.some((branch) => fits(given, branch))) return given
  const branch = all.find((one) => !typesOf(one).includes('null') || typesOf(one).length > 1) ?? schema
  if (branch.$ref !== undefined) return exampleOf(branch.$ref.split('/').at(-1) ?? '')
  if (branch.const !== undefined) return branch.const
  if (branch.enum !== undefined) return branch.enum[0]
  if (branch.items !== undefined) return [valueOf(branch.items, own, name)]
  if (branch.properties !== undefined) return fieldsOf(branch, own)
  return OF_TYPE[typesOf(branch)[0] ?? 'null']?.(branch) ?? null
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, own: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || own[name] !== undefined)
      .map(([name, field]) => [name, valueOf(field, own, name)]),
  )

/** An example of a named body, with the fields that it always has, or that are named above. It is read by the contract's own schema in a test. */
export const exampleOf = (component: string, operation = ''): unknown =>
  valueOf(components[component] ?? {}, { ...OF_COMPONENT[component], ...OF_OPERATION[operation] }, '')
