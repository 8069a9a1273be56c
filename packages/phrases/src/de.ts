import { phrases as first } from './de/first.ts'
import { phrases as rest } from './de/rest.ts'
import { phrases as signIn } from './de/sign-in.ts'
import type { PhraseKey } from './translate.ts'

export const de = { ...first, ...signIn, ...rest } as const satisfies Record<PhraseKey, string>
