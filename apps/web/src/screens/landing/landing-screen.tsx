import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/brand.ts'
import { codeText } from '#i18n/code-text.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'
import { Button } from '#ui/button.tsx'
import { Card, Cards } from '#ui/card.tsx'
import { PhoneIcon, ScreenIcon, TickIcon, WalletIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { StartAfresh } from '#screens/layout/start-afresh.tsx'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/way-back.ts'
import { RichText } from '#i18n/rich-text.tsx'

export type LandingScreenProps = {
  /** The app's own address, or where there is something to scan, with the query of this visit. */
  appHref: string
  onApp: (event: { preventDefault(): void }) => void
  payment: boolean
  /** The provider is still being fetched: space is reserved for its name. */
  pending: boolean
  provider: string | undefined
  /** What is to be paid, in minor units; none while it is not known. */
  bill: { amount: number; currency: string; description: string } | undefined
  /** Why the code of this visit leads nowhere. */
  gone: 'mintid_not_exist' | 'mintid_used' | undefined
  onWithoutApp: () => void
  wayBack: WayBack | undefined
}

const FACTS = ['landing.factTime', 'landing.factCall', 'landing.factThird', 'landing.factServer'] as const
const bold = { b: (text: string) => <b className="font-semibold text-ink">{text}</b> }

export function LandingScreen(props: LandingScreenProps) {
  const t = useTranslate()
  if (props.gone !== undefined)
    return (
      <Page title={t('landing.title')} heading={t('landing.intentGone')}>
        <div className="mt-6">
          <Notice kind="error">{codeText(t, props.gone)}</Notice>
        </div>
        <p className="mt-6">
          <StartAfresh />
        </p>
      </Page>
    )
  return props.payment ? <Payment {...props} /> : <Ways {...props} />
}

function Asks({ provider }: { provider: string | undefined }) {
  const t = useTranslate()
  if (provider === undefined) return <p className="mb-4 h-9.5" aria-hidden="true" />
  return (
    <p className="mb-4 min-h-9.5 inline-flex max-w-full wrap-anywhere items-center gap-2 rounded-full bg-tint py-1.5 ps-1.5 pe-4 text-[.95rem] leading-tight">
      <span
        aria-hidden="true"
        className="grid size-[26px] flex-none place-items-center rounded-full bg-brand text-[.8rem] font-bold text-brand-ink"
      >
        {Array.from(provider)[0]?.toUpperCase()}
      </span>
      {t('landing.asks', { provider })}
    </p>
  )
}

function Ways({ appHref, onApp, pending, provider, onWithoutApp, wayBack }: LandingScreenProps) {
  const t = useTranslate()
  return (
    <Page
      title={t('landing.title')}
      heading={t('landing.heading')}
      above={pending || provider !== undefined ? <Asks provider={provider} /> : undefined}
      lede={provider === undefined ? t('landing.lede') : t('landing.ledeProvider', { provider })}
    >
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button onClick={onWithoutApp}>{t('landing.start')}</Button>
        <MoreLink />
      </div>
      <Cards label={t('landing.ways')}>
        <Card
          icon={<PhoneIcon className="size-[34px]" />}
          title={t('landing.app')}
          text={t('landing.appText')}
          go={t('landing.appGo')}
          href={appHref}
          onPress={onApp}
        />
        <Card
          icon={<ScreenIcon className="size-[34px]" />}
          title={t('landing.web')}
          text={t('landing.webText')}
          go={t('landing.webGo')}
          onPress={onWithoutApp}
        />
      </Cards>
      <ul className="mt-9 grid grid-cols-[repeat(auto-fit,minmax(190px,1fr))] gap-x-6 gap-y-3.5 border-t border-line pt-6">
        {FACTS.map((fact) => (
          <li key={fact} className="flex items-baseline gap-2.5 text-[.98rem] text-ink-soft">
            <TickIcon className="size-4.5 translate-y-[3px] text-ok" />
            <span>
              <RichText text={t(fact)} marks={bold} />
            </span>
          </li>
        ))}
      </ul>
      <NotNow wayBack={wayBack} />
    </Page>
  )
}

function Bill({
  provider,
  bill,
}: Pick<LandingScreenProps, 'provider'> & { bill: NonNullable<LandingScreenProps['bill']> }) {
  const t = useTranslate()
  const language = useLanguage()
  const rows = [
    ['landing.paymentTo', provider],
    ['landing.paymentFor', bill.description],
  ] as const
  return (
    <dl className="mt-6 max-w-[34rem] rounded-card border border-line bg-surface p-5 shadow-card">
      <div>
        <dt className="text-ink-soft">{t('landing.paymentAmount')}</dt>
        <dd className="text-[2.5rem] leading-tight font-bold tracking-[-0.02em] tabular-nums">
          {money(language, bill.amount, bill.currency)}
        </dd>
      </div>
      {rows.map(([name, value]) => (
        <div key={name} className="mt-3 border-t border-line pt-3">
          <dt className="text-ink-soft">{t(name)}</dt>
          <dd className="font-semibold wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Payment({ appHref, onApp, provider, bill, wayBack }: LandingScreenProps) {
  const t = useTranslate()
  return (
    <Page title={t('landing.paymentHeading')} lede={t('landing.paymentLede')}>
      {bill === undefined ? null : <Bill provider={provider} bill={bill} />}
      <Cards label={t('landing.ways')}>
        <Card
          icon={<WalletIcon className="size-[34px]" />}
          title={t('landing.payment')}
          text={t('landing.paymentText')}
          go={t('landing.appGo')}
          href={appHref}
          onPress={onApp}
        />
      </Cards>
      <p className="mt-6">
        <MoreLink />
      </p>
      <NotNow wayBack={wayBack} />
    </Page>
  )
}

function MoreLink() {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <a
      href={inLanguage(brand.links.more, language)}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex min-h-11 items-center"
    >
      {t('landing.more')}
    </a>
  )
}
