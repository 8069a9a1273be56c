import { LANGUAGE_PARAMETER, type Language } from '@avouch/contract'
import { languageCookie } from '#i18n/detect-language.ts'
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

/** Fields of the page itself. The picked country always has text, and a password manager's field only repeats the number. */
const FIELDS = 'main :is(input, textarea):not([role=combobox], [aria-hidden])'

const hasInput = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>(FIELDS)).some((field) =>
    field.type === 'checkbox' ? field.checked : field.value !== '',
  )

/**
 * Stores the language here, and with a session on the server; a failure of that is only logged. Then the page is reloaded, unless
 * that would end the session or lose what is typed.
 */
export async function saveLanguage(language: Language): Promise<void> {
  writeCookie(languageCookie(language, { https: window.location.protocol === 'https:' }))
  forgetAsked()
  if (!session.isOpen()) return
  try {
    await (await import('./store-language.ts')).storeLanguage(language)
    if (isPersistent(inTab) && !hasInput()) window.location.reload()
  } catch (error) {
    report('the language was not saved', error)
  }
}
