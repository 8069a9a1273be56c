import type { AppLinkState } from '@avouch/contract'
import { Fragment } from 'react'
import { BackToWebsite, NotNow, StartAfresh } from '#screens/layout/exit-links.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import type { WayBack } from '#visit/intent.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { Heading, Lede } from '#ui/heading.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AppAbout } from './app-about.tsx'
import { type GetTheAppProps, OpenApp } from './get-the-app.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { useCountdown } from '#ui/countdown.ts'

export type AppScreenProps = Omit<GetTheAppProps, 'isProminent'> & {
  /** True on a phone, which opens the app and scans nothing. */
  onPhone: boolean
  /** True for a payment, which only the app can make. */
  payment: boolean
  /** The amount and the payee, once they are known. */
  bill: string | undefined
  link: { url: string; number: number; until: number } | undefined
  state: AppLinkState
  /** Reason why no link was created. */
  problem: string | undefined
  onNewCode: () => void
  /** Undefined where another try would fail as well. */
  onRetry: (() => void) | undefined
  wayBack: WayBack | undefined
}

export function AppScreen(props: AppScreenProps) {
  const { onPhone, payment, bill, link, state, problem, onNewCode, onRetry, wayBack, ...given } = props
  const t = useTranslate()
  const title = t(payment ? 'app.payTitle' : 'app.title')
  const get = { ...given, isProminent: onPhone }
  const about = <AppAbout get={get} payment={payment} hasCode={!onPhone && problem === undefined} />
  if (onPhone)
    return (
      <ResultPage title={title} lede={bill} art={<PhoneArt />}>
        <OpenApp {...get} />
        {about}
        <NotNow wayBack={wayBack} />
      </ResultPage>
    )
  return (
    <section className="mx-auto w-full max-w-[760px] rounded-card border border-line bg-surface p-[clamp(20px,4vw,36px)] shadow-card max-[359px]:p-4">
      {problem === undefined ? (
        <Code title={title} payment={payment} bill={bill} link={link} state={state} onNewCode={onNewCode} />
      ) : (
        <div className="grid grid-cols-1 gap-5 text-center">
          <Heading title={title}>{title}</Heading>
          <Notice kind="error">{problem}</Notice>
          {onRetry === undefined ? (
            <Fragment>
              <BackToWebsite wayBack={wayBack} />
              <StartAfresh />
            </Fragment>
          ) : (
            <Button onClick={onRetry}>{t('app.newCode')}</Button>
          )}
        </div>
      )}
      <div className="mt-7 grid grid-cols-1 gap-4">
        {about}
        {problem === undefined || onRetry !== undefined ? <NotNow wayBack={wayBack} /> : null}
      </div>
    </section>
  )
}

const HEARD = { claimed: 'app.claimed', matched: 'app.matched', confirmed: 'app.confirmed' } as const
const OVER = {
  refused: { title: 'app.refused', text: 'app.refusedText' },
  expired: { title: 'app.expired', text: 'app.expiredText' },
} as const

type CodeProps = Pick<AppScreenProps, 'link' | 'state' | 'onNewCode' | 'payment' | 'bill'> & { title: string }

/** Shows the code, then the number, then the outcome, each with its instructions. */
function Code({ title, payment, bill, link, state, onNewCode }: CodeProps) {
  const t = useTranslate()
  const heard = state in HEARD ? t(HEARD[state as keyof typeof HEARD]) : undefined
  const isOver = state === 'refused' || state === 'expired'
  const nothing = state === 'refused' ? `${t(payment ? 'app.nothingTaken' : 'app.nothingSaid')} ` : ''
  const isMatched = state === 'matched' || state === 'confirmed'
  const isClaimed = state === 'claimed'
  const shown = isClaimed || state === 'waiting' ? link : undefined
  const isToScan = shown !== undefined && !isClaimed
  const heading = isClaimed ? 'app.pick' : isMatched ? 'app.goOn' : payment ? 'app.payHeading' : 'app.heading'
  return (
    <div className="grid grid-cols-1 items-center justify-items-center gap-5 text-center min-[720px]:grid-cols-[auto_minmax(0,1fr)] min-[720px]:justify-items-start min-[720px]:gap-10 min-[720px]:text-start">
      <div
        className={`grid size-70 max-w-full place-items-center rounded-card border border-line max-[359px]:size-62 ${isToScan ? 'bg-white forced-color-adjust-none' : 'bg-tint'}`}
      >
        {shown !== undefined ? (
          isClaimed ? (
            <CodeNumber number={shown.number} isLarge />
          ) : (
            <Qr url={shown.url} />
          )
        ) : isMatched ? (
          <span className="h-30">
            <PhoneArt />
          </span>
        ) : isOver ? (
          <Button onClick={onNewCode}>{t('app.newCode')}</Button>
        ) : (
          <Spinner label={t('layout.loading')} usual={undefined} />
        )}
      </div>
      <div className="max-w-full">
        <Heading title={title}>{t(isOver ? OVER[state].title : heading)}</Heading>
        {bill === undefined ? null : <p className="mt-1.5 text-lede font-semibold wrap-anywhere">{bill}</p>}
        {isOver ? (
          <Lede>
            <span role="alert">{`${nothing}${t(OVER[state].text)}`}</span>
          </Lede>
        ) : shown === undefined ? (
          <Lede>{t(isMatched ? 'app.goOnText' : payment ? 'app.payLede' : 'app.lede')}</Lede>
        ) : isClaimed ? (
          <TimeLeft until={shown.until} />
        ) : (
          <Fragment>
            <div className="mt-5 flex flex-wrap items-center gap-4 text-start">
              <CodeNumber number={shown.number} />
              <p className="flex-[1_1_8.5rem] text-ink-soft">{t('app.numberText')}</p>
            </div>
            <TimeLeft until={shown.until} />
          </Fragment>
        )}
        <p role="status" className="mt-2 min-h-7 font-semibold text-brand">
          {heard}
        </p>
      </div>
    </div>
  )
}

const SIDE_PX = 230

/** Black on white in every colour scheme, for cameras. */
function Qr({ url }: { url: string }) {
  const t = useTranslate()
  return <QRCodeSVG value={url} size={SIDE_PX} level="Q" marginSize={0} title={t('app.qr')} className="max-w-full" />
}

/** Shows the number that the app asks for; large once the code has been scanned. */
function CodeNumber({ number, isLarge = false }: { number: number; isLarge?: boolean }) {
  const t = useTranslate()
  const size = isLarge
    ? 'text-[min(7.5rem,160px)]'
    : 'min-w-22 flex-none rounded-field bg-tint px-4.5 py-3 text-[2.75rem]'
  return (
    <p className={`text-center leading-none font-bold tracking-[-0.02em] text-brand tabular ${size}`}>
      <span className="sr-only">{`${t('app.number')} `}</span>
      <strong translate="no" className="font-bold">
        {number}
      </strong>
    </p>
  )
}

/** Shows how long the code can be scanned and its number picked. */
function TimeLeft({ until }: { until: number }) {
  const t = useTranslate()
  const { label } = useCountdown(until)
  return <p className="mt-3 text-ink-soft tabular">{t('app.timeLeft', { time: label })}</p>
}
