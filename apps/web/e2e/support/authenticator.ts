import type { CDPSession, Page } from '@playwright/test'

/** The device's own authenticator, with a finger that is right. It belongs to one tab of Chromium. */
export type Authenticator = {
  /** The ids of its passkeys. */
  passkeys: () => Promise<string[]>
  /** Deletes them on the device alone. */
  lose: () => Promise<unknown>
  /** A wrong finger cancels; none leaves each question open. */
  finger: (how: 'right' | 'wrong' | 'none') => Promise<void>
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    passkeys: async () =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(
        ({ credentialId }) => credentialId,
      ),
    lose: () => browser.send('WebAuthn.clearCredentials', { authenticatorId }),
    finger: async (how) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: how === 'right' })
      await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: how !== 'none' })
    },
  }
}
