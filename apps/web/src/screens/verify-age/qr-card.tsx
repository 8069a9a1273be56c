import { QRCodeSVG } from 'qrcode.react'
import { useCountdown } from '#ui/countdown.ts'
import { useTranslate } from '#i18n/language.ts'

const SIDE_PX = 230

/** Black on white, which cameras want whatever the colours around. */
export function Qr({ url }: { url: string }) {
  const t = useTranslate()
  return <QRCodeSVG value={url} size={SIDE_PX} level="Q" marginSize={0} title={t('app.qr')} className="max-w-full" />
}

/** The number that the app asks for; alone once the code has been scanned. */
export function CodeNumber({ number, isLarge = false }: { number: number; isLarge?: boolean }) {
  const t = useTranslate()
  const size = isLarge ? 'text-[7.5rem]' : 'min-w-22 flex-none rounded-field bg-tint px-4.5 py-3 text-[2.75rem]'
  return (
    <p className={`text-center leading-none font-bold tracking-[-0.02em] text-brand tabular-nums ${size}`}>
      <span className="sr-only">{`${t('app.number')} `}</span>
      <strong translate="no" className="font-bold">
        {number}
      </strong>
    </p>
  )
}

/** How long the code can be scanned, and its number be picked. */
export function TimeLeft({ until }: { until: number }) {
  const t = useTranslate()
  const { label } = useCountdown(until)
  return <p className="mt-3 text-ink-soft tabular-nums">{t('app.timeLeft', { time: label })}</p>
}
