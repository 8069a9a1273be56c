import type { Screen } from '@avouch/contract'
import type { Way } from './follow.ts'
import { navigate, useHref } from './navigation.ts'

/** The way to a screen of ours, for a link. */
export const useWay = (to: Screen): Way => ({ href: useHref(to), onFollow: () => void navigate({ to }) })
