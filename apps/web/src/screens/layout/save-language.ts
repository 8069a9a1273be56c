import type { Language } from '@avouch/contract'
import { LANGUAGE_PARAMETER, languageCookie } from '#i18n/detect-language.ts'
import { report } from '#api/report.ts'
import { session } from '#api/session.ts'
import { inTab, isPersistent, writeCookie } from '#api/storage.ts'

/** A language in the address would win at every reload over the one that was chosen after it. */
function forgetAsked(): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(LANGUAGE_PARAMETER)) return
  address.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', address)
}

type Saving = {
  /** The page reloads when the server has saved the language, where that does not end the session. */
  reload: boolean
}

/** With a token the server keeps it too, and the page reloads if it may; a failure is only logged. */
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
