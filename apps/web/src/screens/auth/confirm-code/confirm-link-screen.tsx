import { useLanguage, useTranslate } from '#i18n/language.ts'
import { clockTime } from '#i18n/locale.ts'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { Button } from '@avouch/design/button'
import { SmsArt } from '#ui/art/sms-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { Resend } from './resend.tsx'
import { SandboxPhone } from './sandbox-phone.tsx'

export type ConfirmLinkScreenProps = {
  /** The number, as it may be shown. */
  phone: string
  /** The whole number, for the visitor to check. */
  wholePhone: string
  /** The SMS has a link; else its 16 characters alone. */
  linkInSms: boolean
  requestedAt: number
  resendAt: number
  onResend: () => Promise<void>
  onWrongNumber: () => void
  wayBack: LinkTarget
}

/** In place of the six boxes: the SMS carries a one-time link, which works where it is opened or typed in. */
export function ConfirmLinkScreen(props: ConfirmLinkScreenProps) {
  const { phone, wholePhone, linkInSms, requestedAt, resendAt, onResend, onWrongNumber, wayBack } = props
  const t = useTranslate()
  const language = useLanguage()
  return (
    <FlowPage
      title={t(linkInSms ? 'confirmLink.title' : 'confirmLink.charactersTitle')}
      lede={t('confirmLink.why', { phone })}
      art={<SmsArt />}
    >
      <div className="mt-5 grid gap-3">
        <p>{t(linkInSms ? 'confirmLink.open' : 'confirmLink.characters')}</p>
        <p>
          {linkInSms && t('confirmLink.otherDevice')} <ScreenLink target={wayBack}>{t('confirmLink.type')}</ScreenLink>
        </p>
        <p className="text-note text-ink-soft">
          {t('confirmLink.requestedAt', { time: clockTime(language, requestedAt) })}
        </p>
      </div>
      <SandboxPhone />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-[.9375rem]">
        <Resend of="link" wholePhone={wholePhone} resendAt={resendAt} onResend={onResend} />
        <Button variant="link" onClick={onWrongNumber}>
          {t('confirmCode.wrongNumber')}
        </Button>
      </div>
    </FlowPage>
  )
}
