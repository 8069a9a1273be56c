import { isolated, type WalletBalance } from '@avouch/contract'
import { Button, ButtonLink, Form, NEW_TAB, PostButton, TextLink } from '../../ui/forms.tsx'
import { H1, H2, Icon, Note, P, useTexts } from '../../ui/parts.tsx'
import { formatNumber } from '../message.ts'
import { AppScreen, AtTheEnd, Entry } from '../shell.tsx'
import { AppField, type FormState, NumberFields, Problem, Tick } from './forms.tsx'
import type { Answer, AppSession } from './model.ts'

type PageProps = { state?: FormState }

const FORM = { className: 'grid gap-4.5', noValidate: true } as const
const BANNER =
  'grid w-full animate-arrive cursor-pointer gap-0.5 rounded-card border border-line bg-raised px-4 py-3 text-start no-underline shadow-card hover:border-brand'

const WELCOME = 'Prove your age with a tap|Dein Alter, mit einem Tipp bestätigt'
const LOG_IN = 'Log in|Einloggen'
const REGISTER = 'Create an account|Konto anlegen'

export const WelcomePage = () => (
  <AppScreen address="/app" title={WELCOME}>
    <section className="grid gap-4 py-6">
      <img src="/assets/app.svg" alt="" width="72" height="72" />
      <H1 text={WELCOME} />
      <P text="Scan the code that a website shows, compare a number, confirm. The website learns “yes” or “no”, nothing else.|Scanne den Code, den eine Website zeigt, vergleiche eine Zahl, bestätige. Die Website erfährt „ja“ oder „nein“, sonst nichts." />
    </section>
    <AtTheEnd>
      <ButtonLink href="/app/login" text={LOG_IN} />
      <ButtonLink href="/app/register" look="plain" text={REGISTER} />
    </AtTheEnd>
  </AppScreen>
)

const REASONS = {
  ended: [
    'You were logged out|Du wurdest ausgeloggt',
    'For your safety a session does not last for ever. Log in again to go on.|Zu deiner Sicherheit gilt ein Login nicht für immer. Logge dich neu ein, dann geht es weiter.',
  ],
  fresh: [
    'Is it still you?|Bist du es noch?',
    'A payment needs a fresh log-in. After it you are back at the payment.|Eine Zahlung braucht einen frischen Login. Danach bist du wieder bei der Zahlung.',
  ],
  request: [LOG_IN, 'Log in to answer the request that waits.|Logge dich ein, um die wartende Anfrage zu beantworten.'],
} as const
type LoginProps = PageProps & { why: keyof typeof REASONS | undefined; productUrl: string }

export function LoginPage({ state = {}, why, productUrl }: LoginProps) {
  const [heading, reason] = why ? REASONS[why] : [LOG_IN]
  return (
    <AppScreen address="/app/login" title={LOG_IN}>
      <H1 text={heading} />
      {reason && <P text={reason} />}
      <Problem state={state} />
      <Form {...FORM} to="/app/login">
        <NumberFields state={state} />
        <AppField state={state} name="pin" label="PIN" type="password" autoComplete="current-password" maxLength={4} />
        <Button text={LOG_IN} />
      </Form>
      <div>
        <TextLink href="/app/register" text="New here? Create an account|Neu hier? Konto anlegen" />
        <TextLink {...NEW_TAB} href={`${productUrl}/auth/forgot-pin`} text="Forgot your PIN?|PIN vergessen?" />
      </div>
    </AppScreen>
  )
}

const TERMS =
  'I accept the terms and conditions and the privacy policy.|Ich akzeptiere die AGB und die Datenschutzerklärung.'
const CONSENT =
  'The identity-check service may process my data to become better. (Optional)|Der Prüfdienst darf meine Daten verarbeiten, um besser zu werden. (Freiwillig)'

export function RegisterPage({ state = {} }: PageProps) {
  const pin = { state, autoComplete: 'new-password' }
  return (
    <AppScreen address="/app/register" title={REGISTER} headed>
      <P text="Your number, a PIN of your own, and the code from an SMS. It takes a minute.|Deine Nummer, eine eigene PIN und der Code aus einer SMS. Das dauert eine Minute." />
      <Problem state={state} />
      <Form {...FORM} to="/app/register">
        <NumberFields state={state} />
        <AppField {...pin} name="pin" hint="4 digits; not like 1234 or 1111|4 Ziffern; nicht wie 1234 oder 1111" />
        <AppField {...pin} name="confirmPin" />
        <Tick state={state} name="acceptTerms" text={TERMS} />
        <Tick state={state} name="consent" text={CONSENT} />
        <Button text={REGISTER} />
      </Form>
      <TextLink href="/app/login" text="I have an account|Ich habe ein Konto" />
    </AppScreen>
  )
}

type CodePageProps = PageProps & {
  code: NonNullable<AppSession['code']>
  version: number
  arrived: string | undefined
  sentAgain: boolean
}

/** A long code has no limit, because the whole SMS may be pasted. */
const FIELDS = {
  digits: { maxLength: 6, className: 'text-2xl tracking-[0.3em] tabular-nums' },
  long: { inputMode: 'text', autoCapitalize: 'characters', spellCheck: false, className: 'font-mono uppercase' },
} as const
const ENTER = 'Enter the code|Code eingeben'

export function CodePage({ state = {}, code, version, arrived, sentAgain }: CodePageProps) {
  const t = useTexts()
  const { form, sent } = code
  const to = formatNumber(code.number).replaceAll(' ', '\u00a0')
  const live = { version, announce: arrived && 'The SMS has arrived.|Die SMS ist da.' }
  return (
    <AppScreen address="/app/code" title={ENTER} live={live}>
      {arrived && (
        <Form to="/app/code" className="">
          <button type="submit" name="code" value={arrived} id="banner" className={BANNER}>
            <small className="text-small text-soft">{t`Messages · now|Nachrichten · jetzt`}</small>
            <b className="text-brand">{t`Use the code ${arrived}|Code ${arrived} verwenden`}</b>
          </button>
        </Form>
      )}
      <H1 text={ENTER} />
      <P>
        {sent
          ? t`We have sent an SMS to ${to}.|Wir haben eine SMS an ${to} geschickt.`
          : t`Use the code of the SMS that you already have. It went to ${to}.|Nimm den Code aus der SMS, die du schon hast. Sie ging an ${to}.`}
      </P>
      <Problem state={state} />
      {sentAgain && sent && !state.problem && <Note text="A new code is on its way.|Ein neuer Code ist unterwegs." />}
      <Form {...FORM} to="/app/code">
        <AppField state={state} name="code" {...FIELDS[form]} />
        <Button text="Confirm|Bestätigen" />
      </Form>
      <div className="grid gap-3">
        <PostButton to="/app/code/again" look="plain" text="Send a new code|Neuen Code senden" />
        <PostButton to="/app/code/cancel" look="quiet" text="Use another number|Andere Nummer verwenden" />
      </div>
    </AppScreen>
  )
}

const SCAN =
  'M2.500 7V4a1.500 1.500 0 0 1 1.500-1.500h3M13 2.500h3A1.500 1.500 0 0 1 17.500 4v3M17.500 13v3a1.500 1.500 0 0 1-1.500 1.500h-3M7 17.500H4A1.500 1.500 0 0 1 2.500 16v-3M6 6h3v3H6zM11.500 6h3v3h-3zM6 11.500h3v3H6zM11.500 11.500h3v3h-3z'

const PROVEN = [
  'm4 10.500 4 4 8-9',
  '18 or over: proven|18 oder älter: nachgewiesen',
  'Next time one tap is enough.|Nächstes Mal reicht ein Tipp.',
] as const
const NOT_PROVEN = [
  'M10 5v6M10 14.500v.1',
  'Age not proven yet|Alter noch nicht nachgewiesen',
  'Once, when the first website asks.|Einmal, wenn die erste Website fragt.',
] as const
const ANSWER_WORDS = { yes: '“yes”|„ja“', no: '“no”|„nein“' } as const

type HomePageProps = {
  number: string
  waiting: boolean
  isProven: boolean
  balance: WalletBalance
  answers: readonly Answer[]
}

export function HomePage({ number, waiting, isProven, balance, answers }: HomePageProps) {
  const t = useTexts()
  const [icon, title, text] = isProven ? PROVEN : NOT_PROVEN
  return (
    <AppScreen address="/app" title="Start">
      {waiting && (
        <a className={BANNER} href="/app/request">
          <b>{t`A request waits for you|Eine Anfrage wartet auf dich`}</b>
          <span className="text-brand">{t`Go on|Weiter`}</span>
        </a>
      )}
      <section className={`proof ${isProven ? 'is-proven' : ''}`}>
        <Icon path={icon} className="" />
        <H1 className="text-xl" text={title} />
        <P text={text} />
      </section>
      <ButtonLink href="/app/scan" className="min-h-16 text-lg">
        <Icon path={SCAN} className="size-7" />
        {t`Scan a code|Code scannen`}
      </ButtonLink>
      <a href="/app/wallet" className="row">
        <b>{t`Wallet|Guthaben`}</b>
        <span className="tabular-nums">{t.money(balance.available, balance.currency)}</span>
      </a>
      {answers.length > 0 && (
        <section aria-labelledby="answers">
          <H2 id="answers" className="text-lg" text="Last answers|Letzte Antworten" />
          <ul className="grid divide-y divide-line">
            {answers.map(({ provider, at, got }) => (
              <Entry
                key={at}
                title={isolated(provider)}
                note={t.moment(at, { dateStyle: 'medium', timeStyle: 'short' })}
                sum={typeof got === 'object' ? t.money(got.amount, got.currency) : t(ANSWER_WORDS[got])}
              />
            ))}
          </ul>
        </section>
      )}
      <AtTheEnd>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-small">
          <span className="text-soft">
            {t`Logged in as|Eingeloggt mit`} <b className="text-ink tabular-nums">{formatNumber(number)}</b>
          </span>
          <Form to="/app/logout" className="">
            <button type="submit" className="min-h-11 cursor-pointer text-brand underline underline-offset-4">
              {t`Log out|Ausloggen`}
            </button>
          </Form>
        </div>
      </AtTheEnd>
    </AppScreen>
  )
}
