import { useTranslate } from '#i18n/language.ts'
import { OopsArt } from '#ui/art/oops-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

/** A website's request that leads nowhere. The address says why, for the website's developer; a visitor starts again. */
export function RequestProblem() {
  const t = useTranslate()
  return <ResultPage title={t('requestProblem.title')} lede={t('requestProblem.text')} art={<OopsArt />} />
}
