import type { Language } from '@avouch/contract'
import { LANGUAGE_PARAMETER, languageCookie } from '#i18n/detect-language.ts'
import { switchLanguage } from '#i18n/language.ts'
import { report } from '#api/report.ts'
import { tellMissing } from '#ui/tell-missing.ts'
import { session } from '#api/session.ts'

/** A language in the address would win at every reload over the one that was chosen after it. */
function forgetAsked(): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(LANGUAGE_PARAMETER)) return
  address.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', address)
}

type Saving = {
  /** The page reloads when the server has saved the language. */
  reload: boolean
}

async function switchAndSave(language: Language, { reload }: Saving): Promise<void> {
  await switchLanguage(language)
  document.cookie = languageCookie(language, { https: window.location.protocol === 'https:' })
  forgetAsked()
  if (!session.isOpen()) return
  try {
    await (await import('./keep-language.ts')).keepLanguage(language)
    if (reload) window.location.reload()
  } catch (error) {
    report('the language was not saved', error)
  }
}

/** Switches at once. With a token the server keeps it too, and the page reloads if it may; a failure is only logged. */
export const changeLanguage = (language: Language, saving: Saving): void =>
  void switchAndSave(language, saving).catch(tellMissing)
