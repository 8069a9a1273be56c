import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import type { Words } from '../http/language.ts'
import { addForms, addPages } from '../http/server.ts'
import { beginningOf, Learned, METHODS } from '../provider/learned.tsx'
import { createVisitors } from '../provider/visitor.ts'
import { Page } from '../ui/page.tsx'
import { PostButton, TextLink } from '../ui/forms.tsx'
import { Card, Fold, H1, H2, Icon, P, Small, useTexts } from '../ui/parts.tsx'

const SCOPE = 'openid age'
/** The newest visitors are kept, in memory alone. */
const KEPT = { max: 1_000 }
export const newVisits = (onInsert: () => void) => new LRUCache<string, ShopVisit>({ ...KEPT, onInsert })

/** Kept by the shop between the question and the answer, for the visitor who asked. */
type Asked = { at: string; pkceCodeVerifier: string; expectedState: string; expectedNonce: string }

type Answer = { claims: oidc.IDToken; idToken: string; userinfo: object }

/** closed - not asked; asked - not answered yet; open - proven; refused - there was no proof, and the answer does not say why. */
export type ShopVisit =
  | { phase: 'closed' }
  | { phase: 'asked'; askedAt: string }
  | { phase: 'open'; askedAt: string; learned: Answer }
  | { phase: 'refused'; askedAt: string; error: string }

const NAME = 'Weinkontor'
const SLOGAN = 'Wine from small cellars|Wein aus kleinen Kellern'

const WINES: readonly (readonly [name: string, text: Words, price: number])[] = [
  ['Steinfeder 2023', 'Riesling, dry|Riesling, trocken', 1_190],
  ['Nachtlese 2021', 'Pinot noir, from old vines|Spätburgunder, alte Reben', 1_840],
  ['Kalkrinne 2022', 'Silvaner, from limestone|Silvaner, vom Muschelkalk', 1_350],
]

/** The shelf: drawn bottles, which are out of focus until somebody has proven their age. */
const Shelf = ({ isOpen = false }) => {
  const t = useTexts()
  return (
    <ul className="shelf" aria-hidden={isOpen ? undefined : true}>
      {WINES.map(([name, text, price], at) => (
        <li key={name}>
          <img
            src={`/assets/bottle-${at + 1}.svg`}
            alt=""
            width="100"
            height="220"
            className={isOpen ? '' : 'blur-sm'}
          />
          {isOpen && (
            <>
              <strong>{name}</strong>
              <span className="text-soft">{t(text)}</span>
              <span>{t.money(price, 'EUR')}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const Closed = () => (
  <Card aria-labelledby="gate">
    <H2 id="gate" className="text-2xl" text="Wine is for people aged 18 or over|Wein gibt es ab 18" />
    <P text="We ask one question: 18 or over? You go to Avouch and come straight back.|Wir stellen eine Frage: 18 oder älter? Du gehst zu Avouch und kommst gleich zurück." />
    <PostButton to="/wine/ask" text="Confirm that you are 18 or over|Bestätige, dass du 18 oder älter bist" />
    <Small text="This shop knows no Avouch package: it asks with a library for OpenID Connect, as for any sign-in.|Dieser Laden kennt kein Paket von Avouch: Er fragt mit einer Bibliothek für OpenID Connect, wie bei jeder Anmeldung." />
  </Card>
)

const Refused = ({ error }: { error: string }) => (
  <Card aria-labelledby="gate">
    <H2 id="gate" className="text-2xl" text="We cannot show you our wines|Wir können dir unsere Weine nicht zeigen" />
    <P text="There was no proof. Whether you turned back or are too young, we do not learn.|Es gab keinen Nachweis. Ob du abgebrochen hast oder zu jung bist, erfahren wir nicht." />
    <PostButton to="/wine/ask" text="Ask again|Noch einmal fragen" />
    <Fold title="As it came|Wie es kam">
      <code>{error}</code>
    </Fold>
  </Card>
)

function Open({ learned: { claims, idToken, userinfo } }: { learned: Answer }) {
  const t = useTexts()
  const how = new Map<unknown, Words>(Object.entries(METHODS)).get(claims['age_method'])
  return (
    <>
      <Shelf isOpen />
      <Learned
        title="All that we learned|Alles, was wir erfahren haben"
        rows={[
          ['18 or over?|18 oder älter?', t`Yes|Ja`],
          ['How|Wie', how && t(how)],
          ['Pseudonym', beginningOf(claims.sub)],
        ]}
        raw="ID token and userinfo as they came|ID-Token und Userinfo, wie sie kamen"
        signed={{ claims: { claims, userinfo }, jws: idToken }}
      >
        <PostButton to="/wine/ask" look="plain" text="Ask again|Noch einmal fragen" />
        <PostButton to="/wine/forget" look="plain" text="Forget me|Vergiss mich" />
      </Learned>
    </>
  )
}

const ABOUT =
  'Weinkontor is an invented shop. It shows how a website asks with its own OpenID Connect client.|Weinkontor ist ein erfundener Laden. Er zeigt, wie eine Website mit ihrem eigenen OpenID-Connect-Client fragt.'

const ShopPage = ({ visit }: { visit: ShopVisit }) => (
  <Page
    site="wine"
    title={`${NAME} · ${SLOGAN.replace('|', `|${NAME} · `)}`}
    className="grid content-start gap-8 py-4 pb-16"
    brand={
      <a className="flex min-h-11 items-center gap-2.5 text-[1.1rem] font-bold no-underline" href="/wine">
        <Icon path="M6 2h8c.6 5-1 9-4 9S5.400 7 6 2M10 11v6M7 18h6" className="size-8 text-brand" />
        {NAME}
      </a>
    }
    footer={
      <>
        <P className="" text={ABOUT} />
        <TextLink href="/start/now" text="All stories to try|Alle Geschichten zum Ausprobieren" />
      </>
    }
  >
    <H1 text={SLOGAN} />
    {visit.phase === 'open' ? (
      <Open learned={visit.learned} />
    ) : (
      <div className="counter">
        {visit.phase === 'refused' ? <Refused error={visit.error} /> : <Closed />}
        <Shelf />
      </div>
    )}
  </Page>
)

type Options = {
  /** The issuer's address for visitors, and where this server reaches it. */
  productUrl: string
  apiUrl: string
  publicUrl: string
  credentials: { clientId: string; clientSecret: string }
  visits: LRUCache<string, ShopVisit>
  clock: () => Date
  log: (line: string) => void
}

/** Serves the wine shop. It asks with a client library of OpenID Connect, as any website can; nothing in it is made for the product. */
export function addShop(
  app: FastifyInstance,
  { productUrl, apiUrl, publicUrl, credentials, visits, clock, log }: Options,
): void {
  const visitors = createVisitors('wine_visit', '/wine', publicUrl.startsWith('https:'))
  const asked = new LRUCache<string, Asked>(KEPT)
  const redirectUri = `${publicUrl}/wine/callback`
  let discovering: Promise<oidc.Configuration> | undefined

  /** Read once; a product that does not answer is asked again at the next question. */
  function discover(): Promise<oidc.Configuration> {
    const options: oidc.DiscoveryRequestOptions = {
      [oidc.customFetch]: (url, init) => fetch(url.replace(productUrl, apiUrl), init as RequestInit),
      // The sandbox is on http. The signature is checked as well, though the answer comes from the issuer itself.
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    }
    const basic = oidc.ClientSecretBasic(credentials.clientSecret)
    const issuer = new URL(`${productUrl}/oidc`)
    discovering ??= oidc.discovery(issuer, credentials.clientId, undefined, basic, options).catch((error: unknown) => {
      discovering = undefined
      throw error
    })
    return discovering
  }

  /** The address to send the visitor to; what is asked goes to the product directly (PAR). */
  async function ask(visitor: string, language: string): Promise<string> {
    const config = await discover()
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
    const at = clock().toISOString()
    if (visits.get(visitor)?.phase !== 'open') visits.set(visitor, { phase: 'asked', askedAt: at })
    asked.set(visitor, { at, pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce })
    const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    const about = { redirect_uri: redirectUri, scope: SCOPE, state, nonce, ui_locales: language, ...challenge }
    return (await oidc.buildAuthorizationUrlWithPAR(config, about)).href
  }

  /** Handles the return of a visitor. An answer that cannot be verified changes nothing. */
  async function answer(visitor: string, search: string): Promise<void> {
    const open = asked.get(visitor)
    if (open === undefined) return
    asked.delete(visitor)
    const { at: askedAt, ...expected } = open
    const config = await discover()
    try {
      const back = new URL(redirectUri + search)
      const tokens = await oidc.authorizationCodeGrant(config, back, { ...expected, idTokenExpected: true })
      const claims = tokens.claims()
      if (claims?.['age_over_18'] !== true) return
      const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      visits.set(visitor, { phase: 'open', askedAt, learned: { claims, idToken: tokens.id_token ?? '', userinfo } })
    } catch (error) {
      if (!(error instanceof oidc.AuthorizationResponseError)) throw error
      visits.set(visitor, { phase: 'refused', askedAt, error: `${error.error}: ${error.error_description ?? ''}` })
    }
  }

  addPages(app, {
    '/wine': ({ request }) => <ShopPage visit={visits.get(visitors.known(request) ?? '') ?? { phase: 'closed' }} />,
    '/wine/callback': async ({ request }) => {
      await answer(visitors.known(request) ?? '', request.url.slice(request.url.indexOf('?')))
      return '/wine'
    },
  })
  addForms(app, {
    '/wine/ask': async (visit) => {
      try {
        return await ask(visitors.welcome(visit), visit.request.language)
      } catch (error) {
        log(`wine shop: ${error instanceof Error ? error.name : 'cannot ask'}`)
        return '/wine'
      }
    },
    '/wine/forget': ({ request, reply }) => {
      for (const known of [visits, asked]) known.delete(visitors.known(request) ?? '')
      visitors.forget(reply)
      return '/wine'
    },
  })
}
