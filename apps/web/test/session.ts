import type { CheckReason, CheckStage, KycStatus } from '@avouch/contract'

/** The profile of a visitor with a session. */
export const PROFILE = { user_id: 'usr_any', language: 'en', data_collection_consent: false, phone_ending: '678' }

/** The outcome of the visitor's identity check; the empty status: none yet. */
export const statusOf = (status: KycStatus, progress: { stage?: CheckStage; reason?: CheckReason } = {}) => ({
  result: { status, ...progress },
})

/** The check at the service, and the answer that begins it. */
export const CHECK = `http://localhost:3002/?tc=${'T'.repeat(22)}&lang=en&userConsentDP=no&oi=http%3A%2F%2Flocalhost%3A3000%2Fkyc-check-result`
export const checkAt = (url: string | null = CHECK) => ({ data: { code: 'T'.repeat(22), url } })

/** All that this tab and this browser keep. */
export const kept = (): string =>
  JSON.stringify([Object.entries(window.localStorage), Object.entries(window.sessionStorage)])

/** The names of what a session is made of. */
export const SESSION_NAMES = /"(?:access_token|refresh_access_token|userId|react_app_token)"/
