import type { Elements } from '@avouch/design/jsx-runtime'
import { useTranslate } from '#i18n/language.ts'
import { SupportLink } from '#screens/layout/support-link.tsx'
import { AgeArt } from '#ui/art/art.tsx'
import { onLinkClick } from '#router/link.tsx'
import type { WayBack } from '#visit/intent.ts'
import { BUTTONS, Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'

/** `ended`: the reader's own account was ended. `test`: the request was a test, without an account. */
export type UnderageScreenProps = {
  ended: boolean
  test: boolean
  onLogin: () => void
  wayBack: WayBack | undefined
  /** Shows the step that is left to the holder of the ended account. */
  appeal: Elements
}

export function UnderageScreen({ ended, test, onLogin, wayBack, appeal }: UnderageScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('underage.title')}
      lede={test ? undefined : t(ended ? 'underage.text' : 'underage.case')}
      art={<AgeArt />}
    >
      <Notice kind="info" title={t('underage.later')} silent>
        {t('underage.laterText')}
      </Notice>
      {appeal}
      {wayBack === undefined ? null : (
        <a
          href={wayBack.target.href}
          onClick={onLinkClick(wayBack.target.onFollow)}
          className={`${BUTTONS.primary} wrap-anywhere`}
        >
          {t('complete.back', { provider: wayBack.provider })}
        </a>
      )}
      {test ? null : (
        <Button variant="secondary" onClick={onLogin}>
          {t('underage.login')}
        </Button>
      )}
      <SupportLink says="underage.mistake" />
    </ResultPage>
  )
}
