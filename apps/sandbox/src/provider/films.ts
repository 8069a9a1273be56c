import type { Language } from '@avouch/contract'

export type Text = Readonly<Record<Language, string>>

export type Film = {
  slug: string
  /** Also the name of its poster. */
  scene: 'corridor' | 'lights' | 'tide' | 'cat'
  rating: 0 | 6 | 12 | 18
  minutes: number
  title: Text
  genre: Text
  line: Text
  story: Text
}

/** The programme. Invented, all of it. */
export const FILMS = [
  {
    slug: 'red-corridor',
    scene: 'corridor',
    rating: 18,
    minutes: 114,
    title: { en: 'Red Corridor', de: 'Roter Korridor' },
    genre: { en: 'Thriller', de: 'Thriller' },
    line: { en: 'Every door remembers.', de: 'Jede Tür erinnert sich.' },
    story: {
      en: 'The night porter of an empty grand hotel hears a telephone ring on the fourth floor. The hotel has three.',
      de: 'Der Nachtportier eines leeren Grandhotels hört im vierten Stock ein Telefon läuten. Das Hotel hat drei.',
    },
  },
  {
    slug: 'northern-hours',
    scene: 'lights',
    rating: 0,
    minutes: 82,
    title: { en: 'Northern Hours', de: 'Nordstunden' },
    genre: { en: 'Documentary', de: 'Dokumentarfilm' },
    line: { en: 'One winter. One sky.', de: 'Ein Winter. Ein Himmel.' },
    story: {
      en: 'A weather station, two people and the longest night of the year above them.',
      de: 'Eine Wetterstation, zwei Menschen und über ihnen die längste Nacht des Jahres.',
    },
  },
  {
    slug: 'low-tide',
    scene: 'tide',
    rating: 12,
    minutes: 97,
    title: { en: 'Low Tide', de: 'Ebbe' },
    genre: { en: 'Drama', de: 'Drama' },
    line: { en: 'What the sea gives back.', de: 'Was das Meer zurückgibt.' },
    story: {
      en: 'Two sisters inherit a lighthouse that was switched off thirty years ago, and find it lit.',
      de: 'Zwei Schwestern erben einen Leuchtturm, der seit dreißig Jahren aus ist, und finden ihn erleuchtet.',
    },
  },
  {
    slug: 'the-moon-cat',
    scene: 'cat',
    rating: 6,
    minutes: 74,
    title: { en: 'The Moon Cat', de: 'Die Mondkatze' },
    genre: { en: 'Animation', de: 'Animation' },
    line: { en: 'Nine lives, one very small step.', de: 'Sieben Leben, ein sehr kleiner Schritt.' },
    story: {
      en: 'Somebody has to wind the moon. Tonight it is the cat’s turn.',
      de: 'Irgendwer muss den Mond aufziehen. Heute Nacht ist die Katze dran.',
    },
  },
] as const satisfies readonly Film[]

/** Of age means 18 here: the one rating that must be proven. */
export const needsProof = (film: Film): boolean => film.rating === 18

/** The film that the proof is asked for. */
export const GATED_FILM: Film = FILMS[0]

export const findFilm = (slug: string): Film | undefined => FILMS.find((film) => film.slug === slug)
