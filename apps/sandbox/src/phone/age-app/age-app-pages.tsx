import { type PersonName, PEOPLE, PERSON_NAMES } from '../../age-office/proofs.ts'
import type { Words } from '../../http/language.ts'
import { ButtonLink, P, PostButton, Rows } from '../../ui/parts.tsx'
import { useTexts } from '../../ui/texts.ts'
import { AppScreen, AtTheEnd, Message, Note } from '../app/parts.tsx'
import { Scanner } from '../app/scan-page.tsx'
import type { AgePhone, End } from './model.ts'
import { hostOf, type ProofRequest } from './request.ts'

const PATH = '/age-app'
/** A whole request stands in a code, or is pasted. */
const LONGEST_LINK = 4_000

const PERSONS: Readonly<Record<PersonName, Words>> = {
  adult: 'An adult|Erwachsen',
  teenager: `${PEOPLE.teenager.age} years old|${PEOPLE.teenager.age} Jahre alt`,
  only18: 'An adult, proof of 18 alone|Erwachsen, Nachweis nur für 18',
  expired: 'An adult, proof expired|Erwachsen, Nachweis abgelaufen',
  unlisted: 'Adult, issuer not trusted|Erwachsen, Stelle nicht anerkannt',
}

type Held = { proofs: AgePhone['proofs'] }
const leftOf = ({ proofs }: Held, person: PersonName) => proofs.get(person)?.length ?? 0
const heldBy = (held: Held) => PERSON_NAMES.filter((person) => leftOf(held, person) > 0)

/** The sandbox's office: it believes everybody. */
function Office({ among = PERSON_NAMES }: { among?: readonly PersonName[] }) {
  const t = useTexts()
  return (
    <div className="grid gap-3">
      {among.map((person) => (
        <PostButton
          key={person}
          to={`${PATH}/office`}
          fields={{ person }}
          look={person === 'adult' ? 'main' : 'plain'}
          id={`office-${person}`}
        >
          {t(PERSONS[person])}
        </PostButton>
      ))}
    </div>
  )
}

/** What this phone holds, and where it gets more. */
export function AgeHomePage({ proofs }: Held) {
  const t = useTexts()
  const title = t`Age app|Alters\u2011App`
  const held = heldBy({ proofs })
  return (
    <AppScreen open="age" address={PATH} title={title}>
      <h1 className="text-title">{title}</h1>
      {held.length === 0 ? (
        <P text="This app holds proofs of your age. A website learns one thing from it: 18 or over.|Diese App hält Nachweise deines Alters. Eine Website erfährt daraus nur eins: 18 oder älter." />
      ) : (
        <>
          <Rows
            rows={held.map((person) => {
              const left = leftOf({ proofs }, person)
              return [t(PERSONS[person]), t(`${left === 1 ? '1 proof' : `${left} proofs`} left|noch ${left}`)]
            })}
          />
          <P text="Each is shown once.|Jeder wird nur einmal gezeigt." className="text-small text-soft" />
          <ButtonLink href={`${PATH}/scan`}>{t`Scan a code|Code scannen`}</ButtonLink>
        </>
      )}
      <section className="grid gap-3 border-t border-line pt-5" aria-labelledby="office">
        <h2 id="office" className="text-xl font-bold">
          {t`Get proofs|Nachweise holen`}
        </h2>
        <P text="From the sandbox’s office, which believes everybody. Who are you?|Von der Stelle der Sandbox, die allen glaubt. Wer bist du?" />
        <Office />
      </section>
    </AppScreen>
  )
}

export function AgeScanPage({ bad }: { bad: boolean }) {
  const t = useTexts()
  const title = t`Scan a code|Code scannen`
  const badLink = t`This is no request for a proof of age, or it has expired.|Das ist keine Anfrage nach einem Altersnachweis, oder sie ist abgelaufen.`
  return (
    <AppScreen open="age" address={`${PATH}/scan`} title={title}>
      <h1 className="text-title">{title}</h1>
      <P text="Point the camera at the code on the other screen.|Richte die Kamera auf den Code auf dem anderen Bildschirm." />
      <Scanner action={`${PATH}/scan`} error={bad ? badLink : undefined} maxLength={LONGEST_LINK} />
    </AppScreen>
  )
}

type ConsentProps = Held & { request: ProofRequest }

/** Who asks for what; nothing is shown before a tap. */
export function ConsentPage({ request, proofs }: ConsentProps) {
  const t = useTexts()
  const { age } = request
  const host = hostOf(request)
  const title = t`Show “${age} or over” to ${host}?|„${age} oder älter“ für ${host} zeigen?`
  const held = heldBy({ proofs })
  return (
    <AppScreen open="age" address={`${PATH}/request`} title={title}>
      <h1 className="text-title wrap-anywhere">{title}</h1>
      {request.wallet !== undefined && (
        <P text="From your ID. Where it does not say so, your birth date is shown instead, encrypted.|Aus deinem Ausweis. Wo er das nicht sagt, wird stattdessen dein Geburtsdatum gezeigt, verschlüsselt." />
      )}
      <P>{t`${host} learns nothing else${request.wallet === undefined ? ': no name, no birth date' : ''}. Who issued the proof does not learn that you show it.|${host} erfährt sonst nichts${request.wallet === undefined ? ': keinen Namen, kein Geburtsdatum' : ''}. Wer den Nachweis ausgestellt hat, erfährt nicht, dass du ihn zeigst.`}</P>
      {held.length === 0 ? (
        <section className="grid gap-3" aria-labelledby="office">
          <h2 id="office" className="text-xl font-bold">
            {t`Get proofs first: who are you?|Hol dir erst Nachweise: Wer bist du?`}
          </h2>
          <Office />
        </section>
      ) : (
        <div className="grid gap-3">
          {held.map((person, index) => (
            <PostButton
              key={person}
              to={`${PATH}/request/show`}
              fields={{ person, nonce: request.nonce }}
              look={index === 0 ? 'main' : 'plain'}
              id={`show-${person}`}
            >
              {held.length === 1 ? t`Show|Zeigen` : `${t`Show|Zeigen`}: ${t(PERSONS[person])}`}
            </PostButton>
          ))}
        </div>
      )}
      <PostButton to={`${PATH}/request/refuse`} look="quiet">
        {t`Do not show|Nicht zeigen`}
      </PostButton>
    </AppScreen>
  )
}

const ENDS: Readonly<Record<End, { icon: 'good' | 'bad'; title: Words; text: Words }>> = {
  shown: {
    icon: 'good',
    title: 'Shown|Gezeigt',
    text: 'Go on where you started.|Mach dort weiter, wo du angefangen hast.',
  },
  rejected: {
    icon: 'bad',
    title: 'Not accepted|Nicht angenommen',
    text: 'The page where you started says why, and how to go on.|Warum und wie es weitergeht, steht auf der Seite, auf der du angefangen hast.',
  },
  refused: {
    icon: 'bad',
    title: 'Not shown|Nicht gezeigt',
    text: 'Nothing about you was passed on.|Nichts über dich wurde weitergegeben.',
  },
  unreachable: {
    icon: 'bad',
    title: 'No connection|Keine Verbindung',
    text: 'The answer did not arrive. Start again on the page where you began.|Die Antwort ist nicht angekommen. Beginne auf der Seite neu, auf der du angefangen hast.',
  },
}

type EndedProps = { ended: NonNullable<AgePhone['ended']>; goTo: string | undefined }

/** The browser goes back by itself where the product says whereto. */
export function EndedPage({ ended: { how, back }, goTo }: EndedProps) {
  const t = useTexts()
  const { icon, title, text } = ENDS[how]
  return (
    <AppScreen open="age" address={`${PATH}/request`} title={t(title)} goTo={goTo}>
      <Message icon={icon} title={t(title)} text={t(text)}>
        {back !== undefined && <ButtonLink href={back}>{t`Back to the browser|Zurück zum Browser`}</ButtonLink>}
      </Message>
      <AtTheEnd>
        <ButtonLink href={PATH} look="plain">
          {t`Close|Schließen`}
        </ButtonLink>
      </AtTheEnd>
    </AppScreen>
  )
}

export function NoRequestPage() {
  const t = useTexts()
  const title = t`No request|Keine Anfrage`
  return (
    <AppScreen open="age" address={`${PATH}/request`} title={title}>
      <h1 className="text-title">{title}</h1>
      <Note>{t`Start on a website, or scan its code.|Beginne auf einer Website, oder scanne ihren Code.`}</Note>
      <ButtonLink href={`${PATH}/scan`}>{t`Scan a code|Code scannen`}</ButtonLink>
    </AppScreen>
  )
}
