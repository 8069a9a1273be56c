import { ButtonLink } from '../ui/forms.tsx'
import { Badge, H1, H2, P, useTexts } from '../ui/parts.tsx'
import { FILMS, type Film, GATED_FILM, needsProof, pathOf } from './films.ts'
import { Poster, Shell } from './shell.tsx'

export function Facts({ film }: { film: Film }) {
  const t = useTexts()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <Badge className={needsProof(film) ? 'border-danger text-danger' : 'border-edge'}>
        <span className="sr-only">{t`Rated|Ab`} </span>
        {film.rating}
      </Badge>
      <span>{t(film.genre)}</span>
      <span>{t`${film.minutes} min|${film.minutes} Min.`}</span>
    </p>
  )
}

export const TITLE = 'text-[clamp(2rem,1.2rem+4vw,4rem)] font-light tracking-[0.06em] uppercase'

export const HomePage = () => (
  <Shell>
    <section className="tonight">
      <div className="grid content-center justify-items-start gap-4">
        <P text="Tonight|Heute Nacht" className="text-small font-semibold tracking-[0.2em] uppercase" />
        <H1 text={GATED_FILM.title} className={TITLE} />
        <P text={GATED_FILM.story} className="max-w-[40ch] text-lede" />
        <ButtonLink href={pathOf(GATED_FILM)} look="plain" className="on-dark sm:w-64" text="To the film|Zum Film" />
      </div>
      <img src={`/assets/${GATED_FILM.slug}.svg`} alt="" width="300" height="400" />
    </section>
    <section className="grid gap-4" aria-labelledby="programme">
      <div>
        <H2 id="programme" className="text-2xl" text="Programme|Programm" />
        <P text="Four films, one screen, open all night.|Vier Filme, eine Leinwand, die ganze Nacht geöffnet." />
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
        {FILMS.map((one) => (
          <li key={one.slug}>
            <a href={pathOf(one)} className="group grid grid-cols-1 gap-2.5 rounded-card no-underline">
              <Poster film={one} />
              <Facts film={one} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  </Shell>
)
