import type { Elements } from '@avouch/design/jsx-runtime'
import { useTranslate } from '#i18n/language.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type WaitingScreenProps = {
  title: string
  heading: string
  text?: string
  art?: Elements
  /** Says what the visitor waits for. */
  label?: string
  children?: Elements
  /** The usual time, as of `Spinner`. */
  usual?: number | undefined
}

/** Shows that something is under way, and that the visitor need not do anything. */
export function WaitingScreen({
  title,
  heading,
  text,
  art = <DocumentArt />,
  label,
  children,
  ...wait
}: WaitingScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage title={title} heading={heading} lede={text} art={art}>
      <div className="grid min-h-11 place-items-center">
        <Spinner label={label ?? t('layout.loading')} shown={label !== undefined} className="size-8" {...wait} />
      </div>
      {children}
    </ResultPage>
  )
}
