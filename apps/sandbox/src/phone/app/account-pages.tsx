import type { Language } from '@avouch/contract'
import { formatNumber } from '../message.ts'
import { accountPhrases } from './account-phrases.ts'
import { Action, AppShell, Shield } from './app-shell.tsx'
import { Field, type FormState, NumberFields, Problem, Tick } from './form-fields.tsx'
import { requestPhrases } from './request-phrases.ts'

type PageProps = { language: Language; state?: FormState }

export function WelcomePage({ language }: { language: Language }) {
  const t = accountPhrases[language]
  return (
    <AppShell language={language} path="/app" title={t.welcome}>
      <section className="hero">
        <Shield className="shield big" />
        <h1>{t.welcome}</h1>
        <p className="soft">{t.welcomeText}</p>
      </section>
      <div className="actions end">
        <a className="button" href="/app/login">
          {t.login}
        </a>
        <a className="button plain" href="/app/register">
          {t.register}
        </a>
      </div>
    </AppShell>
  )
}

export function LoginPage({
  language,
  state = {},
  why,
  productUrl,
}: PageProps & { why: 'ended' | 'fresh' | 'request' | undefined; productUrl: string }) {
  const t = accountPhrases[language]
  return (
    <AppShell language={language} path="/app/login" title={t.loginTitle}>
      <h1>{why === 'ended' ? t.endedTitle : why === 'fresh' ? t.freshTitle : t.loginTitle}</h1>
      {why ? <p className="soft">{t.why[why]}</p> : null}
      <Problem {...{ state, language }} />
      <form className="form" method="post" action="/app/login" noValidate>
        <NumberFields {...{ state, language }} />
        <Field
          {...{ state, language }}
          name="pin"
          label={t.pin}
          type="password"
          complete="current-password"
          length={4}
        />
        <button className="button" type="submit">
          {t.login}
        </button>
      </form>
      <p className="links">
        <a href="/app/register">{t.newHere}</a>
        <a href={`${productUrl}/auth/forgot-pin`} target="_blank" rel="noopener">
          {t.forgot}
        </a>
      </p>
    </AppShell>
  )
}

export function RegisterPage({ language, state = {} }: PageProps) {
  const t = accountPhrases[language]
  const pin = { state, language, type: 'password', complete: 'new-password', length: 4 }
  return (
    <AppShell language={language} path="/app/register" title={t.registerTitle}>
      <h1>{t.registerTitle}</h1>
      <p className="soft">{t.registerText}</p>
      <Problem {...{ state, language }} />
      <form className="form" method="post" action="/app/register" noValidate>
        <NumberFields {...{ state, language }} />
        <Field {...pin} name="pin" label={t.pin} hint={t.pinHint} />
        <Field {...pin} name="confirmPin" label={t.pinAgain} />
        <Tick {...{ state, language }} name="acceptTerms">
          {t.terms}
        </Tick>
        <Tick {...{ state, language }} name="consent">
          {t.consent}
        </Tick>
        <button className="button" type="submit">
          {t.register}
        </button>
      </form>
      <p className="links">
        <a href="/app/login">{t.haveAccount}</a>
      </p>
    </AppShell>
  )
}

type CodePageProps = PageProps & { number: string; version: number; arrived: string | undefined; sentAgain: boolean }

export function CodePage({ language, state = {}, number, version, arrived, sentAgain }: CodePageProps) {
  const t = accountPhrases[language]
  return (
    <AppShell
      language={language}
      path="/app/code"
      title={t.codeTitle}
      live={{ version, announce: arrived ? t.arrived : '' }}
    >
      {arrived ? (
        <form className="banner" method="post" action="/app/code">
          <button type="submit" name="code" value={arrived} id="banner">
            <small>{t.banner}</small>
            <b>{t.takeCode(arrived)}</b>
          </button>
        </form>
      ) : null}
      <h1>{t.codeTitle}</h1>
      <p className="soft">{t.codeText(formatNumber(number))}</p>
      <Problem {...{ state, language }} />
      {sentAgain && !state.problem ? <p className="note">{t.sentAgain}</p> : null}
      <form className="form" method="post" action="/app/code" noValidate>
        <Field {...{ state, language }} name="code" label={t.code} complete="one-time-code" length={6} focus />
        <button className="button" type="submit">
          {t.confirm}
        </button>
      </form>
      <div className="actions">
        <Action to="/app/code/again" label={t.again} look="plain" />
        <Action to="/app/code/cancel" label={t.otherNumber} look="quiet" />
      </div>
    </AppShell>
  )
}

export function HomePage({ language, number, waiting }: { language: Language; number: string; waiting: boolean }) {
  const t = accountPhrases[language]
  const r = requestPhrases[language]
  return (
    <AppShell language={language} path="/app" title={r.home}>
      {waiting ? (
        <a className="banner-link" href="/app/request">
          <b>{r.waits}</b>
          <span>{r.goOn}</span>
        </a>
      ) : null}
      <section className="hero">
        <h1>{t.hello}</h1>
        <p className="soft">{t.helloText}</p>
      </section>
      <a className="button scan" href="/app/scan">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 11V6a2 2 0 0 1 2-2h5M21 4h5a2 2 0 0 1 2 2v5M28 21v5a2 2 0 0 1-2 2h-5M11 28H6a2 2 0 0 1-2-2v-5M9 9h5v5H9zM18 9h5v5h-5zM9 18h5v5H9zM18 18h5v5h-5z" />
        </svg>
        {r.scan}
      </a>
      <a className="button plain" href="/app/wallet">
        {r.wallet}
      </a>
      <div className="me end">
        <p>
          <small>{t.signedInAs}</small>
          <b>{formatNumber(number)}</b>
        </p>
        <Action to="/app/logout" label={t.logOut} look="plain small" />
      </div>
    </AppShell>
  )
}
