import type { Language, LegalPageName } from '@avouch/contract'
import type { ComponentType } from 'react'
import { loadLegalPage } from './load-legal-page.ts'
import { LegalPageScreen } from './legal-page-screen.tsx'
import { openLegalPage } from './open-legal-page.ts'

/** A page to read as a screen, with its text. */
export async function legalPageScreen(name: LegalPageName, language: Language): Promise<ComponentType> {
  const page = await loadLegalPage(name, language)
  return function Read() {
    return <LegalPageScreen page={page} onFollow={openLegalPage} />
  }
}
