import type { Language, PaperName } from '@avouch/contract'
import type { ComponentType } from 'react'
import { loadPaper } from './load-paper.ts'
import { PaperScreen } from './paper-screen.tsx'
import { readPaper } from './read-paper.ts'

/** A page to read as a screen, with its text. */
export async function paperScreen(name: PaperName, language: Language): Promise<ComponentType> {
  const paper = await loadPaper(name, language)
  return function Read() {
    return <PaperScreen paper={paper} onFollow={readPaper} />
  }
}
