import { Card, H1, Icon, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'

const NAME = 'Sandbox Ident'
const ABOUT =
  'An invented service for trying things out. No document, no camera, no data about you.|Ein erfundener Dienst zum Ausprobieren. Kein Ausweis, keine Kamera, keine Daten über dich.'

/** The service around every page. */
export function Shell(page: Omit<PageProps, 'site' | 'brand' | 'className'>) {
  const t = useTexts()
  const brand = (
    <p className="flex min-h-11 items-center gap-2.5 font-bold">
      <img src="/assets/identity.svg" alt="" width="28" height="28" />
      {NAME}
    </p>
  )
  const footer = (
    <span className="flex flex-wrap items-center justify-between gap-x-6">
      <span>{t(ABOUT)}</span>
      <a className="flex min-h-11 items-center underline underline-offset-4" href="/desk">
        {t`Review desk|Nachprüfung`}
      </a>
    </span>
  )
  const look = { site: 'identity', of: NAME, className: 'grid content-start gap-6 py-6 pb-14' } as const
  return <Page width="max-w-3xl" {...page} {...look} {...{ brand, footer }} />
}

type NoticeProps = Pick<PageProps, 'title' | 'address' | 'children'>

/** Shows a page with a single message. */
export const Notice = ({ title, address = null, children }: NoticeProps) => (
  <Shell title={title} address={address}>
    <Card className="mx-auto w-full max-w-xl sm:mt-8">
      <Icon path="M10 6v5M10 14v.1M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16z" className="size-10 text-brand" />
      <H1 text={title} />
      {children}
    </Card>
  </Shell>
)
