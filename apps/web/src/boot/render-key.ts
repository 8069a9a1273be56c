import { type HomeCountry, homeCountry } from '#settings/home-country.ts'
import type { AppLocation } from '#router/location.ts'
import { keptSearch } from '#router/search.ts'
import type { Language, ScreenName } from '@avouch/contract'

/** All of a request that a page rendered by the server depends on. */
export type RenderKey = {
  screen: ScreenName | null
  language: Language
  /** Whether somebody asks, and whether the page brings along who. */
  asked: 'nobody' | 'somebody' | 'known'
  payment: string | null
  expired: string | null
  /** Where the visitor probably is: the forms begin with it. */
  home: HomeCountry
}

type Visitor = { language: Language; languages: readonly string[]; isKnown: boolean }

export function renderKeyOf({ name, query }: AppLocation, { language, languages, isKnown }: Visitor): RenderKey {
  const { payment = null, expired = null } = query
  const flag = (text: string | null) => (text === null ? null : text === 'true' || text === '1' ? 'true' : 'false')
  return {
    screen: name ?? null,
    language,
    asked: keptSearch(query).mintid === undefined ? 'nobody' : isKnown ? 'known' : 'somebody',
    payment: flag(payment),
    expired: flag(expired),
    home: homeCountry(languages),
  }
}
