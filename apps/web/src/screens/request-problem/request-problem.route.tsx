import { useTranslate } from '#i18n/language.ts'
import { useLocation } from '#router/navigation.ts'
import { OopsArt } from '#ui/art/oops-art.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

/**
 * A website's request that leads nowhere. The address says why, for the website's developer; a visitor starts again. The code
 * for an age app, opened on a desktop, is good still.
 */
export function RequestProblem() {
  const t = useTranslate()
  const problem = new URLSearchParams(useLocation().search).get('problem')
  return problem === 'phone' ? (
    <ResultPage title={t('requestProblem.phone')} lede={t('requestProblem.phoneText')} art={<PhoneArt />} />
  ) : (
    <ResultPage title={t('requestProblem.title')} lede={t('requestProblem.text')} art={<OopsArt />} />
  )
}
