import type { LimitAction, RuleName } from './rules.ts'

/** What happens when a limit is full, for the operator. */
const OF_ACTION: Readonly<Record<LimitAction, string>> = {
  captcha: 'captcha challenges are refused',
  signup: 'sign-ups are refused',
  login: 'log-ins are refused',
  'login-failed': 'log-ins are refused, with the right PIN too',
  'login-numbers': 'log-ins with further numbers are refused',
  token: 'calls of the token endpoint are refused',
  verify: 'codes are refused without being compared',
  resend: 'requests for a code are refused',
  recovery: 'recoveries are refused',
  'recover-link': 'one-time links are refused',
  'change-pin': 'new PINs are refused',
  validate: 'number checks are refused',
  account: 'calls of signed-in pages are refused',
  intent: 'reads of intents are refused',
  'intent-missed': 'every intent code is unknown',
  oidc: 'visitors of websites that ask by OpenID Connect are refused',
  page: "pages come without the website's name",
  logo: "providers' logos are refused",
  payment: 'payments are refused',
  switches: 'reads of the switches are refused',
  provider: "calls of a provider's server are refused",
  report: 'reports of policy violations are refused',
  'app-link': 'QR codes are refused',
  presentation: 'requests to age apps are refused',
  holder: 'answers of age apps are refused',
  existence: 'answers conceal whether a further number has an account',
  sms: 'codes are refused',
  code: 'SMS have a one-time link instead of digits',
  pin: 'every PIN is wrong',
  staff: 'calls of the consoles are refused',
  'staff-sign-in': 'sign-ins at the consoles are refused',
  'staff-sign-up': 'new people at the consoles are refused',
  'staff-look': 'looks at accounts and limits at the console are refused',
  'staff-guess': 'sign-ins at the consoles are refused, with the right password too',
}

const PRESSED = 'codes are refused while their country is under pressure'
const PRESSURE = 'the country is under pressure: harder captcha, and few codes for an address'

const OF_RULE: Readonly<Partial<Record<RuleName, string>>> = {
  'sms.number': 'codes are refused in browsers that the account does not know',
  'sms.number.strangers': 'codes are refused in browsers that the account does not know',
  'sms.number.known': 'codes are refused in browsers that the account knows',
  'sms.number.first': 'further codes are paid from the pool',
  'sms.neighbours': 'codes for sign-ups are refused',
  'sms.notices': 'SMS without a code are not sent, except those about the PIN',
  'sms.countries': 'codes to further countries are refused',
  'sms.address.pressed': PRESSED,
  'sms.network.pressed': PRESSED,
  'sms.country.home': PRESSURE,
  'sms.country.europe': PRESSURE,
  'sms.country.other': PRESSURE,
  'code.number': 'SMS for unknown browsers have a one-time link; a code of a sign-up has a single try',
  'code.browser': 'SMS for this browser have a one-time link',
  'code.pace': 'of starts at the same moment one sends an SMS',
  'code.everyone': 'SMS for unknown browsers have a one-time link, and their captcha is harder',
  'code.after-pin': 'the PIN is right nowhere until another one is set',
}

export const effectOf = (name: RuleName, action: LimitAction): string => OF_RULE[name] ?? OF_ACTION[action]
