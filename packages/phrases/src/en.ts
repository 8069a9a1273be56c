import { phrases as first } from './en/first.ts'
import { phrases as rest } from './en/rest.ts'
import { phrases as signIn } from './en/sign-in.ts'

/** English is the type of every other language. {{product}} and {{age}} are filled everywhere; other slots by the caller. */
export const en = { ...first, ...signIn, ...rest } as const
