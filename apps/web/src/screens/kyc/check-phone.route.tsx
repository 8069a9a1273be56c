import { BUTTONS } from '@avouch/design/button'
import { GoIcon } from '@avouch/design/icons'
import { Notice } from '@avouch/design/notice'
import { useEffect, useState } from 'react'
import { checkUrlOf, handedOverCode } from './check-phone-address.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { useLocation, useSearch } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { handOver } from '#visit/tab-state.ts'
import { forgetVisit } from '#visit/verification.ts'

/**
 * Leads to a check that was begun elsewhere and is made here without a session. The page asks first: somebody who was sent the code
 * would prove another person's age.
 */
export function Screen() {
  const t = useTranslate()
  // Else the page after the check would lead to the website of this browser's own visit.
  useEffect(forgetVisit, [])
  const { query } = useLocation()
  const { return: returnId } = useSearch()
  const [tc, setTc] = useState(handedOverCode)
  useEffect(() => {
    // Another code in the same tab changes the fragment alone; the skip link has no code.
    const onHash = () => setTc((before) => handedOverCode() ?? before)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  const handedOver = { tc, userConsentDP: query['userConsentDP'], returnId }
  const url = checkUrlOf(handedOver, settings.identityCheck.url, useLanguage())
  const page = { title: t('checkPhone.title'), art: <PhoneArt /> }
  if (url === undefined)
    return <ResultPage {...page} heading={t('checkPhone.incomplete')} lede={t('checkPhone.incompleteText')} />
  const from = query['from'] === 'app' ? 'app' : 'computer'
  return (
    <ResultPage {...page} heading={t(`checkPhone.${from}`)} lede={t('checkPhone.text')}>
      <Notice kind="info" silent>
        {t('checkPhone.warning')}
      </Notice>
      <a href={url} rel="noreferrer" onClick={() => handOver.remember(from)} className={BUTTONS.primary}>
        <span>{t('checkPhone.go')}</span>
        <GoIcon />
      </a>
    </ResultPage>
  )
}
