import type { ReactNode } from 'react'
import { type PersonName, PEOPLE, PERSON_NAMES } from '../../age-office/proofs.ts'
import type { Words } from '../../http/language.ts'
import { ButtonLink, PostButton } from '../../ui/forms.tsx'
import { H1, H2, Note, P, Rows, Small, useTexts } from '../../ui/parts.tsx'
import { ScannerPage } from '../app/scan-page.tsx'
import { AppScreen, AtTheEnd, Message, type MessageWords } from '../shell.tsx'
import { type AgePhone, type End, hostOf, type ProofRequest } from './request.ts'

const PATH = '/age-app'
const LONGEST_LINK = 4_000
const SCAN = 'Scan a code|Code scannen'

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

const lookOf = (isFirst: boolean) => ({ look: isFirst ? 'main' : 'plain' }) as const
const to = (act: 'office' | 'show', person: PersonName, nonce?: string) => ({
  to: act === 'office' ? `${PATH}/office` : `${PATH}/request/show`,
  fields: { person, nonce },
  id: `${act}-${person}`,
})

const Office = ({ title, className, children }: { title: Words; className: string; children?: ReactNode }) => (
  <section className={className} aria-labelledby="office">
    <H2 id="office" className="text-xl font-bold" text={title} />
    {children}
    <div className="grid gap-3">
      {PERSON_NAMES.map((person) => (
        <PostButton key={person} {...lookOf(person === 'adult')} {...to('office', person)} text={PERSONS[person]} />
      ))}
    </div>
  </section>
)

export function AgeHomePage({ proofs }: Held) {
  const t = useTexts()
  const rows = heldBy({ proofs }).map((person) => {
    const left = leftOf({ proofs }, person)
    return [PERSONS[person], t`${left === 1 ? '1 proof' : `${left} proofs`} left|noch ${left}`] as const
  })
  return (
    <AppScreen open="age" address={PATH} title="Proofs of your age|Nachweise deines Alters" headed>
      {rows.length === 0 ? (
        <P text="This app holds proofs of your age. A website learns one thing from it: 18 or over.|Diese App hält Nachweise deines Alters. Eine Website erfährt daraus nur eins: 18 oder älter." />
      ) : (
        <>
          <Rows rows={rows} />
          <Small text="Each is shown once.|Jeder wird nur einmal gezeigt." />
          <ButtonLink href={`${PATH}/scan`} text={SCAN} />
        </>
      )}
      <Office title="Get proofs|Nachweise holen" className="grid gap-3 border-t border-line pt-5">
        <P text="From the sandbox’s office, which believes everybody. Who are you?|Von der Stelle der Sandbox, die allen glaubt. Wer bist du?" />
      </Office>
    </AppScreen>
  )
}

const BAD_LINK =
  'This is no request for a proof of age, or it has expired.|Das ist keine Anfrage nach einem Altersnachweis, oder sie ist abgelaufen.'

export const AgeScanPage = ({ bad }: { bad: boolean }) => (
  <ScannerPage open="age" path={`${PATH}/scan`} error={bad ? BAD_LINK : undefined} maxLength={LONGEST_LINK} />
)

export function ConsentPage({ request, proofs }: Held & { request: ProofRequest }) {
  const t = useTexts()
  const { age, wallet } = request
  const host = hostOf(request)
  const title = t`Show “${age} or over” to ${host}?|„${age} oder älter“ für ${host} zeigen?`
  const held = heldBy({ proofs })
  return (
    <AppScreen open="age" address={`${PATH}/request`} title={title}>
      <H1 className="text-title wrap-anywhere" text={title} />
      {wallet && (
        <P text="From your ID. Where it does not say so, your birth date is shown instead, encrypted.|Aus deinem Ausweis. Wo er das nicht sagt, wird stattdessen dein Geburtsdatum gezeigt, verschlüsselt." />
      )}
      <P>
        {wallet
          ? t`${host} learns nothing else.|${host} erfährt sonst nichts.`
          : t`${host} learns nothing else: no name, no birth date.|${host} erfährt sonst nichts: keinen Namen, kein Geburtsdatum.`}{' '}
        {t`Who issued the proof does not learn that you show it.|Wer den Nachweis ausgestellt hat, erfährt nicht, dass du ihn zeigst.`}
      </P>
      {held.length === 0 ? (
        <Office title="Get proofs first: who are you?|Hol dir erst Nachweise: Wer bist du?" className="grid gap-3" />
      ) : (
        <div className="grid gap-3">
          {held.map((person, index) => (
            <PostButton key={person} {...lookOf(index === 0)} {...to('show', person, request.nonce)}>
              {held.length === 1 ? t`Show|Zeigen` : t`Show: ${t(PERSONS[person])}|Zeigen: ${t(PERSONS[person])}`}
            </PostButton>
          ))}
        </div>
      )}
      <PostButton to={`${PATH}/request/refuse`} look="quiet" text="Do not show|Nicht zeigen" />
    </AppScreen>
  )
}

const ENDS: Readonly<Record<End, MessageWords>> = {
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

export const EndedPage = ({ ended: { how, back }, goTo }: EndedProps) => (
  <AppScreen open="age" address={`${PATH}/request`} title={ENDS[how].title} goTo={goTo}>
    <Message {...ENDS[how]}>
      {back !== undefined && <ButtonLink href={back} text="Back to the browser|Zurück zum Browser" />}
    </Message>
    <AtTheEnd>
      <ButtonLink href={PATH} look="plain" text="Close|Schließen" />
    </AtTheEnd>
  </AppScreen>
)

export const NoRequestPage = () => (
  <AppScreen open="age" address={`${PATH}/request`} title="No request|Keine Anfrage" headed>
    <Note text="Start on a website, or scan its code.|Beginne auf einer Website, oder scanne ihren Code." />
    <ButtonLink href={`${PATH}/scan`} text={SCAN} />
  </AppScreen>
)
