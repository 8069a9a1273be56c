import type { Background } from '../../platform/background.ts'
import { ACCOUNTS } from '../accounts/index.ts'
import { APPEALS } from '../appeals/index.ts'
import { APP_LINKS } from '../app-links/index.ts'
import { AUDIT } from '../audit/index.ts'
import { CAPTCHA } from '../captcha/index.ts'
import { FRONT_END_FILES } from '../front-end-files/index.ts'
import { INTENTS } from '../intents/index.ts'
import { KYC } from '../kyc/index.ts'
import { OIDC } from '../oidc/index.ts'
import { PASSKEYS } from '../passkeys/index.ts'
import { PRESENTATIONS } from '../presentations/index.ts'
import { PROVIDERS } from '../providers/index.ts'
import { RATE_LIMITS } from '../rate-limits/index.ts'
import { SESSIONS } from '../sessions/index.ts'
import { SIGN_IN } from '../sign-in/index.ts'
import { SMS } from '../sms/index.ts'
import { STAFF } from '../staff/index.ts'
import { TRUST } from '../trust/index.ts'
import { WALLET } from '../wallet/index.ts'
import { WEBHOOKS } from '../webhooks/index.ts'

/** Lists the modules with work in the background or sealed values, in the order of their sweeps. */
export const NOUNS: readonly Background[] = [
  SIGN_IN,
  ACCOUNTS,
  CAPTCHA,
  RATE_LIMITS,
  APP_LINKS,
  SESSIONS,
  PASSKEYS,
  SMS,
  WEBHOOKS,
  OIDC,
  PRESENTATIONS,
  INTENTS,
  KYC,
  APPEALS,
  STAFF,
  FRONT_END_FILES,
  WALLET,
  AUDIT,
  PROVIDERS,
  TRUST,
]
