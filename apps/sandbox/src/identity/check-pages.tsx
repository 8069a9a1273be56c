import type { KycStatus } from '@avouch/contract'
import { ButtonLink, Button, Field, Form, PostButton } from '../ui/forms.tsx'
import { Card, H1, H2, Icon, Note, P, Rows, Small, useTexts } from '../ui/parts.tsx'
import { MEANINGS, OUTCOMES, PEOPLE, type PersonId } from './outcomes.ts'
import { Notice, Shell } from './shell.tsx'
import { isOutcome } from './checks.ts'
import { queryOf, type Visit } from './visit.ts'

const LINK = 'flex min-h-11 items-center gap-2 text-brand underline underline-offset-4'
const LOCK = 'M5.500 9h9v8h-9zM7.500 9V6a2.500 2.500 0 0 1 5 0v3'
const TITLE = 'Your identity check|Deine Identitätsprüfung'

export function CheckPage({ visit, before }: { visit: Visit; before: KycStatus | undefined }) {
  const t = useTexts()
  const query = queryOf(visit)
  return (
    <Shell title={TITLE} address={`/?${query}`}>
      <Card>
        <H1 text={TITLE} />
        <P
          className="text-lede text-soft"
          text="Nobody films you here. Who are you today?|Hier filmt dich niemand. Wer bist du heute?"
        />
        {before !== undefined && (
          <Note>
            {t`This check was reported before:|Diese Prüfung wurde schon gemeldet:`} {t(OUTCOMES[before])}
          </Note>
        )}
        <ul className="people">
          {Object.entries(PEOPLE).map(([id, { name, note }]) => (
            <li key={id}>
              <a href={`/scan?person=${id}&${query}`}>
                <img src={`/assets/person-${id}.svg`} alt="" width="100" height="100" />
                <b>{t(name)}</b> <span>{t(note)}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="flex gap-2.5 text-small text-soft">
          <Icon path={LOCK} className="mt-0.5 size-5 shrink-0" />
          {t`An outcome goes back, and with a yes an unreadable fingerprint of the document. No name, no picture, no birth date.|Zurück geht ein Ergebnis, bei einem Ja mit einem unlesbaren Fingerabdruck des Ausweises. Kein Name, kein Bild, kein Geburtsdatum.`}
        </p>
      </Card>
      <nav className="flex flex-wrap justify-between gap-x-6" aria-label={t`Other ways|Andere Wege`}>
        <a className={LINK} href={visit.oi}>
          <Icon path="m12 4-6 6 6 6" className="size-4.5" />
          {t`Back without a result|Ohne Ergebnis zurück`}
        </a>
        <a className={LINK} href={`/testers?${query}`}>
          {t`For testers|Für Tester`}
        </a>
      </nav>
    </Shell>
  )
}

const LOOKING = 'Checking document and face|Ausweis und Gesicht werden geprüft'
const SCAN_MS = 3_000

/** Shows the person for a moment; the form then reports as the testers' page does. */
export function ScanPage({ visit, person }: { visit: Visit; person: PersonId }) {
  const t = useTexts()
  return (
    <Shell title={LOOKING} address={`/scan?person=${person}&${queryOf(visit)}`}>
      <Card className="mx-auto w-full max-w-xl text-center">
        <H1 text={LOOKING} className="text-2xl" />
        <img src={`/assets/scan-${person}.svg`} alt="" width="360" height="232" className="w-full" />
        <P text="All drawn, and over in a moment.|Alles gezeichnet, und gleich vorbei." />
        <Form to="/outcome" fields={{ ...visit, person, status: PEOPLE[person].status }} data-after={SCAN_MS}>
          <Button look="plain">{t`Skip|Überspringen`}</Button>
        </Form>
      </Card>
    </Shell>
  )
}

const TRAVELS = [
  ['', 'it arrives|sie kommt an'],
  ['yes', 'it gets lost: the product has to ask|sie geht verloren: das Produkt muss fragen'],
] as const
const WORD_HINT =
  'Checks with the same word have the same document; of those only the newest proof counts.|Prüfungen mit demselben Wort haben denselben Ausweis; von ihnen zählt nur der neueste Nachweis.'
const TESTERS = 'For testers|Für Tester'

export function TestersPage({ visit }: { visit: Visit }) {
  const t = useTexts()
  const { tc, oi, userConsentDP } = visit
  const consent = userConsentDP ?? t`not sent|nicht gesendet`
  return (
    <Shell title={TESTERS} address={`/testers?${queryOf(visit)}`}>
      <a className={LINK} href={`/?${queryOf(visit)}`}>
        <Icon path="m12 4-6 6 6 6" className="size-4.5" />
        {t`Back to the check|Zurück zur Prüfung`}
      </a>
      <H1 text={TESTERS} />
      <Form to="/outcome" fields={visit}>
        <Card className="md:grid-cols-2">
          <Field name="lost" label="The report|Die Meldung" options={TRAVELS} />
          <Field name="document" maxLength={60} label="Word for the document|Wort für den Ausweis" hint={WORD_HINT} />
        </Card>
        <H2 text="Report an outcome|Ein Ergebnis melden" />
        <div className="outcomes">
          {Object.keys(OUTCOMES)
            .filter(isOutcome)
            .map((status) => (
              <button key={status} type="submit" name="status" value={status}>
                <b>{t(OUTCOMES[status])}</b> <span>{t(MEANINGS[status])}</span>{' '}
                <code>{status || 'again: picture'}</code>
              </button>
            ))}
        </div>
      </Form>
      <Card>
        <H2 text="Received here|Hier angekommen" />
        <Rows
          rows={[
            ['tc', tc, 'Transaction code, names the check|Transaktionscode, benennt die Prüfung'],
            ['lang', t.language, 'Language of this page|Sprache dieser Seite'],
            ['oi', oi, 'Where you go back to|Wohin du zurückgehst'],
            ['userConsentDP', consent, 'May data improve the algorithm?|Dürfen Daten den Algorithmus verbessern?'],
          ]}
        />
        <Small text="This and nothing else. Back goes one signed message: code, outcome, time, and a hash of an approved document.|Das und sonst nichts. Zurück geht eine signierte Nachricht: Code, Ergebnis, Zeit und ein Hash des bestätigten Ausweises." />
      </Card>
    </Shell>
  )
}

export const BadVisitPage = () => (
  <Notice title="This check cannot begin|Diese Prüfung kann nicht beginnen">
    <P text="The address is incomplete, or does not lead back to the product. Please start again there.|Die Adresse ist unvollständig oder führt nicht zum Produkt zurück. Bitte fang dort noch einmal an." />
  </Notice>
)

export const ProblemPage = () => (
  <Notice title="Something went wrong|Etwas ist schiefgegangen">
    <P text="Please go back and try again.|Bitte geh zurück und versuch es noch einmal." />
  </Notice>
)

const FAILURES = {
  unreachable:
    'The product does not answer at the moment. Your result is kept; send it again in a while.|Das Produkt antwortet gerade nicht. Dein Ergebnis ist aufgehoben; schick es gleich noch einmal.',
  refused:
    'The product did not accept the result. The check may have been replaced by a newer one.|Das Produkt hat das Ergebnis nicht angenommen. Vielleicht gilt inzwischen eine neuere Prüfung.',
} as const

type FailedPageProps = { visit: Visit; status: KycStatus; delivery: keyof typeof FAILURES }

export const FailedPage = ({ visit, status, delivery }: FailedPageProps) => (
  <Notice title="The result did not arrive|Das Ergebnis kam nicht an">
    <P text={FAILURES[delivery]} />
    <div className="grid gap-3 sm:grid-cols-2">
      <PostButton to="/outcome" fields={visit} name="status" value={status} text="Send again|Noch einmal senden" />
      <ButtonLink href={visit.oi} look="plain" text="Back without a result|Ohne Ergebnis zurück" />
    </div>
  </Notice>
)

export const WelcomePage = () => (
  <Notice title="No check is open here|Hier ist keine Prüfung offen" address="/">
    <P text="The product sends visitors here to prove their age. Checks that need a person are decided at the review desk.|Das Produkt schickt Besucher hierher, um ihr Alter nachzuweisen. Prüfungen, die einen Menschen brauchen, werden in der Nachprüfung entschieden." />
    <ButtonLink href="/desk" text="To the review desk|Zur Nachprüfung" />
  </Notice>
)
