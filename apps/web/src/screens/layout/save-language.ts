import type { Language } from '@avouch/contract'
import { LANGUAGE_PARAMETER, languageCookie } from '#i18n/detect-language.ts'
import { report } from '#api/report.ts'
import { session } from '#api/session.ts'
import { inTab, isPersistent, writeCookie } from '#api/storage.ts'

/** Removes the language from the address, where it would win over a later choice at every reload. */
function forgetAsked(): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(LANGUAGE_PARAMETER)) return
  address.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', address)
}

type Saving = {
  /** Reloads the page once the server has stored the language, unless that would end the session. */
  reload: boolean
}

/** Stores the language here, and with a session on the server; a failure of that is only logged. */
export async function saveLanguage(language: Language, { reload }: Saving): Promise<void> {
  writeCookie(languageCookie(language, { https: window.location.protocol === 'https:' }))
  forgetAsked()
  if (!session.isOpen()) return
  try {
    await (await import('./store-language.ts')).storeLanguage(language)
    if (reload && isPersistent(inTab)) window.location.reload()
  } catch (error) {
    report('the language was not saved', error)
  }
}
