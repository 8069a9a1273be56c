import { type Language, updateLanguage } from '@avouch/contract'
import { call } from '#api/api.ts'

/** The server writes to the visitor in the language that they chose. */
export const storeLanguage = async (language: Language): Promise<void> =>
  void (await call(updateLanguage, { body: { language } }))
