import { useTranslate } from '#i18n/language.ts'
import { ScreenLink } from '#router/link.tsx'
import type { WayBack } from '#visit/intent.ts'

/** Back to the website without an answer; nothing where no website asks. */
export function NotNow({ wayBack }: { wayBack: WayBack | undefined }) {
  const t = useTranslate()
  if (wayBack === undefined) return null
  return (
    <p className="text-center wrap-anywhere">
      <ScreenLink target={wayBack.target}>{t('visit.notNow', { provider: wayBack.provider })}</ScreenLink>
    </p>
  )
}
