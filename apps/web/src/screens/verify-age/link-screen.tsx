import { useTranslate } from '#i18n/language.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { AppAbout } from './app-about.tsx'
import { GetTheApp, type GetTheAppProps } from './get-the-app.tsx'

/** Where the code leads when the phone's own camera scanned it. */
export function LinkScreen(props: Omit<GetTheAppProps, 'isProminent'>) {
  const t = useTranslate()
  return (
    <Page title={t('app.title')} heading={t('app.linkHeading')} lede={t('app.linkText')} aside={<AppAbout />}>
      <div className="mt-6 grid justify-items-start gap-8">
        <Notice kind="info" silent>
          {t('app.linkWarning')}
        </Notice>
        <GetTheApp {...props} isProminent />
      </div>
    </Page>
  )
}
