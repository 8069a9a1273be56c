import { inLanguage } from '@avouch/contract'
import { BUTTONS, Button } from '@avouch/design/button'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { StartAfresh } from '#screens/layout/exit-links.tsx'
import { brand } from '#settings/page-settings.ts'
import { OopsArt } from '#ui/art/art.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

export type RequestProblemScreenProps = {
  /** The code for an age app, opened on a desktop: it is good still. */
  isForPhone: boolean
  /** It began in another browser, as far as this one can say. */
  isElsewhere: boolean
  /** Opens the app on this device, which may be a tablet. */
  hereHref: string | undefined
  /** True if the website's page is before this one in the tab; undefined until the browser has said it. */
  canGoBack: boolean | undefined
  onBack: () => void
}

/** A website's request that leads nowhere. Which website it was, nothing here may say: the tab knows where it came from. */
export function RequestProblemScreen({
  isForPhone,
  isElsewhere,
  hereHref,
  canGoBack,
  onBack,
}: RequestProblemScreenProps) {
  const t = useTranslate()
  const language = useLanguage()
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
      <p>
        <a
          href={inLanguage(brand.links.support, language)}
          target="_blank"
          rel="noopener noreferrer"
          className={BUTTONS.link}
        >
          {t('requestProblem.support')}
        </a>
      </p>
    </ResultPage>
  )
}
