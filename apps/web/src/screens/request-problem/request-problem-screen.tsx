import { BUTTONS, Button } from '@avouch/design/button'
import { useTranslate } from '#i18n/language.ts'
import { StartAfresh } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import { OopsArt } from '#ui/art/art.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

export type RequestProblemScreenProps = {
  /** True for a code for an age app that was opened on a desktop, and is still valid. */
  isForPhone: boolean
  /** True for a request that was probably begun in another browser. */
  isElsewhere: boolean
  /** Address that opens the app on this device, which may be a tablet. */
  hereHref: string | undefined
  /** True if the website's page is before this one in the tab; undefined until hydration. */
  canGoBack: boolean | undefined
  onBack: () => void
}

/** Explains that a website's request leads nowhere. It names no website; Back leads there. */
export function RequestProblemScreen({
  isForPhone,
  isElsewhere,
  hereHref,
  canGoBack,
  onBack,
}: RequestProblemScreenProps) {
  const t = useTranslate()
  const said = isForPhone
    ? { title: t('requestProblem.phone'), lede: t('requestProblem.phoneText'), art: <PhoneArt /> }
    : {
        title: t(isElsewhere ? 'requestProblem.browser' : 'requestProblem.title'),
        lede: t(isElsewhere ? 'requestProblem.browserText' : 'requestProblem.text'),
        art: <OopsArt />,
      }
  return (
    <ResultPage {...said}>
      {hereHref === undefined ? null : (
        <a href={hereHref} className={BUTTONS.secondary}>
          {t('requestProblem.here')}
        </a>
      )}
      <div className="grid min-h-13.5 grid-cols-1 items-center">
        {canGoBack === false ? (
          <p>{t('complete.mayClose')}</p>
        ) : (
          <Button onClick={onBack} className={canGoBack === undefined ? 'invisible' : ''}>
            {t('complete.backNoProvider')}
          </Button>
        )}
      </div>
      <StartAfresh />
      <SupportLink says="requestProblem.support" />
    </ResultPage>
  )
}
