import type { Handlers } from '../route.ts'
import { createAccountHandlers } from './account.ts'
import { createAppLinkHandlers } from './app-links.ts'
import { createCaptchaHandlers } from './captcha.ts'
import { createIntentHandlers } from './intents.ts'
import { createKycHandlers } from './kyc.ts'
import { createPaymentHandlers } from './payments.ts'
import { createPasskeyHandlers } from './passkeys.ts'
import { createPresentationHandlers } from './presentations.ts'
import { createProviderHandlers } from './provider.ts'
import { createRecoveryHandlers } from './recovery.ts'
import { createSignInHandlers } from './sign-in.ts'
import { createMemberHandlers } from './members.ts'
import { createOperatorHandlers } from './operator.ts'
import { createProjectHandlers } from './projects.ts'
import { createStaffHandlers } from './staff.ts'
import { createSwitchHandlers } from './switches.ts'
import { createWalletHandlers } from './wallet.ts'

type Modules = Parameters<typeof createKycHandlers>[0] &
  Parameters<typeof createProviderHandlers>[0] &
  Parameters<typeof createIntentHandlers>[0] &
  Parameters<typeof createAppLinkHandlers>[0] &
  Parameters<typeof createPasskeyHandlers>[0] &
  Parameters<typeof createPresentationHandlers>[0] &
  Parameters<typeof createWalletHandlers>[0] &
  Parameters<typeof createPaymentHandlers>[0] &
  Parameters<typeof createStaffHandlers>[0] &
  Parameters<typeof createOperatorHandlers>[0] &
  Parameters<typeof createMemberHandlers>[0] &
  Parameters<typeof createProjectHandlers>[0] &
  Parameters<typeof createSignInHandlers>[0] &
  Parameters<typeof createAccountHandlers>[0] &
  Parameters<typeof createRecoveryHandlers>[0] & {
    captcha: Parameters<typeof createCaptchaHandlers>[0]
    switches: Parameters<typeof createSwitchHandlers>[0]
  }

/** A handler for every operation of the contract. */
export const createHandlers = (modules: Modules): Handlers => ({
  ...createCaptchaHandlers(modules.captcha),
  ...createSignInHandlers(modules),
  ...createAccountHandlers(modules),
  ...createRecoveryHandlers(modules),
  ...createKycHandlers(modules),
  ...createIntentHandlers(modules),
  ...createAppLinkHandlers(modules),
  ...createPasskeyHandlers(modules),
  ...createPresentationHandlers(modules),
  ...createProviderHandlers(modules),
  ...createWalletHandlers(modules),
  ...createSwitchHandlers(modules.switches),
  ...createPaymentHandlers(modules),
  ...createStaffHandlers(modules),
  ...createProjectHandlers(modules),
  ...createMemberHandlers(modules),
  ...createOperatorHandlers(modules),
})
