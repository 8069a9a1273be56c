import { useTranslate } from '#i18n/language.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { AppAbout } from './app-about.tsx'
import { type GetTheAppProps, OpenApp } from './get-the-app.tsx'

/** Opens the app for a code that the phone's camera scanned. */
export function LinkScreen(props: Omit<GetTheAppProps, 'isProminent'>) {
  const t = useTranslate()
  const get = { ...props, isProminent: true }
  return (
    <ResultPage title={t('app.title')} heading={t('app.linkHeading')} lede={t('app.linkText')} art={<PhoneArt />}>
      <Notice kind="info" silent>
        {t('app.linkWarning')}
      </Notice>
      <OpenApp {...get} />
      <AppAbout get={get} />
    </ResultPage>
  )
}
