import { ButtonLink, NEW_TAB } from '../ui/forms.tsx'
import { H1, Icon, P, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import type { Film } from './films.ts'

const NAME = 'Kino Aurora'
const BRAND = 'flex min-h-11 items-center gap-2.5 text-[1.1rem] font-light tracking-[0.16em] uppercase no-underline'

/** Other sites of the sandbox that a visitor needs here, and the console of the website's own people. */
const BESIDE = [
  ['/phone', 'The phone with the SMS|Das Handy mit den SMS'],
  ['/desk', 'The review desk|Die Nachprüfung'],
  ['/console', 'The console of this website|Die Konsole dieser Website'],
] as const

function Footer() {
  const t = useTexts()
  return (
    <>
      {t`Kino Aurora is an invented cinema. It shows how a website asks for proof of age.|Kino Aurora ist ein erfundenes Kino. Es zeigt, wie eine Website nach dem Alter fragt.`}{' '}
      {BESIDE.map(([href, words]) => (
        <a key={href} href={href} className="me-4 inline-flex min-h-11 items-center underline" {...NEW_TAB}>
          {t(words)}
        </a>
      ))}
    </>
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

const POSTER = '@container relative grid items-end overflow-hidden rounded-card bg-linear-to-br p-[6%] text-white'
const PLAYING =
  'absolute start-5 top-5 flex flex-row-reverse items-center gap-2 rounded-full bg-white/15 px-3 py-1 text-small font-semibold'

/** A film's poster: its colours and its title. Decoration where the title stands beside it. */
export const Poster = ({ film, label, className }: { film: Film; label?: string | undefined; className: string }) => (
  <div className={`${POSTER} ${film.poster} ${className}`}>
    <span className="absolute -end-[12%] -top-[18%] aspect-square w-3/5 rounded-full bg-white/10" aria-hidden="true" />
    {label && (
      <P className={PLAYING} text={label}>
        <Icon path="m7 4 9 6-9 6z" className="size-4" />
      </P>
    )}
    <strong className="relative text-[clamp(1rem,8.5cqi,2.6rem)] leading-tight font-light tracking-[0.05em] uppercase">
      {useTexts()(film.title)}
    </strong>
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
