import { Fragment } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from '#i18n/language.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useAgeAppText } from './age-app-text.ts'
import { Fold } from './fold.tsx'

const SHORT_PX = 230
/** The lowest error correction: a whole request has many modules. */
const WHOLE_PX = 400

/** Placeholder of the final size, so that nothing shifts when the codes arrive. */
type AgeQrProps = { shown?: { short: string; whole: string; until: number; fetched: boolean } }

/** Shows a short code first, and the whole request for apps that follow no address. */
export function AgeQr({ shown }: AgeQrProps) {
  const t = useTranslate()
  const { short = '', whole = '', until = 0, fetched = false } = shown ?? {}
  const coming = shown === undefined ? 'invisible' : ''
  const said = useAgeAppText()
  const { label } = useCountdown(until)
  return (
    <Fragment>
      {fetched ? null : (
        <div className="mx-auto grid size-70 max-w-full place-items-center rounded-card border border-line bg-white forced-color-adjust-none max-[359px]:size-62">
          {shown === undefined ? (
            <Spinner label={t('layout.loading')} />
          ) : (
            <QRCodeSVG value={short} size={SHORT_PX} level="Q" title={said('ageApp.qr')} className="max-w-full" />
          )}
        </div>
      )}
      <p className={`text-ink-soft tabular ${coming}`}>{said('ageApp.timeLeft', { time: label })}</p>
      <div className={`text-start ${coming}`}>
        <Fold title={said('ageApp.whole')}>
          <p>{said('ageApp.wholeText')}</p>
          <div className="grid w-full place-items-center rounded-card border border-line bg-white p-4 forced-color-adjust-none">
            <QRCodeSVG
              value={whole}
              size={WHOLE_PX}
              level="L"
              title={said('ageApp.qr')}
              className="h-auto w-full max-w-full"
            />
          </div>
        </Fold>
      </div>
    </Fragment>
  )
}

/** Shows digits that screen readers read one by one. */
export const ShownDigits = ({ digits }: { digits: string }) => (
  <p
    translate="no"
    className="rounded-field bg-tint px-4.5 py-3 text-[2.75rem] leading-none font-bold text-brand tabular"
    aria-label={Array.from(digits).join(' ')}
    role="img"
  >
    {digits}
  </p>
)
