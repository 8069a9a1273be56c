import type { Elements } from '@avouch/design/jsx-runtime'
import type { OfAge } from '@avouch/phrases'
import { useState } from 'react'
import { inBackground } from '#api/report.ts'
import { Answer } from '#ui/slip.tsx'
import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, onLinkClick } from '#router/link.tsx'
import { Button, BUTTONS } from '@avouch/design/button'
import { SealArt } from '#ui/art/seal-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type ApprovedScreenProps = {
  provider: string | undefined
  asked: OfAge | undefined
  /** Undefined where no provider waits for an answer. */
  onComplete: (() => Promise<void>) | undefined
  /** True once it was refused, and the page is about to be left. */
  failed: boolean
  account: LinkTarget
  /** Comes last. */
  offer: Elements
}

export function ApprovedScreen({ provider, asked, onComplete, failed, account, offer }: ApprovedScreenProps) {
  const t = useTranslate()
  const [completing, setCompleting] = useState(false)

  const lede = t(onComplete === undefined ? 'approved.textNoIntent' : 'approved.text')
  const complete = () => {
    setCompleting(true)
    inBackground(onComplete?.().finally(() => setCompleting(false)))
  }
  return (
    <ResultPage title={t('approved.title')} heading={t('approved.heading')} lede={lede} art={<SealArt />}>
      {onComplete === undefined ? (
        <a href={account.href} onClick={onLinkClick(account.onFollow)} className={BUTTONS.primary}>
          {t('layout.account')}
        </a>
      ) : (
        <Answer provider={provider} asked={asked} />
      )}
      {onComplete === undefined ? null : (
        <Button busy={completing || failed} onClick={complete}>
          {completing ? <Spinner className="size-5" label={t('layout.loading')} /> : null}
          <span>{provider === undefined ? t('approved.buttonNoProvider') : t('approved.button', { provider })}</span>
        </Button>
      )}
      {onComplete === undefined ? null : <p className="text-note text-ink-soft">{t('approved.next')}</p>}
      {offer}
    </ResultPage>
  )
}
