import type { AskingProvider } from '@avouch/contract'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import type { WayBack } from '#visit/intent.ts'
import { WalletArt } from '#ui/art/art.tsx'
import { BUTTONS } from '@avouch/design/button'
import { GoIcon } from '@avouch/design/icons'
import { ResultPage } from '#ui/result-page.tsx'
import { Shaded, Slip, SlipRow } from '#ui/slip.tsx'
import { MoreLink } from './more-link.tsx'

/** The price, in minor units. */
export type Bill = { amount: number; currency: string; description: string }

export type PaymentScreenProps = {
  appHref: string
  onApp: (event: { preventDefault(): void }) => void
  provider: AskingProvider | undefined
  /** Undefined until it is known. */
  bill: Bill | undefined
  wayBack: WayBack | undefined
}

export function PaymentScreen({ appHref, onApp, provider, bill, wayBack }: PaymentScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage title={t('landing.paymentHeading')} lede={t('landing.paymentLede')} art={<WalletArt />}>
      {bill === undefined ? null : <BillSlip provider={provider?.name} bill={bill} />}
      <section aria-label={t('landing.ways')} className="grid grid-cols-1 gap-3">
        <h2 className="sr-only">{t('landing.payment')}</h2>
        <a href={appHref} onClick={onApp} className={BUTTONS.primary}>
          <span>{t('landing.payment')}</span>
          <GoIcon />
        </a>
        <p className="text-note text-ink-soft">{t('landing.paymentText')}</p>
        <NotNow wayBack={wayBack} />
        <p>
          <MoreLink />
        </p>
      </section>
    </ResultPage>
  )
}

/** Shows the sum to be paid, or that was. */
export function BillSlip({ provider, bill }: { provider: string | undefined; bill: Bill }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <Slip title={t('landing.paymentTo', { provider: provider ?? '' })} onCard>
      <SlipRow name={t('landing.paymentAmount')}>
        <span className="text-[1.375rem] font-[680] text-ink tabular">
          {money(language, bill.amount, bill.currency)}
        </span>
      </SlipRow>
      <SlipRow name={t('landing.paymentFor')}>
        <bdi className="wrap-anywhere text-end text-ink">{bill.description}</bdi>
      </SlipRow>
      <SlipRow name={t('answer.name')}>
        <Shaded />
        <span className="min-w-0">{t('answer.private')}</span>
      </SlipRow>
    </Slip>
  )
}
