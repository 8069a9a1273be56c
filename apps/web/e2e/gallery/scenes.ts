import type { Scene } from './scene.ts'
import { ACCOUNT } from './scenes/account.ts'
import { AGE_APP } from './scenes/age-app.ts'
import { APP } from './scenes/app.ts'
import { AROUND } from './scenes/around.ts'
import { CODES } from './scenes/codes.ts'
import { CONSENT } from './scenes/consent.ts'
import { CONSOLES } from './scenes/consoles.ts'
import { IDENTITY } from './scenes/identity.ts'
import { LANDING } from './scenes/landing.ts'
import { LEGAL_PAGE_SCENES } from './scenes/legal-pages.ts'
import { SIGN_IN } from './scenes/sign-in.ts'
import { STATES } from './scenes/states.ts'

/** Every screen in every state. */
export const SCENES: Scene[] = [
  ...LANDING,
  ...SIGN_IN,
  ...CODES,
  ...IDENTITY,
  ...APP,
  ...AGE_APP,
  ...ACCOUNT,
  ...LEGAL_PAGE_SCENES,
  ...STATES,
  ...CONSENT,
  ...AROUND,
  ...CONSOLES,
]
