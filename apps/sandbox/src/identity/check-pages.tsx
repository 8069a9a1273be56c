import { VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import { Button, ButtonLink, Card, Field, Fold, Hidden, P, PostButton, Rows, Select } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { OUTCOMES } from './outcomes.ts'
import type { Plan } from './plan.ts'
import type { Delivery } from './reports.ts'
import { Notice, Shell, TravelFields, TravelFold } from './shell.tsx'
import { BAD_VISITS, type BadVisit, queryOf, type Visit } from './visit.ts'

const CHOICE =
  'grid w-full cursor-pointer gap-0.5 rounded-control border border-edge px-4 py-3 text-start no-underline hover:border-brand hover:bg-tint'

const Choice = ({ name, note, code }: { name: string; note: string; code?: string }) => (
  <>
    <b>{name}</b>
    <span className="text-small text-soft">{note}</span>
    {code && <code className="text-[0.8rem] wrap-anywhere text-soft">{code}</code>}
  </>
)

function Steps() {
  const t = useTexts()
  const steps = [t`Document|Ausweis`, t`Camera|Kamera`, t`Result|Ergebnis`]
  return (
    <ol className="grid grid-cols-3 gap-2 text-small">
      {steps.map((step, at) => (
        <li
          key={step}
          className="border-t-4 border-brand pt-1.5 text-soft aria-[current]:font-bold aria-[current]:text-ink"
          aria-current={at === steps.length - 1 ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}

function Received({ visit: { tc, oi, userConsentDP } }: { visit: Visit }) {
  const t = useTexts()
  const consent = userConsentDP ?? t`not sent|nicht gesendet`
  return (
    <Fold title={t`For developers: what this service received|Für Entwickler: was dieser Dienst bekommen hat`}>
      <Rows
        rows={[
          ['tc', tc, t`Transaction code, names the check|Transaktionscode, benennt die Prüfung`],
          ['lang', useLanguage(), t`Language of this page|Sprache dieser Seite`],
          ['oi', oi, t`Where you go back to|Wohin du zurückgehst`],
          ['userConsentDP', consent, t`May data improve the algorithm?|Dürfen Daten den Algorithmus verbessern?`],
        ]}
      />
      <P text="This and nothing else. Back goes one signed message: code, outcome, time, and a hash of an approved document.|Das und sonst nichts. Zurück geht eine signierte Nachricht: Code, Ergebnis, Zeit und ein Hash des bestätigten Ausweises." />
    </Fold>
  )
}

/** The check itself: the visitor says what it comes to. */
export function CheckPage({ visit, before }: { visit: Visit; before: VendorOutcome | undefined }) {
  const t = useTexts()
  const title = t`Your identity check|Deine Identitätsprüfung`
  const [approved, note] = OUTCOMES.COMPLETED
  return (
    <Shell title={title} address={`/?${queryOf(visit)}`}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <Steps />
          <h1 className="text-title">{title}</h1>
          <P text="A real service would ask for your document and a look into the camera now. Here you choose what it finds.|Ein echter Dienst würde jetzt deinen Ausweis und einen Blick in die Kamera verlangen. Hier wählst du, was er findet." />
          {before && (
            <p className="rounded-control bg-tint px-4 py-3">
              {t`This check was reported before:|Diese Prüfung wurde schon gemeldet:`} <b>{t(OUTCOMES[before][0])}</b>
            </p>
          )}
          <form method="post" action="/outcome" id="outcome" className="grid gap-2">
            <Hidden fields={visit} />
            <Button name="status" value="COMPLETED" aria-describedby="approve-note">
              {t(approved)}
            </Button>
            <p className="text-small text-soft" id="approve-note">
              {t(note)}
            </p>
          </form>
        </Card>
        <div className="grid gap-4">
          <Fold title={t`Other outcomes|Andere Ergebnisse`}>
            <P text="Everything else that a check can come to.|Alles andere, was bei einer Prüfung herauskommen kann." />
            {VENDOR_OUTCOMES.filter((status) => status !== 'COMPLETED').map((status) => (
              <button key={status} type="submit" form="outcome" name="status" value={status} className={CHOICE}>
                <Choice name={t(OUTCOMES[status][0])} note={t(OUTCOMES[status][1])} code={status} />
              </button>
            ))}
            <a href={visit.oi} className={CHOICE}>
              <Choice
                name={t`Leave without a result|Ohne Ergebnis zurück`}
                note={t`Goes back and reports nothing, as if you had closed the camera.|Geht zurück und meldet nichts, als hättest du die Kamera geschlossen.`}
              />
            </a>
          </Fold>
          <TravelFold name="check" form="outcome" />
          <Fold title={t`For testers: the same document again|Für Tester: derselbe Ausweis noch einmal`}>
            <P text="Every check has a document of its own. Checks with the same word have the same document; of those only the newest proof counts.|Sonst hat jede Prüfung ihren eigenen Ausweis. Prüfungen mit demselben Wort haben denselben Ausweis; von ihnen zählt nur der neueste Nachweis." />
            <Field
              name="document"
              form="outcome"
              maxLength={60}
              label={t`Word for the document|Wort für den Ausweis`}
            />
          </Fold>
          <Received visit={visit} />
        </div>
      </div>
    </Shell>
  )
}

export function BadVisitPage({ bad }: { bad: BadVisit }) {
  const t = useTexts()
  return (
    <Notice title={t`This check cannot begin|Diese Prüfung kann nicht beginnen`}>
      <p className="text-soft">{t(BAD_VISITS[bad])}</p>
      <P text="You come here from the product, with an address that it made for you. Please start again there.|Hierher kommst du vom Produkt, mit einer Adresse, die es für dich gemacht hat. Bitte fang dort noch einmal an." />
    </Notice>
  )
}

export const ProblemPage = () => (
  <Notice title={useTexts()`Something went wrong|Etwas ist schiefgegangen`}>
    <P text="Please go back and try again.|Bitte geh zurück und versuch es noch einmal." />
  </Notice>
)

type FailedPageProps = { visit: Visit; status: VendorOutcome; delivery: Exclude<Delivery, 'delivered'> }

/** The product did not take the result. */
export function FailedPage({ visit, status, delivery }: FailedPageProps) {
  const t = useTexts()
  return (
    <Notice title={t`The result did not arrive|Das Ergebnis kam nicht an`}>
      {delivery === 'unreachable' ? (
        <P text="The product does not answer at the moment. Your result is kept; send it again in a while.|Das Produkt antwortet gerade nicht. Dein Ergebnis ist aufgehoben; schick es gleich noch einmal." />
      ) : (
        <P text="The product did not accept the result. The check may have been replaced by a newer one.|Das Produkt hat das Ergebnis nicht angenommen. Vielleicht gilt inzwischen eine neuere Prüfung." />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <PostButton to="/outcome" fields={visit} name="status" value={status}>
          {t`Send again|Noch einmal senden`}
        </PostButton>
        <ButtonLink href={visit.oi} look="plain">
          {t`Back without a result|Ohne Ergebnis zurück`}
        </ButtonLink>
      </div>
    </Notice>
  )
}

/** For people who come without a check, and for testers who want checks to end in a certain way. */
export function WelcomePage({ plan, saved }: { plan: Plan; saved: boolean }) {
  const t = useTexts()
  const title = t`No check is open here|Hier ist keine Prüfung offen`
  return (
    <Shell title={title}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <h1 className="text-title">{title}</h1>
          <P text="The product sends visitors here to prove their age. Checks that need a person are decided at the review desk.|Das Produkt schickt Besucher hierher, um ihr Alter nachzuweisen. Prüfungen, die einen Menschen brauchen, werden in der Nachprüfung entschieden." />
          <ButtonLink href="/desk">{t`To the review desk|Zur Nachprüfung`}</ButtonLink>
        </Card>
        <Card>
          <h2 className="text-xl">
            {t`For testers: how checks end in this browser|Für Tester: wie Prüfungen in diesem Browser enden`}
          </h2>
          <P text="A check that begins in this browser ends like this at once, without a question.|Eine Prüfung, die in diesem Browser beginnt, endet sofort so, ohne Rückfrage." />
          <form method="post" action="/plan" className="grid gap-4">
            <Select
              id="plan-status"
              name="status"
              label={t`Checks end as|Prüfungen enden als`}
              defaultValue={plan.status ?? ''}
              options={[
                ['', t`chosen on the page|auf der Seite gewählt`],
                ...VENDOR_OUTCOMES.map((status) => [status, t(OUTCOMES[status][0])] as const),
              ]}
            />
            <TravelFields name="plan" chosen={plan} />
            <Button look="plain">{t`Save|Speichern`}</Button>
            <p role="status" className="text-soft empty:hidden">
              {saved ? t`Saved in this browser for a day.|Für einen Tag in diesem Browser gespeichert.` : ''}
            </p>
          </form>
        </Card>
      </div>
    </Shell>
  )
}
