import { type Booking, type Phase } from './booking.ts'
import { FILMS, type Film, needsProof } from './films.ts'
import { Gate, Refused, Waiting } from './gate.tsx'
import { Facts } from './home-page.tsx'
import { Learned } from './learned.tsx'
import { phrases } from './phrases.ts'
import { Scene } from './scenes.tsx'
import { Shell, type View } from './shell.tsx'
import { TicketPart } from './ticket-part.tsx'
import { ticketPhrases } from './ticket-phrases.ts'
import type { Ticket, TicketPhase } from './tickets.ts'

const POLL_MS = 10_000

type FilmPageProps = View & { film: Film; phone: boolean }
type AgeView = { phase: Phase; booking: Booking | undefined }
type TicketView = { phase: TicketPhase; version: string; ticket: Ticket | undefined }

function Screen({ film, language }: Pick<FilmPageProps, 'film' | 'language'>) {
  const t = phrases[language]
  return (
    <section className="screen" aria-label={`${t.playing}: ${film.title[language]}`}>
      <Scene film={film} className="film" />
      {film.scene === 'corridor' ? (
        <p className="captions" aria-hidden="true">
          {t.captions.map((caption) => (
            <span key={caption}>{caption}</span>
          ))}
        </p>
      ) : null}
      <div className="controls">
        <label className="pause">
          <input type="checkbox" />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path className="bars" d="M7 5h3v14H7zm7 0h3v14h-3z" />
            <path className="play" d="m8 5 11 7-11 7z" />
          </svg>
          {t.pause}
        </label>
        <span className="progress" aria-hidden="true" />
        <span className="time" aria-hidden="true">
          {film.minutes} {t.minutes}
        </span>
      </div>
    </section>
  )
}

function Heading({ film, language }: Pick<FilmPageProps, 'film' | 'language'>) {
  return (
    <div className="heading">
      <h1 className="display">{film.title[language]}</h1>
      <Facts film={film} language={language} />
    </div>
  )
}

/** A film that is open to everybody; a seat for it costs something. */
export function FilmPage({ film, language, path, version, ...sale }: FilmPageProps & TicketView) {
  const { phase } = sale
  const live = { version, announce: ticketPhrases[language].announce[phase], events: `/events?film=${film.slug}` }
  return (
    <Shell
      {...{ language, path, ...live }}
      title={film.title[language]}
      {...(phase === 'waiting' ? { poll: POLL_MS } : {})}
    >
      <div className="wide">
        <Screen film={film} language={language} />
        <Heading film={film} language={language} />
        <p className="lede">{film.story[language]}</p>
        <TicketPart {...{ film, language, ...sale }} />
      </div>
    </Shell>
  )
}

/** A film for adults: playing when it is open to this visitor, with the question about the age in front of it when not. */
export function GatedFilmPage({ film, phase, phone, booking, language, path }: FilmPageProps & AgeView) {
  const t = phrases[language]
  const live = { version: phase, announce: t.announce[phase], ...(phase === 'waiting' ? { poll: POLL_MS } : {}) }
  const learned = booking?.verdict ? <Learned verdict={booking.verdict} language={language} /> : null
  return (
    <Shell language={language} path={path} title={film.title[language]} {...live}>
      {phase === 'yes' ? (
        <div className="wide">
          <Screen film={film} language={language} />
          <Heading film={film} language={language} />
          <p className="lede">{film.story[language]}</p>
          {learned}
        </div>
      ) : (
        <>
          <div className="curtain">
            <Scene film={film} className="backdrop" />
            <div className="wide two">
              <div>
                <Heading film={film} language={language} />
                <p className="lede">{film.story[language]}</p>
              </div>
              <section className="card" aria-labelledby="gate">
                {phase === 'locked' ? <Gate phone={phone} t={t} /> : null}
                {phase === 'waiting' ? <Waiting phone={phone} t={t} reference={booking?.reference ?? ''} /> : null}
                {phase === 'no' ? (
                  <Refused phone={phone} language={language} films={FILMS.filter((other) => !needsProof(other))} />
                ) : null}
              </section>
            </div>
          </div>
          {phase === 'no' && learned ? <div className="wide">{learned}</div> : null}
        </>
      )}
    </Shell>
  )
}
