import type { Language } from '@avouch/contract'
import { FILMS, type Film, GATED_FILM, needsProof } from './films.ts'
import { type Phrases, phrases } from './phrases.ts'
import { Scene } from './scenes.tsx'
import { Shell, type View } from './shell.tsx'

/** The rating as the trade writes it. */
function Rating({ film, t }: { film: Film; t: Phrases }) {
  return (
    <span className={needsProof(film) ? 'rating adult' : 'rating'}>
      <span className="unseen">{t.rated} </span>
      {film.rating}
    </span>
  )
}

export function Facts({ film, language }: { film: Film; language: Language }) {
  const t = phrases[language]
  return (
    <p className="facts">
      <Rating film={film} t={t} />
      <span>{film.genre[language]}</span>
      <span>
        {film.minutes} {t.minutes}
      </span>
    </p>
  )
}

/** A row of films, each one link. */
function FilmCards({ films, language }: { films: readonly Film[]; language: Language }) {
  return (
    <ul className="films">
      {films.map((film) => (
        <li key={film.slug}>
          <a href={`/films/${film.slug}`}>
            <Scene film={film} className="poster" />
            <strong>{film.title[language]}</strong>
            <Facts film={film} language={language} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The programme. */
export function HomePage({ language, path }: View) {
  const t = phrases[language]
  const film = GATED_FILM
  return (
    <Shell language={language} path={path}>
      <section className="hero">
        <Scene film={film} className="backdrop" />
        <div className="words">
          <p className="eyebrow">{t.tonight}</p>
          <h1 className="display">{film.title[language]}</h1>
          <p className="lede">{film.line[language]}</p>
          <Facts film={film} language={language} />
          <a className="button" href={`/films/${film.slug}`}>
            {t.details}
          </a>
        </div>
      </section>
      <section className="wide" aria-labelledby="programme">
        <h2 id="programme">{t.programme}</h2>
        <p className="soft">{t.programmeLede}</p>
        <FilmCards films={FILMS} language={language} />
      </section>
    </Shell>
  )
}
