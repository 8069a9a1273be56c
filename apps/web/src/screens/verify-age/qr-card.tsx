import { Fragment } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { useCountdown } from '#ui/countdown.ts'
import { useTranslate } from '#i18n/language.ts'

const SIDE_PX = 230

/** Black on white, which cameras want whatever the colours around. */
export function Qr({ url }: { url: string }) {
  const t = useTranslate()
  return <QRCodeSVG value={url} size={SIDE_PX} level="Q" marginSize={0} title={t('app.qr')} className="max-w-full" />
}

/** The number that the app asks for, and how long the code can be scanned. */
export function CodeNumber({ number, until }: { number: number; until: number }) {
  const t = useTranslate()
  const { label } = useCountdown(until)
  return (
    <Fragment>
      <div className="mt-5 flex items-center gap-4 text-start max-[719px]:justify-center">
        <p className="min-w-22 flex-none rounded-field bg-tint px-4.5 py-3 text-center text-[2.75rem] leading-none font-bold tracking-[-0.02em] text-brand tabular-nums">
          <span className="sr-only">{`${t('app.number')} `}</span>
          <strong translate="no" className="font-bold">
            {number}
          </strong>
        </p>
        <p className="text-ink-soft">{t('app.numberText')}</p>
      </div>
      <p className="mt-3 text-ink-soft tabular-nums">{t('app.timeLeft', { time: label })}</p>
    </Fragment>
  )
}
