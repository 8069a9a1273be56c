import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { WarnIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { ScreenLink } from '#router/link.tsx'
import type { WayBack } from '#visit/way-back.ts'

export type UnderageScreenProps = { onLogin: () => void; wayBack: WayBack | undefined }

export function UnderageScreen({ onLogin, wayBack }: UnderageScreenProps) {
  const t = useTranslate()
  return (
    <Page
      title={t('underage.title')}
      above={
        <span className="mb-5 grid size-[72px] place-items-center rounded-full bg-danger-tint text-danger">
          <WarnIcon className="size-9" />
        </span>
      }
      lede={t('underage.text')}
    >
      <Button className="mt-6" onClick={onLogin}>
        {t('underage.login')}
      </Button>
      {wayBack === undefined ? null : (
        <p className="mt-6 wrap-anywhere">
          <ScreenLink target={wayBack.target}>{t('complete.back', { provider: wayBack.provider })}</ScreenLink>
        </p>
      )}
    </Page>
  )
}
