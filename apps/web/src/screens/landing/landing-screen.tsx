import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Fragment } from 'react'
import type { AskingProvider } from '@avouch/contract'
import type { OfAge } from '@avouch/phrases'
import { useTranslate } from '#i18n/language.ts'
import { RichText } from '#i18n/rich-text.tsx'
import { BackToWebsite, NotNow, StartAfresh } from '#screens/layout/exit-links.tsx'
import { type LinkTarget, onLinkClick } from '#router/link.tsx'
import type { RequestEnd, WayBack } from '#visit/intent.ts'
import { AgeArt, OopsArt, Stage, WalletArt } from '#ui/art/art.tsx'
import { Answer } from '#ui/slip.tsx'
import { BUTTONS } from '@avouch/design/button'
import { Heading, Lede } from '#ui/heading.tsx'
import { CallIcon, GoIcon, LockIcon, PhoneIcon, QrIcon, ServerIcon, WatchIcon } from '@avouch/design/icons'
import { Provider } from '#ui/provider.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { MoreLink } from './more-link.tsx'
import { type Bill, BillSlip, PaymentScreen } from './payment-screen.tsx'

export type LandingScreenProps = {
  /** The app's address, or that of the page with the code to scan, with the query of this visit. */
  appHref: string
  onApp: (event: { preventDefault(): void }) => void
  payment: boolean
  /** True while the provider is fetched: space is reserved for its name. */
  pending: boolean
  /** The page that asks an age app; undefined where the request does not accept one. */
  ageApp: LinkTarget | undefined
  /** True where the request accepts ID wallets, and no age app. */
  walletOnly: boolean
  /** True where accounts can answer. */
  byAccount: boolean
  provider: AskingProvider | undefined
  /** The age that the website asks for. */
  asked: OfAge | undefined
  /** The price; undefined until it is known. */
  bill: Bill | undefined
  /** How the request of this visit ended, or why the visit has none. */
  end: RequestEnd
  /** The sign-in, with the page's query. */
  start: LinkTarget
  wayBack: WayBack | undefined
}

const FACTS = [
  { text: 'landing.factTime', Icon: WatchIcon },
  { text: 'landing.factCall', Icon: CallIcon },
  { text: 'landing.factThird', Icon: LockIcon },
  { text: 'landing.factServer', Icon: ServerIcon },
] as const
const bold = { b: (text: string) => <b className="block text-base font-[650] text-ink">{text}</b> }

export function LandingScreen(props: LandingScreenProps) {
  const t = useTranslate()
  if (props.end !== undefined)
    return (
      <ResultPage
        title={t('landing.title')}
        heading={t(props.end.title)}
        lede={t(props.end.text)}
        art={
          props.end.title === 'ended.paid' ? (
            <WalletArt />
          ) : props.end.title === 'ended.answered' ? (
            <AgeArt />
          ) : (
            <OopsArt />
          )
        }
      >
        {props.bill === undefined ? null : <BillSlip provider={props.provider?.name} bill={props.bill} />}
        {props.wayBack === undefined ? <StartAfresh /> : <BackToWebsite wayBack={props.wayBack} />}
        <p>
          <MoreLink page="faq" />
        </p>
      </ResultPage>
    )
  return props.payment ? <PaymentScreen {...props} /> : <Ways {...props} />
}

function Ways(props: LandingScreenProps) {
  const { pending, ageApp, byAccount, provider, asked, wayBack } = props
  const t = useTranslate()
  return (
    <Fragment>
      <div className="grid grid-cols-1 gap-y-6 min-[700px]:grid-cols-[minmax(0,1fr)_min(440px,50%)] min-[700px]:grid-rows-[auto_auto_1fr] min-[700px]:gap-x-14 min-[700px]:pt-4">
        <div>
          {pending || provider !== undefined ? <Provider provider={provider} className="mb-5" /> : null}
          <Heading title={t('landing.title')} className="text-hero font-bold tracking-[-0.035em]">
            {t('landing.heading', asked)}
          </Heading>
          <Lede className="max-w-[26em]">
            {provider === undefined ? t('landing.lede') : t('landing.asks', { provider: provider.name })}
          </Lede>
        </div>
        <section
          aria-label={t('landing.ways')}
          className="grid grid-cols-1 content-start gap-3.5 min-[700px]:col-start-2 min-[700px]:row-span-3 min-[700px]:row-start-1"
        >
          {byAccount ? (
            <AccountWays {...props} />
          ) : ageApp === undefined ? null : (
            <p className="grid gap-1.5 text-center">
              <a href={ageApp.href} onClick={onLinkClick(ageApp.onFollow)} className={BUTTONS.primary}>
                {t(props.walletOnly ? 'landing.idWallet' : 'landing.ageApp')}
              </a>
              <span className="text-note text-ink-soft">{t('landing.ageAppText')}</span>
            </p>
          )}
        </section>
        <div className="max-w-none min-[700px]:max-w-[25rem] min-[700px]:pt-2">
          <Answer provider={provider?.name} asked={asked} promised />
        </div>
        <div className="-mt-3 flex flex-wrap content-start items-center gap-x-6">
          <MoreLink />
          <NotNow wayBack={wayBack} />
        </div>
      </div>
      <ul className="mt-[clamp(1.75rem,4vw,3rem)] grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.25rem,34%)),1fr))] gap-x-6 gap-y-5 border-t border-line pt-7 min-[860px]:grid-cols-[repeat(auto-fit,minmax(max(11.5rem,21%),1fr))]">
        {FACTS.map(({ text, Icon }) => (
          <li
            key={text}
            className="flex flex-wrap content-start gap-x-3 gap-y-1.5 text-[.9375rem] leading-snug text-ink-soft"
          >
            <Icon className="size-6 text-brand" />
            <span className="min-w-0 flex-[1_1_8.5rem]">
              <RichText text={t(text)} marks={bold} />
            </span>
          </li>
        ))}
      </ul>
    </Fragment>
  )
}

/** Offers to answer by an account, here or in the app, and by an age app where the request accepts one. */
function AccountWays({ appHref, onApp, ageApp, pending, walletOnly, start }: LandingScreenProps) {
  const t = useTranslate()
  return (
    <Fragment>
      <div className="relative rounded-card border border-line bg-surface shadow-card transition-colors hover:border-brand">
        <Stage className="h-28 sm:h-37 short:hidden">
          <span className="relative h-24 max-w-full sm:h-30">
            <AgeArt />
          </span>
        </Stage>
        <div className="grid grid-cols-1 gap-4 px-5 pt-4.5 pb-5 sm:p-6">
          <p className="text-ink-soft">{t('landing.webText')}</p>
          <h2 className="grid grid-cols-1">
            <a
              href={start.href}
              onClick={onLinkClick(start.onFollow)}
              className={`${BUTTONS.primary} after:absolute after:inset-0 active:translate-none!`}
            >
              <span>{t('landing.web')}</span>
              <GoIcon />
            </a>
          </h2>
        </div>
      </div>
      <h2 className="mt-1.5 text-note font-[650] text-ink-soft">{t('landing.others')}</h2>
      <div className="-mt-1.5 rounded-card border border-line">
        <Way
          href={appHref}
          onClick={onApp}
          title={t('landing.app')}
          icon={
            <Fragment>
              <QrIcon className="size-6 phone:hidden" />
              <PhoneIcon className="hidden size-6 phone:block" />
            </Fragment>
          }
        >
          <span className="phone:hidden">{t('landing.appScan')}</span>
          <span className="hidden phone:inline">{t('landing.appText')}</span>
        </Way>
        {ageApp === undefined ? null : (
          <Way
            href={ageApp.href}
            onClick={onLinkClick(ageApp.onFollow)}
            title={t(walletOnly ? 'landing.idWallet' : 'landing.ageApp')}
            icon={<LockIcon className="size-6" />}
            className={pending ? 'invisible' : ''}
          >
            {t('landing.ageAppText')}
          </Way>
        )}
      </div>
    </Fragment>
  )
}

type WayProps = {
  href: string
  onClick: ReturnType<typeof onLinkClick>
  icon: Elements
  title: string
  className?: string
  children: Content
}

function Way({ href, onClick, icon, title, className = '', children }: WayProps) {
  return (
    <a
      href={href}
      onClick={onClick}
      className={`flex flex-wrap items-center gap-4 border-line px-5 py-4 text-ink no-underline transition-colors not-last:border-b first:rounded-t-card last:rounded-b-card hover:bg-surface ${className}`}
    >
      <span className="grid size-11 place-items-center rounded-field bg-tint text-brand">{icon}</span>
      <div className="flex min-w-0 flex-[1_1_6rem] flex-wrap items-center gap-4">
        <div className="min-w-0 flex-[1_1_6rem]">
          <h3 className="text-base leading-tight font-[650]">{title}</h3>
          <span className="mt-0.5 block text-[.9375rem] leading-snug text-ink-soft">{children}</span>
        </div>
        <GoIcon className="size-5 text-brand" />
      </div>
    </a>
  )
}
