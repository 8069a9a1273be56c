import type { PhraseKey } from '@avouch/phrases'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { OopsArt } from '#ui/art/art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Title, heading, text and action of the message that replaces a screen. */
const MESSAGES = {
  crash: ['crash.title', 'crash.heading', 'crash.text', 'action.refresh'],
  missing: ['notFound.title', 'notFound.title', 'notFound.text', 'action.home'],
  offline: ['state.offlineTitle', 'state.offlineTitle', 'notice.offline', 'action.retry'],
  blocked: ['state.offlineTitle', 'state.offlineTitle', 'notice.blocked', 'action.retry'],
} as const satisfies Record<string, readonly [PhraseKey, PhraseKey, PhraseKey, PhraseKey]>

export type MessageScreenProps = { message: keyof typeof MESSAGES; onAct: () => void }

export function MessageScreen({ message, onAct }: MessageScreenProps) {
  const t = useTranslate()
  const [title, heading, text, action] = MESSAGES[message]
  return (
    <ResultPage title={t(title)} heading={t(heading)} lede={t(text)} art={<OopsArt />}>
      <Button onClick={onAct}>{t(action)}</Button>
    </ResultPage>
  )
}

/** Shows that a screen is being loaded. */
export function LoadingScreen() {
  const t = useTranslate()
  return (
    <p className="grid place-items-center">
      <Spinner label={t('layout.loading')} shown />
    </p>
  )
}
