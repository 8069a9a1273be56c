import type { ProofWithdrawal } from '@avouch/contract'
import { Fragment, useRef, useState } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { BUTTONS, Button } from '@avouch/design/button'
import { GoIcon } from '@avouch/design/icons'
import { Notice } from '@avouch/design/notice'
import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, onLinkClick } from '#router/link.tsx'
import { NotNow } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import { About, Ticks } from '#ui/about.tsx'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { WayBack } from '#visit/intent.ts'

export type CheckScreenProps = {
  /** here: the check is made on this phone; blind: this browser has no camera for it. */
  device: 'computer' | 'here' | 'blind'
  /** Why an earlier proof counts no more. */
  withdrawn: ProofWithdrawal | undefined
  /** The identity-check service's name, if it has one. */
  service: string | null
  provider: string | undefined
  /** Leads to the same check on another device, or in another browser. */
  elsewhere: string
  /** Starts the check here. */
  start: LinkTarget
  /** A way without a camera, if the website accepts one. */
  ageApp: LinkTarget | undefined
  walletOnly: boolean
  wayBack: WayBack | undefined
}

const STEPS = ['document', 'proof', 'done'] as const
const QR_PX = 230

export function CheckScreen(props: CheckScreenProps) {
  const { device, withdrawn, provider, wayBack } = props
  const t = useTranslate()
  const service = props.service ?? t('check.service')
  return (
    <FlowPage
      title={t('check.title')}
      lede={t('check.lede', { service })}
      art={<DocumentArt />}
      about={
        <About title={t('check.pictures')} art={<DocumentArt />}>
          <Ticks>
            {[
              t('check.picturesService', { service }),
              t('check.picturesUs'),
              provider === undefined ? t('check.picturesWebsite') : t('check.picturesProvider', { provider }),
            ]}
          </Ticks>
        </About>
      }
    >
      {withdrawn === undefined ? null : (
        <div className="mt-6 grid grid-cols-1 gap-3">
          <Notice kind="info" title={t('check.withdrawn')}>
            {t(`check.withdrawn.${withdrawn}`)}
          </Notice>
          <SupportLink says="check.withdrawn.support" />
        </div>
      )}
      {device === 'blind' ? <Blind {...props} /> : null}
      {device === 'computer' ? <OnPhone {...props} /> : null}
      <Steps />
      {device === 'computer' ? null : <Start {...props} />}
      <div className="mt-6">
        <NotNow wayBack={wayBack} />
      </div>
    </FlowPage>
  )
}

function Steps() {
  const t = useTranslate()
  return (
    <ol className="mt-6 grid grid-cols-1 gap-3.5">
      {STEPS.map((step, index) => (
        <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-[2rem] place-items-center rounded-full bg-tint font-[650] text-brand tabular"
          >
            {index + 1}
          </span>
          <div className="pt-0.5 leading-snug">
            <p className="font-[650]">{t(`check.${step}`)}</p>
            <p className="text-ink-soft">{t(`check.${step}Text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Start({ device, start }: CheckScreenProps) {
  const t = useTranslate()
  const isFirst = device === 'here'
  return (
    <div className="mt-7 grid grid-cols-1 gap-2.5 text-center">
      <a href={start.href} onClick={onLinkClick(start.onFollow)} className={BUTTONS[isFirst ? 'primary' : 'secondary']}>
        <span>{t(isFirst ? 'check.start' : 'check.anyway')}</span>
        {isFirst ? <GoIcon /> : null}
      </a>
      <p className="text-note text-ink-soft">{t('check.time')}</p>
    </div>
  )
}

/** Leads to the phone, to which the document is shown. */
function OnPhone({ elsewhere, start }: CheckScreenProps) {
  const t = useTranslate()
  return (
    <Fragment>
      <div className="mt-6 grid grid-cols-1 items-center gap-5 min-[560px]:grid-cols-[auto_minmax(0,1fr)]">
        <div className="grid size-70 max-w-full place-items-center rounded-card border border-line bg-white forced-color-adjust-none max-[359px]:size-62">
          <QRCodeSVG
            value={elsewhere}
            size={QR_PX}
            level="Q"
            marginSize={0}
            title={t('check.qr')}
            className="max-w-full"
          />
        </div>
        <div className="grid grid-cols-1 gap-3">
          <h2 className="text-section leading-tight font-[650] tracking-[-0.02em]">{t('check.phone')}</h2>
          <p className="text-ink-soft">{t('check.phoneText')}</p>
          <Spinner label={t('check.phoneWaiting')} shown className="size-5" usual={undefined} />
        </div>
      </div>
      <div className="mt-5 grid grid-cols-1 gap-2.5 border-b border-line pb-5 text-center">
        <a href={start.href} onClick={onLinkClick(start.onFollow)} className={BUTTONS.secondary}>
          {t('check.computer')}
        </a>
        <p className="text-note text-ink-soft">{t('check.time')}</p>
      </div>
    </Fragment>
  )
}

/** Shows the ways that work in a browser without a camera. */
function Blind({ elsewhere, ageApp, walletOnly }: CheckScreenProps) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<'check.copied' | 'check.notCopied'>()
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(elsewhere)
      setSaid('check.copied')
    } catch {
      // Such browsers often have no clipboard either: the address is selected to be copied.
      setSaid('check.notCopied')
    }
  }
  return (
    <div className="mt-6 grid grid-cols-1 gap-5">
      {ageApp === undefined ? null : (
        <div className="grid gap-2">
          <h2 className="font-[650]">{t('check.without')}</h2>
          <a href={ageApp.href} onClick={onLinkClick(ageApp.onFollow)} className={BUTTONS.secondary}>
            {t(walletOnly ? 'landing.idWallet' : 'landing.ageApp')}
          </a>
        </div>
      )}
      <Notice kind="info" title={t('check.noCamera')} silent>
        {t('check.noCameraText')}
      </Notice>
      <div className="grid gap-2.5">
        <input
          ref={field}
          readOnly
          value={elsewhere}
          aria-label={t('check.address')}
          translate="no"
          onFocus={(event) => event.currentTarget.select()}
          className="h-13 w-full min-w-0 rounded-field border border-line-strong bg-surface px-4 text-base text-ellipsis text-ink-soft"
        />
        <Button onClick={() => void copy()}>{t('check.copy')}</Button>
        <p role="status" className="min-h-6 text-center text-ink-soft">
          {said === undefined ? null : t(said)}
        </p>
      </div>
    </div>
  )
}
