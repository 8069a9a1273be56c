import { ButtonLink, NEW_TAB } from '../ui/forms.tsx'
import { H1, P, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import type { Film } from './films.ts'

const NAME = 'Kino Aurora'
const BRAND = 'flex min-h-11 items-center gap-2.5 text-[1.1rem] font-light tracking-[0.16em] uppercase no-underline'

/** Leads from the cinema to the sandbox around it, and to the console of the website's own people. */
const LINKS_OUT = [
  ['/start/now', 'All stories to try|Alle Geschichten zum Ausprobieren'],
  ['/phone', 'The phone with the SMS|Das Handy mit den SMS'],
  ['/desk', 'The review desk|Die Nachprüfung'],
  ['/console', 'The console of this website|Die Konsole dieser Website'],
] as const

function Footer() {
  const t = useTexts()
  return (
    <details className="demo">
      <summary>Demo</summary>
      <P
        className=""
        text="Kino Aurora is an invented cinema. It shows how a website asks for proof of age.|Kino Aurora ist ein erfundenes Kino. Es zeigt, wie eine Website nach dem Alter fragt."
      />
      <ul className="flex flex-wrap gap-x-5">
        {LINKS_OUT.map(([href, words], at) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-11 items-center underline" {...(at > 0 && NEW_TAB)}>
              {t(words)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The cinema around every page. */
export const Shell = ({ title, ...rest }: Omit<PageProps, 'site' | 'brand' | 'title'> & { title?: string }) => (
  <Page
    className="grid content-start gap-10 py-4 pb-16"
    {...rest}
    site="cinema"
    title={title ?? `${NAME} · Films for the long night|${NAME} · Filme für die lange Nacht`}
    {...(title && { of: NAME })}
    brand={
      <a className={BRAND} href="/">
        <img src="/assets/cinema.svg" alt="" className="size-9" />
        <span>
          Kino <b className="font-bold">Aurora</b>
        </span>
      </a>
    }
    footer={<Footer />}
  />
)

/** A film's poster: its drawing and its title. Decoration where the page has the title as text. */
export const Poster = ({ film }: { film: Film }) => (
  <div className="poster">
    <img src={`/assets/${film.slug}.svg`} alt="" width="300" height="400" />
    <strong>{useTexts()(film.title)}</strong>
  </div>
)

const PROBLEMS = {
  404: [
    'Not on our programme|Nicht in unserem Programm',
    'This page does not exist, or the film has left the programme.|Diese Seite gibt es nicht, oder der Film läuft nicht mehr.',
  ],
  503: [
    'We could not ask right now|Wir konnten gerade nicht fragen',
    'Avouch does not answer at the moment. Nothing is lost; please try again.|Avouch antwortet gerade nicht. Es ist nichts verloren; bitte versuch es noch einmal.',
  ],
  500: ['Something went wrong|Etwas ist schiefgegangen', 'Please try again.|Bitte versuch es noch einmal.'],
} as const

/** Stands for a page that is missing, or a product that does not answer; with a film, its page is a step back. */
export function ProblemPage({ status, film }: { status: number; film?: string }) {
  const [title, text] = PROBLEMS[status === 404 || status === 503 ? status : 500]
  return (
    <Shell title={title} address={film} className="grid max-w-xl content-start gap-5 py-[10vh]">
      <H1 text={title} />
      <P text={text} className="text-lede text-soft" />
      <div className="grid gap-3 sm:grid-cols-2">
        {film && <ButtonLink href={film} text="Back to the film|Zurück zum Film" />}
        <ButtonLink href="/" look="plain" text="All films|Alle Filme" />
      </div>
    </Shell>
  )
}
