import { useTranslate } from '#i18n/language.ts'
import { LINK } from '#ui/button.tsx'

/** The start without the request that leads nowhere: a full load, because every link of ours takes the request along. */
export function StartAfresh() {
  const t = useTranslate()
  return (
    <a href="/" className={LINK}>
      {t('action.home')}
    </a>
  )
}
