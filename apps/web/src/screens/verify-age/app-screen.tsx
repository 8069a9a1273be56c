import type { AppLinkState } from '@avouch/contract'
import type { ReactNode } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { StartAfresh } from '#screens/layout/start-afresh.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AppAbout } from './app-about.tsx'
import { GetTheApp, type GetTheAppProps } from './get-the-app.tsx'
import { QrCard } from './qr-card.tsx'

export type AppScreenProps = Omit<GetTheAppProps, 'isProminent'> & {
  /** On a phone there is nothing to scan: the app opens here. */
  onPhone: boolean
  /** Something is to be paid, which only the app does. */
  payment: boolean
  link: { url: string; number: number; until: number } | undefined
  state: AppLinkState
  /** Why there is no link. */
  problem: string | undefined
  onNewCode: () => void
  /** Absent where another try would come to the same. */
  onRetry: (() => void) | undefined
}

export function AppScreen({ onPhone, payment, link, state, problem, onNewCode, onRetry, ...get }: AppScreenProps) {
  const t = useTranslate()
  const title = t(payment ? 'app.payTitle' : 'app.title')
  const hasCode = !onPhone && problem === undefined
  return (
    <Page
      title={title}
      heading={hasCode ? t(payment ? 'app.payHeading' : 'app.heading') : title}
      lede={hasCode ? t(payment ? 'app.payLede' : 'app.lede') : undefined}
      aside={<AppAbout payment={payment} hasCode={hasCode} />}
    >
      <div className="mt-6 grid justify-items-start gap-8">
        {onPhone ? null : problem === undefined ? (
          <Code link={link} state={state} onNewCode={onNewCode} />
        ) : (
          <div className="grid grid-cols-1 justify-items-start gap-4">
            <Notice kind="error">{problem}</Notice>
            {onRetry === undefined ? <StartAfresh /> : <Button onClick={onRetry}>{t('app.newCode')}</Button>}
          </div>
        )}
        <GetTheApp {...get} isProminent={onPhone} />
      </div>
    </Page>
  )
}

const HEARD = { claimed: 'app.claimed', matched: 'app.matched', confirmed: 'app.confirmed' } as const
const OVER = {
  refused: { title: 'app.refused', text: 'app.refusedText' },
  expired: { title: 'app.expired', text: 'app.expiredText' },
} as const

function Code({ link, state, onNewCode }: Pick<AppScreenProps, 'link' | 'state' | 'onNewCode'>) {
  const t = useTranslate()
  if (state === 'refused' || state === 'expired')
    return (
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <Notice kind="error" title={t(OVER[state].title)}>
          {t(OVER[state].text)}
        </Notice>
        <Button onClick={onNewCode}>{t('app.newCode')}</Button>
      </div>
    )
  const heard = state === 'waiting' || state === 'denied' ? undefined : HEARD[state]
  return (
    <Live text={heard === undefined ? undefined : t(heard)}>
      {link === undefined ? (
        <QrWait />
      ) : state === 'waiting' || state === 'claimed' ? (
        <QrCard {...link} />
      ) : (
        <Spinner usual={undefined} />
      )}
    </Live>
  )
}

/** As large as what will stand there. */
function QrWait() {
  const t = useTranslate()
  return (
    <div className="grid size-[270px] max-w-full place-items-center rounded-card border border-line bg-surface">
      <Spinner label={t('layout.loading')} shown />
    </div>
  )
}

/** What the app did is said aloud, once. */
function Live({ text, children }: { text: string | undefined; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {children}
      <p role="status" className="min-h-7 font-semibold text-brand">
        {text}
      </p>
    </div>
  )
}
