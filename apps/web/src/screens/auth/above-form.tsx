import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { nextScreen } from '@avouch/journey'
import { codeText } from '#i18n/code-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { useIsSignedIn } from '#api/session.ts'
import { useIsHydrated } from '#router/hydrated.ts'
import { navigate, useSearch } from '#router/navigation.ts'
import { BackToWebsite } from '#screens/layout/back-to-website.tsx'
import { useIntent } from '#visit/intent.ts'
import { useWayBack } from '#visit/way-back.ts'

/**
 * Says before number, PIN and SMS that the request is over, which the server knows, or that there is a session already, which only
 * the browser knows. The form stays usable.
 */
export function AboveForm() {
  const t = useTranslate()
  const { mintid } = useSearch()
  const { gone } = useIntent(mintid)
  const wayBack = useWayBack(mintid)
  const isHydrated = useIsHydrated()
  const isSignedIn = useIsSignedIn() && isHydrated
  const isGone = gone !== undefined
  if (!isGone && !isSignedIn) return null
  const wrong = gone === 'incomplete' ? t('landing.incomplete') : isGone ? codeText(t, gone) : undefined
  return (
    <div className="mb-5">
      <Notice kind="info" title={t(isGone ? 'landing.intentGone' : 'loggedIn.title')}>
        {wrong === undefined ? null : <p className="mb-3">{wrong}</p>}
        {isGone ? (
          <BackToWebsite wayBack={wayBack} />
        ) : (
          <Button className="mt-3" onClick={() => void navigate({ to: nextScreen('LOG_IN', 'codeConfirmed') })}>
            {t('complete.goOn')}
          </Button>
        )}
      </Notice>
    </div>
  )
}
