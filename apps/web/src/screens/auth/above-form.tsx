import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { useTranslate } from '#i18n/language.ts'
import { useIsSignedIn } from '#api/session.ts'
import { inTab, readItem } from '#api/storage.ts'
import { useIsHydrated } from '#router/hydrated.ts'
import { navigate, useSearch } from '#router/navigation.ts'
import { BackToWebsite } from '#screens/layout/exit-links.tsx'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { SIGN_IN_FOR } from '#visit/visitor.ts'

/** Says above the form that the request is over, or that the visitor has a session already. The form stays usable. */
export function AboveForm() {
  const t = useTranslate()
  const { mintid } = useSearch()
  const { end } = useIntent(mintid)
  const wayBack = useWayBack(mintid)
  const isHydrated = useIsHydrated()
  // A page of the account needs another sign-in.
  const isSignedIn = useIsSignedIn() && isHydrated && readItem(inTab, SIGN_IN_FOR) === undefined
  if (end === undefined && !isSignedIn) return null
  return (
    <div className="mb-5">
      <Notice kind="info" title={t(end?.title ?? 'loggedIn.title')}>
        {end === undefined ? null : <p className="mb-3">{t(end.text)}</p>}
        {end !== undefined ? (
          <BackToWebsite wayBack={wayBack} />
        ) : (
          <Button className="mt-3" onClick={() => void navigate({ to: '/check' })}>
            {t('complete.goOn')}
          </Button>
        )}
      </Notice>
    </div>
  )
}
