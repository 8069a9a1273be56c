import type { Words } from '../http/language.ts'
import { Button, ButtonLink, Icon, OpensTab, P, PostButton, Spinner } from '../ui/parts.tsx'
import { useTexts } from '../ui/texts.ts'
import { FILMS, needsProof, pathOf } from './films.ts'

/** phone: the visitor goes on in the same tab. */
type Props = { phone: boolean }

export const WAITING_FOR_AGE: Words = 'Waiting for your confirmation|Wir warten auf deine Bestätigung'
const SMALL = 'text-small text-soft'

/** What happens at a click, said before it. */
export const StraightBack = ({ className = SMALL }: { className?: string }) => (
  <P
    text="You go to Avouch and come straight back.|Du gehst zu Avouch und kommst gleich zurück."
    className={className}
  />
)

const Title = ({ words }: { words: Words }) => (
  <h2 id="gate" className="text-2xl">
    {useTexts()(words)}
  </h2>
)

/** The question, before it is asked: with the button of the package; without script the one inside stands in for it. */
export function Gate({ phone }: Props) {
  const t = useTexts()
  return (
    <>
      <Title words={'This film is rated 18|Dieser Film ist ab 18'} />
      <P text="We have to know that you are 18 or over. Not who you are.|Wir müssen wissen, dass du mindestens 18 bist. Nicht, wer du bist." />
      <form method="post" action="/confirm">
        <avouch-button>
          <noscript>
            <Button>{t`Confirm that you are 18 or over|Bestätige, dass du 18 oder älter bist`}</Button>
          </noscript>
        </avouch-button>
      </form>
      {phone ? (
        <StraightBack />
      ) : (
        <P
          text="Opens a new tab. This page waits for you and opens the film by itself.|Öffnet einen neuen Tab. Diese Seite wartet auf dich und öffnet den Film von selbst."
          className={SMALL}
        />
      )}
      <ul className="grid gap-2 border-t border-line pt-4">
        {[
          t`We ask one question: 18 or over?|Wir stellen eine Frage: mindestens 18?`,
          t`Avouch answers yes or no, signed.|Avouch antwortet ja oder nein, signiert.`,
          t`No name, no date of birth, no document reaches us.|Wir vom Kino bekommen weder Namen noch Geburtsdatum noch Ausweis.`,
        ].map((fact) => (
          <li key={fact} className="flex gap-3">
            <Icon path="m4 10.500 4 4 8-9" className="mt-1 size-4.5 shrink-0 text-brand" />
            {fact}
          </li>
        ))}
      </ul>
    </>
  )
}

export function WaitingForAge({ phone, reference }: Props & { reference: string | undefined }) {
  const t = useTexts()
  return (
    <>
      <Spinner />
      <Title words={WAITING_FOR_AGE} />
      {phone ? (
        <P text="You have not finished yet, or the answer is still on its way.|Du bist noch nicht fertig, oder die Antwort ist noch unterwegs." />
      ) : (
        <P text="Finish in the other tab. This page goes on by itself.|Mach im anderen Tab weiter. Hier geht es dann von selbst weiter." />
      )}
      <div className="grid gap-3">
        <PostButton to="/confirm" beside={!phone}>
          {phone ? t`Go on with the confirmation|Bestätigung fortsetzen` : t`Open it again|Noch einmal öffnen`}
          {!phone && <OpensTab />}
        </PostButton>
        <ButtonLink href="/return" look="plain">
          {t`I have finished|Ich bin fertig`}
        </ButtonLink>
        <PostButton to="/give-up" look="quiet">
          {t`Give up|Abbrechen`}
        </PostButton>
      </div>
      <p className="text-small wrap-anywhere text-soft">
        {t`Booking|Buchung`} <code>{reference}</code>
      </p>
    </>
  )
}

export function Refused({ phone }: Props) {
  const t = useTexts()
  return (
    <>
      <Title words={'We cannot show you this film|Diesen Film können wir dir nicht zeigen'} />
      <P text="The answer was “no”. We do not know why, and we do not ask: nothing else was passed on to us.|Die Antwort war „nein“. Warum, wissen wir nicht, und wir fragen nicht: mehr wurde uns nicht mitgeteilt." />
      <h3 className="text-lg">{t`These films are open to everybody|Diese Filme sind für alle da`}</h3>
      <ul>
        {FILMS.filter((film) => !needsProof(film)).map((film) => (
          <li key={film.slug}>
            <a className="flex min-h-11 items-center text-brand underline underline-offset-4" href={pathOf(film)}>
              {t(film.title)}
            </a>
          </li>
        ))}
      </ul>
      <PostButton to="/confirm" beside={!phone} look="plain">
        {t`Ask again|Noch einmal fragen`}
      </PostButton>
    </>
  )
}
