import { useEffect } from 'react'
import { useOnline } from '#lib/connection.ts'
import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

export type OfflineScreenProps = { onRetry: () => void }

/** The screen that was gone to could not be fetched; it comes by itself when the network is back. */
export function OfflineScreen({ onRetry }: OfflineScreenProps) {
  const t = useTranslate()
  const online = useOnline()
  useEffect(() => {
    if (online) onRetry()
  }, [online, onRetry])
  return (
    <Page title={t('state.offlineTitle')} lede={t('state.offline')}>
      <Button className="mt-6" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </Page>
  )
}
