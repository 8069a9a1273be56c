import { useTranslate } from '#i18n/language.ts'
import { Spinner } from '#ui/spinner.tsx'

/** A screen is on its way. */
export function LoadingScreen() {
  const t = useTranslate()
  return <Spinner label={t('layout.loading')} shown />
}
