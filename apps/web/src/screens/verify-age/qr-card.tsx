import { QRCodeSVG } from 'qrcode.react'
import { useCountdown } from '#ui/countdown.ts'
import { useTranslate } from '#i18n/language.ts'

const SIDE_PX = 230

export type QrCardProps = { url: string; number: number; until: number }

/** The code on white, which cameras want whatever the colours around, and the number beside it. */
export function QrCard({ url, number, until }: QrCardProps) {
  const t = useTranslate()
  const { label } = useCountdown(until)
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-5">
      <div className="rounded-card bg-white p-5 shadow-card forced-color-adjust-none">
        <QRCodeSVG value={url} size={SIDE_PX} level="Q" marginSize={0} title={t('app.qr')} />
      </div>
      <div className="max-w-[13.5rem]">
        <p className="text-ink-soft">{t('app.number')}</p>
        <p className="text-[3.25rem] leading-none font-bold tracking-[.04em] tabular-nums">{number}</p>
        <p className="mt-2 text-[.98rem] text-ink-soft">{t('app.numberText')}</p>
        <p className="mt-3 text-[.98rem] text-ink-soft tabular-nums">{t('app.timeLeft', { time: label })}</p>
      </div>
    </div>
  )
}
