import type { ReactNode } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Page } from '#ui/page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type WaitingScreenProps = {
  title: string
  heading: string
  text?: string
  children?: ReactNode
  /** As of the spinner. */
  usual?: number | undefined
}

/** Something is under way, and the visitor need not do anything. */
export function WaitingScreen({ title, heading, text, children, ...wait }: WaitingScreenProps) {
  const t = useTranslate()
  return (
    <Page
      title={title}
      heading={heading}
      lede={text}
      above={
        <div className="mb-6">
          <Spinner label={t('layout.loading')} className="size-14" {...wait} />
        </div>
      }
    >
      {children === undefined ? null : <div className="mt-7 grid justify-items-start gap-4">{children}</div>}
    </Page>
  )
}
