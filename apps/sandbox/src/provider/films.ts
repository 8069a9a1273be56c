import type { Words } from '../http/language.ts'
import programme from './films.json' with { type: 'json' }

export type Film = { slug: string; rating: number; minutes: number; title: Words; genre: Words; story: Words }

/** The film that the proof is asked for. */
export const GATED_FILM: Film = programme.gated
/** The programme, which is invented. */
export const FILMS: readonly Film[] = [GATED_FILM, ...programme.open]

export const needsProof = (film: Film): boolean => film.rating === 18

export const pathOf = (film: Film) => `/films/${film.slug}`
export const findFilm = (slug = ''): Film | undefined => FILMS.find((film) => film.slug === slug)
