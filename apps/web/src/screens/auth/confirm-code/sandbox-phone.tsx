import { useTranslate } from '#i18n/language.ts'
import { settings } from '#settings/page-settings.ts'
import { LINK } from '@avouch/design/button'

/** Links to the SMS of a demonstration; never shows what is in it. */
export function SandboxPhone() {
  const t = useTranslate()
  if (settings.sandboxPhoneUrl === null) return null
  return (
    <p className="mt-5 rounded-field border-[1.5px] border-dashed border-line-strong px-4 py-1">
      <a href={settings.sandboxPhoneUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
        {t('confirmCode.sandboxPhone')}
      </a>
    </p>
  )
}
