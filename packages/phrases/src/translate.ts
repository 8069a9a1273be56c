import { isolated } from '@avouch/contract'
import type { en } from './en.ts'

export type PhraseKey = keyof typeof en

/** Slots that the application fills once for all phrases. */
export const COMMON_SLOTS = ['product', 'age'] as const
type CommonSlot = (typeof COMMON_SLOTS)[number]

type SlotNames<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never

/** The text with its slots filled. A name in a script of the other direction turns nothing around it. */
export const fill = (text: string, slots: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(String(slots[name] ?? '')))

type SlotsIn<Text extends string> = Record<Exclude<SlotNames<Text>, CommonSlot>, string | number>

/** The values that a phrase needs from its caller: every slot of the English text. */
export type Slots<Key extends PhraseKey> = SlotsIn<(typeof en)[Key]>

/** A phrase that needs nothing from its caller. */
export type PlainKey = { [Key in PhraseKey]: [keyof Slots<Key>] extends [never] ? Key : never }[PhraseKey]

/** The age that a website asks for, where it is another one than usual. */
export type OfAge = { age: number }

/** The text of a key in one set of phrases. An unknown key, a missing slot or a slot too many does not compile. */
export type TranslateOf<Texts extends Readonly<Record<string, string>>> = <Key extends keyof Texts>(
  key: Key,
  ...slots: [keyof SlotsIn<Texts[Key]>] extends [never] ? [asked?: OfAge | undefined] : [slots: SlotsIn<Texts[Key]>]
) => string

export type Translate = TranslateOf<typeof en>
