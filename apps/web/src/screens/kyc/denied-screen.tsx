import type { CheckReason } from '@avouch/contract'
import { Fragment } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import type { WayBack } from '#visit/intent.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { Art } from '#ui/art/art.tsx'
import { DocumentShapes } from '#ui/art/document-art.tsx'

export type DeniedScreenProps = {
  /** Why a document was not taken, where the service tells. */
  reason: CheckReason | undefined
  onRetry: () => void
  wayBack: WayBack | undefined
}

const TIPS = ['denied.tipLight', 'denied.tipValid', 'denied.tipData'] as const

export function DeniedScreen({ reason, onRetry, wayBack }: DeniedScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('denied.title')}
      lede={
        <Fragment>
          <p>{t('denied.text')}</p>
          {reason === undefined ? null : <p className="mt-2 font-[650] text-ink">{t(`denied.${reason}`)}</p>}
        </Fragment>
      }
      art={<AgainArt />}
    >
      <Notice kind="info" title={t('denied.tips')} silent>
        <ul className="grid grid-cols-1 gap-1">
          {TIPS.map((tip) => (
            <li key={tip}>{t(tip)}</li>
          ))}
        </ul>
      </Notice>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}

const AgainArt = () => (
  <Art>
    <DocumentShapes />
    <circle cx="128" cy="88" r="23" className="fill-tint" />
    <circle cx="128" cy="88" r="19" className="art-full" />
    <path
      d="M136.5 84.5a9 9 0 1 0 .5 6m.5-13V85H130"
      className="stroke-surface"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)
