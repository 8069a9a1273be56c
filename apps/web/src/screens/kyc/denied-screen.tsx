import type { CheckReason } from '@avouch/contract'
import { Fragment } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import type { WayBack } from '#visit/intent.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { Art } from '#ui/art/art.tsx'
import { DocumentShapes } from '#ui/art/document-art.tsx'

export type DeniedScreenProps = {
  /** The end of the check, as its service reported it. */
  status: string | undefined
  /** Why a document was not taken, where the service tells. */
  reason: CheckReason | undefined
  onRetry: () => void
  wayBack: WayBack | undefined
}

const TIPS = ['denied.tipLight', 'denied.tipValid', 'denied.tipData'] as const

/** Names the texts of each end; any other status has those of all. */
const ENDS = {
  MANUAL_REVIEW_REJECTED: { title: 'denied.rejected', text: 'denied.rejectedText', helps: true },
  USER_PROCESS_EXPIRED: { title: 'denied.expired', text: 'denied.expiredText', helps: false },
  DELETED: { title: 'denied.deleted', text: 'denied.deletedText', helps: false },
} as const
const ANY_END = { title: 'denied.title', text: 'denied.text', helps: true } as const
const isEnd = (status: string): status is keyof typeof ENDS => Object.hasOwn(ENDS, status)

export function DeniedScreen({ status = '', reason, onRetry, wayBack }: DeniedScreenProps) {
  const t = useTranslate()
  const { title, text, helps } = isEnd(status) ? ENDS[status] : ANY_END
  return (
    <ResultPage
      title={t(title)}
      lede={
        <Fragment>
          <p>{t(text)}</p>
          {reason === undefined ? null : <p className="mt-2 font-[650] text-ink">{t(`denied.${reason}`)}</p>}
        </Fragment>
      }
      art={<AgainArt />}
    >
      {helps ? (
        <Notice kind="info" title={t('denied.tips')} silent>
          <ul className="grid grid-cols-1 gap-1">
            {(reason === undefined ? TIPS : [`again.${reason}Help` as const]).map((tip) => (
              <li key={tip}>{t(tip)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Button onClick={onRetry}>{t('action.retry')}</Button>
      <NotNow wayBack={wayBack} />
      <SupportLink says="process.support" />
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
