import { type Language, updateLanguage } from '@avouch/contract'
import { call } from '#lib/api.ts'
import { switchLanguage } from '#lib/language.ts'
import { report } from '#lib/report.ts'
import { session } from '#lib/session.ts'

/** Switches at once. With a token the server keeps it too, and the page reloads; when that fails, nobody is troubled. */
export async function changeLanguage(language: Language): Promise<void> {
  await switchLanguage(language)
  if (session.accessToken() === undefined) return
  try {
    await call(updateLanguage, { body: { language } })
    window.location.reload()
  } catch (error) {
    report('the language was not saved', error)
  }
}
