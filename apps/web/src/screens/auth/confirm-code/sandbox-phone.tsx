import { useTranslate } from '#i18n/language.ts'
import { settings } from '#settings/page-settings.ts'
import { LINK } from '#ui/button.tsx'

/** Where the SMS of a demonstration lies; never what is in it. */
export function SandboxPhone() {
  const t = useTranslate()
  if (settings.sandboxPhoneUrl === null) return null
  return (
    <p className="mt-3">
      <a href={settings.sandboxPhoneUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
        {t('confirmCode.sandboxPhone')}
      </a>
    </p>
  )
}
