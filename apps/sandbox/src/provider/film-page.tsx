import { type Booking, type Phase } from './booking.ts'
import { FILMS, type Film, needsProof } from './films.ts'
import { Gate, Refused, Waiting } from './gate.tsx'
import { Facts } from './home-page.tsx'
import { Learned } from './learned.tsx'
import { phrases } from './phrases.ts'
import { Scene } from './scenes.tsx'
import { Shell, type View } from './shell.tsx'

const POLL_MS = 10_000

type FilmPageProps = View & { film: Film; phase: Phase; phone: boolean; booking: Booking | undefined }

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

/** One film: playing when it is open to this visitor, with the question about the age in front of it when not. */
export function FilmPage({ film, phase, phone, booking, language, path }: FilmPageProps) {
  const t = phrases[language]
  const gated = needsProof(film)
  const open = !gated || phase === 'yes'
  const live = gated
    ? { version: phase, announce: t.announce[phase], ...(phase === 'waiting' ? { poll: POLL_MS } : {}) }
    : {}
  const heading = (
    <div className="heading">
      <h1 className="display">{film.title[language]}</h1>
      <Facts film={film} language={language} />
    </div>
  )

  return (
    <Shell language={language} path={path} title={film.title[language]} {...live}>
      {open ? (
        <div className="wide">
          <Screen film={film} language={language} />
          {heading}
          <p className="lede">{film.story[language]}</p>
          {gated && booking?.verdict ? <Learned verdict={booking.verdict} language={language} /> : null}
        </div>
      ) : (
        <>
          <div className="curtain">
            <Scene film={film} className="backdrop" />
            <div className="wide two">
              <div>
                {heading}
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
          {phase === 'no' && booking?.verdict ? (
            <div className="wide">
              <Learned verdict={booking.verdict} language={language} />
            </div>
          ) : null}
        </>
      )}
    </Shell>
  )
}
