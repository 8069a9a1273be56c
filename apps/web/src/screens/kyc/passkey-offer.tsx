import { Button } from '@avouch/design/button'
import { useEffect, useState } from 'react'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { inBrowser, readItem, writeItem } from '#api/storage.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { prefetch } from '#router/prefetch.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { canUsePasskeys } from '#visit/passkey-ability.ts'

/** Names the item of a visitor who wants no offer any more. It names no account. */
const DECLINED = 'passkey_offer'
const ENDS = { made: 'passkey.made', known: 'passkey.known', late: 'passkey.late' } as const

/** Offers a passkey to an account without one, until the visitor declines. */
export function PasskeyOffer() {
  const t = useTranslate()
  const failure = useFailureNotice()
  const [page] = useState(() => new AbortController())
  const [state, setState] = useState<'none' | 'open' | 'busy' | keyof typeof ENDS>('none')
  useEffect(() => {
    if (!canUsePasskeys() || readItem(inBrowser, DECLINED) !== undefined) return
    prefetch(async () => {
      const { lacksPasskey } = await import('#visit/make-passkey.ts')
      if (await lacksPasskey()) setState((now) => (now === 'none' ? 'open' : now))
    })
  }, [])
  useEffect(() => () => page.abort(), [page])
  const make = async () => {
    failure.dismiss()
    setState('busy')
    try {
      const end = await (await import('#visit/make-passkey.ts')).makePasskey({ over: page.signal })
      setState(end === 'cancelled' ? 'open' : end)
    } catch (error) {
      const isLate = isRefusal(error, 'sign_in_again')
      if (!isLate) failure.show(errorText(t, error))
      setState(isLate ? 'late' : 'open')
    }
  }
  const decline = () => {
    writeItem(inBrowser, DECLINED, 'no')
    setState('none')
  }
  if (state === 'none') return null
  if (state !== 'open' && state !== 'busy')
    return (
      <p role="status" className="border-t border-line pt-5 text-ink-soft">
        {t(ENDS[state])}
      </p>
    )
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <div>
        <h2 className="font-[650]">{t('passkey.offer')}</h2>
        <p className="text-ink-soft">{t('passkey.offerText')}</p>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1">
        <Button variant="secondary" busy={state === 'busy'} onClick={() => inBackground(make())}>
          {t('passkey.make')}
        </Button>
        <Button variant="quiet" onClick={decline}>
          {t('passkey.decline')}
        </Button>
      </div>
    </section>
  )
}
