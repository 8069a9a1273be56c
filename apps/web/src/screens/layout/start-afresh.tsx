import { useTranslate } from '#i18n/language.ts'
import { BUTTONS } from '@avouch/design/button'

/**
 * The start without the request that leads nowhere: a full load, because every link of ours takes the request along. Before
 * hydration links without a target do so too.
 */
export function StartAfresh() {
  const t = useTranslate()
  return (
    <a href="/" target="_self" className={BUTTONS.secondary}>
      {t('action.home')}
    </a>
  )
}
