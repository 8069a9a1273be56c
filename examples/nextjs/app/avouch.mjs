import { createAvouch } from '@avouch/provider-sdk'

let made

/** Made by the first request: the settings are not there while the website is built. */
export function avouch() {
  const { AVOUCH_URL, AVOUCH_API_URL, AVOUCH_ID, AVOUCH_KEY, AVOUCH_WEBHOOK_SECRET } = process.env
  made ??= createAvouch({
    url: AVOUCH_URL,
    apiUrl: AVOUCH_API_URL,
    apiKey: AVOUCH_KEY,
    providerId: AVOUCH_ID,
    webhookSecret: AVOUCH_WEBHOOK_SECRET,
  })
  return made
}

/** Visit → answer, shared by all routes of this process. Yours is a database. */
export const answers = (globalThis.answers ??= new Map())
