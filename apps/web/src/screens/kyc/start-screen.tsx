import { Fragment } from 'react'
import { WaitingScreen } from './waiting-screen.tsx'
import { errorText, isRefusal } from '#api/error-text.ts'
import { BackToWebsite, StartAfresh } from '#screens/layout/exit-links.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { OopsArt } from '#ui/art/art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import type { WayBack } from '#visit/intent.ts'

export type StartScreenProps = { failure: unknown; onRetry: () => void; wayBack?: WayBack | undefined }

/** Shows that the identity check is being opened, or why it cannot be. */
export function StartScreen({ failure, onRetry, wayBack }: StartScreenProps) {
  const t = useTranslate()
  if (failure === null)
    return <WaitingScreen title={t('kyc.title')} heading={t('kyc.starting')} text={t('kyc.startingText')} />

  const used = isRefusal(failure, 'mintid_used', 'mintid_not_exist', 'invalid_request')
  return (
    <ResultPage
      title={t('kyc.title')}
      heading={used ? t('landing.intentGone') : t('kyc.unavailable')}
      art={used ? <ClockArt /> : <OopsArt />}
    >
      <Notice kind="error" silent>
        {isRefusal(failure, 'invalid_request') ? t('landing.incomplete') : errorText(t, failure)}
      </Notice>
      {used ? (
        <Fragment>
          <BackToWebsite wayBack={wayBack} />
          <StartAfresh />
        </Fragment>
      ) : (
        <Button onClick={onRetry}>{t('action.retry')}</Button>
      )}
    </ResultPage>
  )
}
