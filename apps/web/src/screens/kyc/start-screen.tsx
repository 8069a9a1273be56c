import { type AppError, HOUR_MS, SECOND_MS } from '@avouch/contract'
import { Fragment } from 'react'
import { WaitingScreen } from './waiting-screen.tsx'
import { errorText } from '#i18n/error-text.ts'
import { isRefusal } from '#api/failures.ts'
import { BackToWebsite, NotNow, StartAfresh } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { OopsArt } from '#ui/art/art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import type { WayBack } from '#visit/intent.ts'

export type StartScreenProps = { failure: unknown; onRetry: () => void; wayBack?: WayBack | undefined }

/** The wait if the server names none: the whole hour. */
const minutesUntilNext = ({ details }: AppError) => Math.ceil((details.retry_after ?? HOUR_MS / SECOND_MS) / 60)

/** Shows that the identity check is being opened, or why it cannot be. */
export function StartScreen({ failure, onRetry, wayBack }: StartScreenProps) {
  const t = useTranslate()
  if (failure === null)
    return <WaitingScreen title={t('kyc.title')} heading={t('kyc.starting')} text={t('kyc.startingText')} />

  const isLimit = isRefusal(failure, 'too_many_requests')
  const used = isRefusal(failure, 'mintid_used', 'mintid_not_exist', 'invalid_request')
  return (
    <ResultPage
      title={t('kyc.title')}
      heading={t(used ? 'landing.intentGone' : isLimit ? 'kyc.limit' : 'kyc.unavailable')}
      art={used ? <ClockArt /> : <OopsArt />}
    >
      <Notice kind="error" silent>
        {isRefusal(failure, 'invalid_request')
          ? t('landing.incomplete')
          : isLimit
            ? t('kyc.limitText', { minutes: minutesUntilNext(failure) })
            : errorText(t, failure)}
      </Notice>
      {used ? (
        <Fragment>
          <BackToWebsite wayBack={wayBack} />
          <StartAfresh />
        </Fragment>
      ) : (
        <Fragment>
          <Button onClick={onRetry}>{t('action.retry')}</Button>
          <NotNow wayBack={wayBack} />
          <SupportLink says="process.support" />
        </Fragment>
      )}
    </ResultPage>
  )
}
