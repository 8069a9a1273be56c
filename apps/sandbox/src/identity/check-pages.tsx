import { VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import type { Words } from '../http/language.ts'
import { Button, ButtonLink, Field, Form, PostButton } from '../ui/forms.tsx'
import { Card, Fold, H1, P, Rows, useTexts } from '../ui/parts.tsx'
import { MEANINGS, OUTCOMES } from './outcomes.ts'
import { Notice, Shell } from './shell.tsx'
import { BAD_VISITS, queryOf, type Visit } from './visit.ts'

const CHOICE =
  'grid w-full cursor-pointer gap-0.5 rounded-control border border-edge px-4 py-3 text-start no-underline hover:border-brand hover:bg-tint'

function Choice({ name, note, code }: { name: Words; note: Words; code?: string }) {
  const t = useTexts()
  return (
    <>
      <b>{t(name)}</b>
      <span className="text-small text-soft">{t(note)}</span>
      {code && <code className="text-[0.8rem] wrap-anywhere text-soft">{code}</code>}
    </>
  )
}

const STEP = 'border-t-4 border-brand pt-1.5 text-soft aria-[current]:font-bold aria-[current]:text-ink'

function Steps() {
  const t = useTexts()
  const steps = ['Document|Ausweis', 'Camera|Kamera', 'Result|Ergebnis']
  return (
    <ol className="grid grid-cols-3 gap-2 text-small">
      {steps.map((step, at) => (
        <li key={step} className={STEP} aria-current={at === steps.length - 1 ? 'step' : undefined}>
          {t(step)}
        </li>
      ))}
    </ol>
  )
}

function Received({ visit: { tc, oi, userConsentDP } }: { visit: Visit }) {
  const t = useTexts()
  const consent = userConsentDP ?? t`not sent|nicht gesendet`
  return (
    <Fold title="For developers: what this service received|Für Entwickler: was dieser Dienst bekommen hat">
      <Rows
        rows={[
          ['tc', tc, 'Transaction code, names the check|Transaktionscode, benennt die Prüfung'],
          ['lang', t.language, 'Language of this page|Sprache dieser Seite'],
          ['oi', oi, 'Where you go back to|Wohin du zurückgehst'],
          ['userConsentDP', consent, 'May data improve the algorithm?|Dürfen Daten den Algorithmus verbessern?'],
        ]}
      />
      <P text="This and nothing else. Back goes one signed message: code, outcome, time, and a hash of an approved document.|Das und sonst nichts. Zurück geht eine signierte Nachricht: Code, Ergebnis, Zeit und ein Hash des bestätigten Ausweises." />
    </Fold>
  )
}

const TRAVELS = [
  ['', 'it arrives|sie kommt an'],
  ['yes', 'it gets lost: the product has to ask|sie geht verloren: das Produkt muss fragen'],
] as const
const LEAVING =
  'Goes back and reports nothing, as if you had closed the camera.|Geht zurück und meldet nichts, als hättest du die Kamera geschlossen.'
const TITLE = 'Your identity check|Deine Identitätsprüfung'

/** Shows the check: the visitor chooses the outcome. */
export function CheckPage({ visit, before }: { visit: Visit; before: VendorOutcome | undefined }) {
  const t = useTexts()
  return (
    <Shell title={TITLE} address={`/?${queryOf(visit)}`}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <Steps />
          <H1 text={TITLE} />
          <P text="A real service would ask for your document and a look into the camera now. Here you choose what it finds.|Ein echter Dienst würde jetzt deinen Ausweis und einen Blick in die Kamera verlangen. Hier wählst du, was er findet." />
          {before && (
            <p className="rounded-control bg-tint px-4 py-3">
              {t`This check was reported before:|Diese Prüfung wurde schon gemeldet:`} <b>{t(OUTCOMES[before])}</b>
            </p>
          )}
          <Form to="/outcome" fields={visit} id="outcome" className="grid gap-2">
            <Button name="status" value="COMPLETED" aria-describedby="approve-note" text={OUTCOMES.COMPLETED} />
            <P id="approve-note" className="text-small text-soft" text={MEANINGS.COMPLETED} />
          </Form>
        </Card>
        <div className="grid gap-4">
          <Fold title="Other outcomes|Andere Ergebnisse">
            <P text="Everything else that a check can come to.|Alles andere, was bei einer Prüfung herauskommen kann." />
            {VENDOR_OUTCOMES.filter((status) => status !== 'COMPLETED').map((status) => (
              <button key={status} type="submit" form="outcome" name="status" value={status} className={CHOICE}>
                <Choice name={OUTCOMES[status]} note={MEANINGS[status]} code={status} />
              </button>
            ))}
            <a href={visit.oi} className={CHOICE}>
              <Choice name="Leave without a result|Ohne Ergebnis zurück" note={LEAVING} />
            </a>
          </Fold>
          <Fold title="For testers: how the report travels|Für Tester: wie die Meldung ankommt">
            <P text="What real networks do sometimes, on purpose.|Was echte Netze manchmal tun, hier mit Absicht." />
            <Field name="lost" form="outcome" label="On the way|Unterwegs" options={TRAVELS} />
          </Fold>
          <Fold title="For testers: the same document again|Für Tester: derselbe Ausweis noch einmal">
            <P text="Every check has a document of its own. Checks with the same word have the same document; of those only the newest proof counts.|Sonst hat jede Prüfung ihren eigenen Ausweis. Prüfungen mit demselben Wort haben denselben Ausweis; von ihnen zählt nur der neueste Nachweis." />
            <Field name="document" form="outcome" maxLength={60} label="Word for the document|Wort für den Ausweis" />
          </Fold>
          <Received visit={visit} />
        </div>
      </div>
    </Shell>
  )
}

export const BadVisitPage = ({ bad }: { bad: keyof typeof BAD_VISITS }) => (
  <Notice title="This check cannot begin|Diese Prüfung kann nicht beginnen">
    <P text={BAD_VISITS[bad]} />
    <P text="You come here from the product, with an address that it made for you. Please start again there.|Hierher kommst du vom Produkt, mit einer Adresse, die es für dich gemacht hat. Bitte fang dort noch einmal an." />
  </Notice>
)

export const ProblemPage = () => (
  <Notice title="Something went wrong|Etwas ist schiefgegangen">
    <P text="Please go back and try again.|Bitte geh zurück und versuch es noch einmal." />
  </Notice>
)

/** Reasons why the product did not accept the result. */
const FAILURES = {
  unreachable:
    'The product does not answer at the moment. Your result is kept; send it again in a while.|Das Produkt antwortet gerade nicht. Dein Ergebnis ist aufgehoben; schick es gleich noch einmal.',
  refused:
    'The product did not accept the result. The check may have been replaced by a newer one.|Das Produkt hat das Ergebnis nicht angenommen. Vielleicht gilt inzwischen eine neuere Prüfung.',
} as const

type FailedPageProps = { visit: Visit; status: VendorOutcome; delivery: keyof typeof FAILURES }

export const FailedPage = ({ visit, status, delivery }: FailedPageProps) => (
  <Notice title="The result did not arrive|Das Ergebnis kam nicht an">
    <P text={FAILURES[delivery]} />
    <div className="grid gap-3 sm:grid-cols-2">
      <PostButton to="/outcome" fields={visit} name="status" value={status} text="Send again|Noch einmal senden" />
      <ButtonLink href={visit.oi} look="plain" text="Back without a result|Ohne Ergebnis zurück" />
    </div>
  </Notice>
)

/** Shown to people who come without a check. */
export const WelcomePage = () => (
  <Notice title="No check is open here|Hier ist keine Prüfung offen" address="/">
    <P text="The product sends visitors here to prove their age. Checks that need a person are decided at the review desk.|Das Produkt schickt Besucher hierher, um ihr Alter nachzuweisen. Prüfungen, die einen Menschen brauchen, werden in der Nachprüfung entschieden." />
    <ButtonLink href="/desk" text="To the review desk|Zur Nachprüfung" />
  </Notice>
)
