import type { TranslateOf } from '../translate.ts'
import type { en } from './en.ts'

export type ConsoleKey = keyof typeof en
export type ConsoleTexts = Readonly<Record<ConsoleKey, string>>
export type ConsoleTranslate = TranslateOf<typeof en>
