import { money, type Words } from '../http/language.ts'
import { Page } from '../ui/page.tsx'
import { Card, Fold, Icon, P, PostButton } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { Learned, METHODS, PERSONAL } from '../provider/learned.tsx'
import type { Learned as Answer, ShopVisit } from './age-request.ts'
import { WINES } from './wines.ts'

const NAME = 'Weinkontor'

function Closed() {
  const t = useTexts()
  return (
    <Card aria-labelledby="gate" className="max-w-xl">
      <h2 id="gate" className="text-2xl">
        {t`Wine is for people aged 18 or over|Wein gibt es ab 18`}
      </h2>
      <P text="We ask one question: 18 or over? You go to Avouch and come straight back.|Wir stellen eine Frage: mindestens 18? Du gehst zu Avouch und kommst gleich zurück." />
      <PostButton to="/wine/ask">{t`Confirm that you are 18 or over|Bestätige, dass du 18 oder älter bist`}</PostButton>
      <P
        text="This shop knows no Avouch package: it asks with a library for OpenID Connect, as for any sign-in.|Dieser Laden kennt kein Paket von Avouch: Er fragt mit einer Bibliothek für OpenID Connect, wie bei jeder Anmeldung."
        className="text-small text-soft"
      />
    </Card>
  )
}

function Refused({ error }: { error: string }) {
  const t = useTexts()
  return (
    <Card aria-labelledby="gate" className="max-w-xl">
      <h2 id="gate" className="text-2xl">
        {t`We cannot show you our wines|Wir können dir unsere Weine nicht zeigen`}
      </h2>
      <P text="There was no proof. Whether you turned back or are too young, we do not learn.|Es gab keinen Nachweis. Ob du abgebrochen hast oder zu jung bist, erfahren wir nicht." />
      <PostButton to="/wine/ask">{t`Ask again|Noch einmal fragen`}</PostButton>
      <Fold title={t`As it came|Wie es kam`}>
        <code>{error}</code>
      </Fold>
    </Card>
  )
}

function Open({ learned: { claims, idToken, userinfo } }: { learned: Answer }) {
  const t = useTexts()
  const language = useLanguage()
  const how = new Map<unknown, Words>(Object.entries(METHODS)).get(claims['age_method'])
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-3">
        {WINES.map(({ name, text, price }) => (
          <li key={name} className="grid gap-1 rounded-card border border-line bg-surface p-5">
            <strong>{name}</strong>
            <span className="text-soft">{t(text)}</span>
            <span>{money(price, 'EUR', language)}</span>
          </li>
        ))}
      </ul>
      <Learned
        title={t`All that we learned|Alles, was wir erfahren haben`}
        rows={[
          [t`18 or over?|Mindestens 18?`, t`Yes|Ja`],
          [t`How|Wie`, how && t(how)],
          [t`Pseudonym`, claims.sub],
        ]}
        not={PERSONAL}
        raw={t`ID token and userinfo as they came|ID-Token und Userinfo, wie sie kamen`}
        signed={{ claims: { claims, userinfo }, jws: idToken }}
      >
        <PostButton to="/wine/ask" look="plain">
          {t`Ask again|Noch einmal fragen`}
        </PostButton>
        <PostButton to="/wine/forget" look="plain">
          {t`Forget me|Vergiss mich`}
        </PostButton>
      </Learned>
    </>
  )
}

/** The whole shop: closed, open with all that it learned, or refused. */
export function ShopPage({ visit }: { visit: ShopVisit }) {
  const t = useTexts()
  return (
    <Page
      site="wine"
      title={`${NAME} · ${t`Wine from small cellars|Wein aus kleinen Kellern`}`}
      className="grid content-start gap-8 py-4 pb-16"
      brand={
        <a className="flex min-h-11 items-center gap-2.5 text-[1.1rem] font-bold no-underline" href="/wine">
          <Icon path="M6 2h8c.6 5-1 9-4 9S5.400 7 6 2M10 11v6M7 18h6" className="size-8 text-brand" />
          {NAME}
        </a>
      }
      footer={t`Weinkontor is an invented shop. It shows how a website asks with its own OpenID Connect client.|Weinkontor ist ein erfundener Laden. Er zeigt, wie eine Website mit ihrem eigenen OpenID-Connect-Client fragt.`}
    >
      <h1 className="text-title">{t`Wine from small cellars|Wein aus kleinen Kellern`}</h1>
      {visit.phase === 'closed' && <Closed />}
      {visit.phase === 'refused' && <Refused error={visit.error} />}
      {visit.phase === 'open' && <Open learned={visit.learned} />}
    </Page>
  )
}
