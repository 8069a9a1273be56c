import { Badge, Card, H1, Icon, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'

const NAME = 'Sandbox Ident'
const LINK = 'flex min-h-11 items-center text-small text-brand underline underline-offset-4 ms-auto'
const CARD_ICON =
  'M3 4h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM7 10.500a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM4.500 13.500c.4-1.300 1.300-1.700 2.500-1.700s2.100.4 2.500 1.700M12.500 8.500h3M12.500 11.500h3'

function Brand() {
  return (
    <>
      <p className="flex min-h-11 items-center gap-2 font-bold">
        <Icon path={CARD_ICON} className="size-8 text-brand max-sm:hidden" />
        {NAME}
      </p>
      <Badge className="border-line text-soft max-sm:hidden">Sandbox</Badge>
      <a className={LINK} href="/desk">
        {useTexts()`Review desk|Nachprüfung`}
      </a>
    </>
  )
}

/** The service around every page. */
export const Shell = (page: Omit<PageProps, 'site' | 'brand'>) => (
  <Page
    {...page}
    site="identity"
    of={NAME}
    className="grid content-start gap-6 py-4 pb-14"
    brand={<Brand />}
    footer={useTexts()`An invented service for trying things out. No document, no camera, no data about you.|Ein erfundener Dienst zum Ausprobieren. Kein Ausweis, keine Kamera, keine Daten über dich.`}
  />
)

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
