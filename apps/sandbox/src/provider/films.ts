import type { Words } from '../http/language.ts'

export type Film = {
  slug: string
  /** The colours of its poster. */
  poster: string
  rating: 0 | 6 | 12 | 18
  minutes: number
  title: Words
  genre: Words
  story: Words
}

/** The programme, which is invented. */
export const FILMS: readonly [Film, ...Film[]] = [
  {
    slug: 'red-corridor',
    poster: 'from-[#2a060c] via-[#8a1626] to-[#e0814a]',
    rating: 18,
    minutes: 114,
    title: 'Red Corridor|Roter Korridor',
    genre: 'Thriller',
    story:
      'The night porter of an empty grand hotel hears a telephone ring on the fourth floor. The hotel has three.|Der Nachtportier eines leeren Grandhotels hört im vierten Stock ein Telefon läuten. Das Hotel hat drei.',
  },
  {
    slug: 'northern-hours',
    poster: 'from-[#050b1f] via-[#12405a] to-[#2a9d7c]',
    rating: 0,
    minutes: 82,
    title: 'Northern Hours|Nordstunden',
    genre: 'Documentary|Dokumentarfilm',
    story:
      'A weather station, two people and the longest night of the year above them.|Eine Wetterstation, zwei Menschen und über ihnen die längste Nacht des Jahres.',
  },
  {
    slug: 'low-tide',
    poster: 'from-[#152243] via-[#7d4468] to-[#d97f6a]',
    rating: 12,
    minutes: 97,
    title: 'Low Tide|Ebbe',
    genre: 'Drama',
    story:
      'Two sisters inherit a lighthouse that was switched off thirty years ago, and find it lit.|Zwei Schwestern erben einen Leuchtturm, der seit dreißig Jahren aus ist, und finden ihn erleuchtet.',
  },
  {
    slug: 'the-moon-cat',
    poster: 'from-[#141138] via-[#4a4396] to-[#c98f4e]',
    rating: 6,
    minutes: 74,
    title: 'The Moon Cat|Die Mondkatze',
    genre: 'Animation',
    story:
      'The moon has to be wound up every night. Tonight it is the cat’s turn.|Der Mond muss jede Nacht aufgezogen werden. Heute ist die Katze dran.',
  },
]

/** Only the rating 18 must be proven. */
export const needsProof = (film: Film): boolean => film.rating === 18

/** The film that the proof is asked for. */
export const GATED_FILM = FILMS[0]

export const pathOf = (film: Film) => `/films/${film.slug}`
export const findFilm = (slug = ''): Film | undefined => FILMS.find((film) => film.slug === slug)
