import { BUTTONS } from '@avouch/design/button'
import { useTranslate } from '#i18n/language.ts'
import { onLinkClick, ScreenLink } from '#router/link.tsx'
import type { WayBack } from '#visit/intent.ts'

/** Leads back to the website at the end of a visit, which tells it the outcome. Nothing where no website is known. */
export function BackToWebsite({ wayBack }: { wayBack: WayBack | undefined }) {
  const t = useTranslate()
  if (wayBack === undefined) return null
  return (
    <a
      href={wayBack.target.href}
      onClick={onLinkClick(wayBack.target.onFollow)}
      className={`${BUTTONS.primary} wrap-anywhere`}
    >
      {t('complete.back', { provider: wayBack.provider })}
    </a>
  )
}

/** Leads back to the website without an answer. Nothing where no website is known. */
export function NotNow({ wayBack }: { wayBack: WayBack | undefined }) {
  const t = useTranslate()
  if (wayBack === undefined) return null
  return (
    <p className="text-center wrap-anywhere">
      <ScreenLink target={wayBack.target}>{t('visit.notNow', { provider: wayBack.provider })}</ScreenLink>
    </p>
  )
}

/**
 * Leads to the landing page without the request, which leads nowhere: by a full load, because every link of ours keeps the request.
 * Before hydration, the page's script adds it to links without a target.
 */
export function StartAfresh() {
  const t = useTranslate()
  return (
    <a href="/" target="_self" className={BUTTONS.secondary}>
      {t('action.home')}
    </a>
  )
}
