import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'

export function Loading() {
  const t = useTranslate()
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-ink-soft">
      <svg
        viewBox="0 0 40 40"
        className="size-7 flex-none animate-turn text-brand"
        fill="none"
        strokeWidth="4"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="17" className="stroke-tint" />
        <path d="M20 3a17 17 0 0 1 17 17" stroke="currentColor" strokeLinecap="round" />
      </svg>
      <span>{t('state.loading')}</span>
    </p>
  )
}

/** Explains an empty list, and how to fill it. */
export const Empty = ({ title, children }: { title: string; children?: Content }) => (
  <div className="rounded-field border border-dashed border-line-strong px-5 py-7 text-center">
    <p className="font-[650]">{title}</p>
    {children === undefined ? null : <div className="mx-auto mt-1 max-w-[52ch] text-ink-soft">{children}</div>}
  </div>
)

export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslate()
  return (
    <Notice kind="error" title={t('state.failed')}>
      <p>{errorText(t, error)}</p>
      <Button variant="link" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </Notice>
  )
}

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => Elements
}

/** Shows a query's answer, its progress or its failure. The last answer stays during a refetch. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  return <Loading />
}
