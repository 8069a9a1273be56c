import { BUTTONS } from '@avouch/design/button'
import { useTranslate } from '#i18n/language.ts'
import { onLinkClick } from '#router/link.tsx'
import type { WayBack } from '#visit/intent.ts'

/** Leads back where the visit is over, so that the website learns how it ended. Nothing where no website is known. */
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
