import { type Language, updateProfile } from '@avouch/contract'
import { call } from '#api/api.ts'

/** Stores the language in which the server writes to the visitor. */
export const storeLanguage = async (language: Language): Promise<void> =>
  void (await call(updateProfile, { body: { language } }))
