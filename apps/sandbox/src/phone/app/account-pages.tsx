import { Button, ButtonLink, Icon, P, PostButton } from '../../ui/parts.tsx'
import { useTexts } from '../../ui/texts.ts'
import { formatNumber } from '../message.ts'
import type { AppSession } from './model.ts'
import { AppField, type FormState, NumberFields, Problem, TakenNumber, Tick } from './forms.tsx'
import { AppScreen, AtTheEnd, Note, Shield } from './parts.tsx'

type PageProps = { state?: FormState }

const LINK = 'flex min-h-11 items-center text-brand underline underline-offset-4'
const FORM = { className: 'grid gap-4.5', method: 'post', noValidate: true } as const
const BANNER =
  'grid w-full animate-arrive cursor-pointer gap-0.5 rounded-card border border-line bg-raised px-4 py-3 text-start no-underline shadow-card hover:border-brand'

export function WelcomePage() {
  const t = useTexts()
  const title = t`Prove your age with a tap|Dein Alter, mit einem Tipp bestätigt`
  return (
    <AppScreen address="/app" title={title}>
      <section className="grid gap-4 py-6">
        <Shield className="-ms-2 size-20" />
        <h1 className="text-title">{title}</h1>
        <P text="Scan the code that a website shows, compare a number, confirm. The website learns “yes” or “no”, nothing else.|Scanne den Code, den eine Website zeigt, vergleiche eine Zahl, bestätige. Die Website erfährt „ja“ oder „nein“, sonst nichts." />
      </section>
      <AtTheEnd>
        <ButtonLink href="/app/login">{t`Log in|Einloggen`}</ButtonLink>
        <ButtonLink href="/app/register" look="plain">
          {t`Create an account|Konto anlegen`}
        </ButtonLink>
      </AtTheEnd>
    </AppScreen>
  )
}

/** Why a visitor is asked to log in: the session ended, a payment asks for a fresh log-in, or a request waits. */
type LoginReason = 'ended' | 'fresh' | 'request'
type LoginProps = PageProps & { why: LoginReason | undefined; productUrl: string }

export function LoginPage({ state = {}, why, productUrl }: LoginProps) {
  const t = useTexts()
  const logIn = t`Log in|Einloggen`
  const reasons = {
    ended: [
      t`You were logged out|Du wurdest ausgeloggt`,
      t`For your safety a session does not last for ever. Log in again to go on.|Zu deiner Sicherheit gilt ein Login nicht für immer. Logge dich neu ein, dann geht es weiter.`,
    ],
    fresh: [
      t`Is it still you?|Bist du es noch?`,
      t`A payment needs a fresh log-in. After it you are back at the payment.|Eine Zahlung braucht einen frischen Login. Danach bist du wieder bei der Zahlung.`,
    ],
    request: [
      logIn,
      t`Log in to answer the request that waits.|Logge dich ein, um die wartende Anfrage zu beantworten.`,
    ],
  } as const
  const [heading, reason] = why ? reasons[why] : [logIn]
  return (
    <AppScreen address="/app/login" title={logIn}>
      <h1 className="text-title">{heading}</h1>
      {reason && <p className="text-soft">{reason}</p>}
      <Problem state={state} />
      <form {...FORM} action="/app/login">
        <NumberFields state={state} />
        <AppField
          state={state}
          name="pin"
          label={t`PIN`}
          type="password"
          autoComplete="current-password"
          maxLength={4}
        />
        <Button>{logIn}</Button>
      </form>
      <div>
        <a className={LINK} href="/app/register">
          {t`New here? Create an account|Neu hier? Konto anlegen`}
        </a>
        <a className={LINK} href={`${productUrl}/auth/forgot-pin`} target="_blank" rel="noopener">
          {t`Forgot your PIN?|PIN vergessen?`}
        </a>
      </div>
    </AppScreen>
  )
}

export function RegisterPage({ state = {} }: PageProps) {
  const t = useTexts()
  const register = t`Create an account|Konto anlegen`
  const pin = { state, type: 'password', autoComplete: 'new-password', maxLength: 4 }
  return (
    <AppScreen address="/app/register" title={register}>
      <h1 className="text-title">{register}</h1>
      <P text="Your number, a PIN of your own, and the code from an SMS. It takes a minute.|Deine Nummer, eine eigene PIN und der Code aus einer SMS. Das dauert eine Minute." />
      <Problem state={state} />
      <TakenNumber state={state} />
      <form {...FORM} action="/app/register">
        <NumberFields state={state} />
        <AppField
          {...pin}
          name="pin"
          label={t`PIN`}
          hint={t`4 digits; not like 1234 or 1111|4 Ziffern; nicht wie 1234 oder 1111`}
        />
        <AppField {...pin} name="confirmPin" label={t`PIN again|PIN noch einmal`} />
        <Tick state={state} name="acceptTerms">
          {t`I accept the terms and conditions and the privacy policy.|Ich akzeptiere die AGB und die Datenschutzerklärung.`}
        </Tick>
        <Tick state={state} name="consent">
          {t`The identity-check service may process my data to become better. (Optional)|Der Prüfdienst darf meine Daten verarbeiten, um besser zu werden. (Freiwillig)`}
        </Tick>
        <Button>{register}</Button>
      </form>
      <a className={LINK} href="/app/login">
        {t`I have an account|Ich habe ein Konto`}
      </a>
    </AppScreen>
  )
}

type CodePageProps = PageProps & {
  code: NonNullable<AppSession['code']>
  version: number
  arrived: string | undefined
  sentAgain: boolean
}

/** A long code may come with all of its SMS. */
const FIELDS = {
  digits: { maxLength: 6, className: 'text-2xl tracking-[0.3em] tabular-nums' },
  long: {
    inputMode: 'text',
    autoCapitalize: 'characters',
    spellCheck: false,
    className: 'font-mono text-xl uppercase',
  },
} as const

export function CodePage({ state = {}, code, version, arrived, sentAgain }: CodePageProps) {
  const t = useTexts()
  const title = t`Enter the code|Code eingeben`
  const announce = arrived ? t`The SMS has arrived.|Die SMS ist da.` : ''
  const { form, sent } = code
  const to = formatNumber(code.number)
  return (
    <AppScreen address="/app/code" title={title} live={{ version, announce }}>
      {arrived && (
        <form method="post" action="/app/code">
          <button type="submit" name="code" value={arrived} id="banner" className={BANNER}>
            <small className="text-small text-soft">{t`Messages · now|Nachrichten · jetzt`}</small>
            <b className="text-brand">{t`Use the code ${arrived}|Code ${arrived} verwenden`}</b>
          </button>
        </form>
      )}
      <h1 className="text-title">{title}</h1>
      {sent ? (
        <P>{t`We have sent an SMS to ${to}.|Wir haben eine SMS an ${to} geschickt.`}</P>
      ) : (
        <P>{t`Use the code of the SMS that you already have. It went to ${to}.|Nimm den Code aus der SMS, die du schon hast. Sie ging an ${to}.`}</P>
      )}
      <Problem state={state} />
      {sentAgain && sent && !state.problem && <Note>{t`A new code is on its way.|Ein neuer Code ist unterwegs.`}</Note>}
      <form {...FORM} action="/app/code">
        <AppField
          state={state}
          name="code"
          label={t`Code from the SMS|Code aus der SMS`}
          autoComplete="one-time-code"
          {...FIELDS[form]}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of its page
          autoFocus
        />
        <Button>{t`Confirm|Bestätigen`}</Button>
      </form>
      <div className="grid gap-3">
        <PostButton to="/app/code/again" look="plain">
          {t`Send a new code|Neuen Code senden`}
        </PostButton>
        <PostButton to="/app/code/cancel" look="quiet">
          {t`Use another number|Andere Nummer verwenden`}
        </PostButton>
      </div>
    </AppScreen>
  )
}

const SCAN =
  'M2.500 7V4a1.500 1.500 0 0 1 1.500-1.500h3M13 2.500h3A1.500 1.500 0 0 1 17.500 4v3M17.500 13v3a1.500 1.500 0 0 1-1.500 1.500h-3M7 17.500H4A1.500 1.500 0 0 1 2.500 16v-3M6 6h3v3H6zM11.500 6h3v3h-3zM6 11.500h3v3H6zM11.500 11.500h3v3h-3z'

export function HomePage({ number, waiting }: { number: string; waiting: boolean }) {
  const t = useTexts()
  return (
    <AppScreen address="/app" title={t`Start`}>
      {waiting && (
        <a className={BANNER} href="/app/request">
          <b>{t`A request waits for you|Eine Anfrage wartet auf dich`}</b>
          <span className="text-brand">{t`Go on|Weiter`}</span>
        </a>
      )}
      <section className="grid gap-2 py-3">
        <h1 className="text-title">{t`Ready when you are|Bereit, wenn du es bist`}</h1>
        <P text="A website shows a code? Scan it here.|Eine Website zeigt einen Code? Scanne ihn hier." />
      </section>
      <ButtonLink href="/app/scan" className="min-h-40 flex-col rounded-card! text-xl">
        <Icon path={SCAN} className="size-14" />
        {t`Scan a code|Code scannen`}
      </ButtonLink>
      <ButtonLink href="/app/wallet" look="plain">
        {t`Wallet|Guthaben`}
      </ButtonLink>
      <AtTheEnd>
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="text-soft">{t`Logged in as|Eingeloggt mit`}</span>
          <b className="tabular-nums">{formatNumber(number)}</b>
        </p>
        <PostButton to="/app/logout" look="plain">
          {t`Log out|Ausloggen`}
        </PostButton>
      </AtTheEnd>
    </AppScreen>
  )
}
