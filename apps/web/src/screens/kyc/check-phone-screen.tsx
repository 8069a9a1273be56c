import { BUTTONS } from '@avouch/design/button'
import { GoIcon } from '@avouch/design/icons'
import { Notice } from '@avouch/design/notice'
import { useTranslate } from '#i18n/language.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

/** `url`: the identity check; none where a part of the address is missing. */
export type CheckPhoneScreenProps = { from: 'computer' | 'app'; url: string | undefined }

/** A stranger who was sent the code would prove the age of another person: the page asks before it leads on. */
export function CheckPhoneScreen({ from, url }: CheckPhoneScreenProps) {
  const t = useTranslate()
  const title = t('checkPhone.title')
  if (url === undefined)
    return (
      <ResultPage
        title={title}
        heading={t('checkPhone.incomplete')}
        lede={t('checkPhone.incompleteText')}
        art={<PhoneArt />}
      />
    )
  return (
    <ResultPage title={title} heading={t(`checkPhone.${from}`)} lede={t('checkPhone.text')} art={<PhoneArt />}>
      <Notice kind="info" silent>
        {t('checkPhone.warning')}
      </Notice>
      <a href={url} rel="noreferrer" className={BUTTONS.primary}>
        <span>{t('checkPhone.go')}</span>
        <GoIcon />
      </a>
    </ResultPage>
  )
}
