import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { Field } from '../ui/forms.tsx'
import { Badge, Card, Fold, H1, Icon, P, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { TRAVELS, type Travel, WAYS } from './plan.ts'

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

/** A page that says one thing. */
export const Notice = ({ title, children }: { title: Words; children: ReactNode }) => (
  <Shell title={title} address={null}>
    <Card className="mx-auto w-full max-w-xl sm:mt-8">
      <Icon path="M10 6v5M10 14v.1M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16z" className="size-10 text-brand" />
      <H1 text={title} />
      {children}
    </Card>
  </Shell>
)

type TravelProps = {
  /** Keeps the ids of several forms on a page apart. */
  name: string
  /** The form that the fields belong to, when they stand outside of it. */
  form?: string
  chosen?: Travel
}

const SECONDS = { type: 'number', inputMode: 'numeric', min: 0, max: 600 } as const

/** How a report travels: its delay, and what happens to it on the way. */
export function TravelFields({ name, form, chosen = { way: 'once', delaySeconds: 0 } }: TravelProps) {
  const way = { id: `way-${name}`, name: 'way', form, defaultValue: chosen.way }
  const delay = { id: `delay-${name}`, name: 'delay', form, defaultValue: chosen.delaySeconds, ...SECONDS }
  return (
    <div className="@container">
      <div className="grid items-end gap-4 @lg:grid-cols-2">
        <Field {...way} label="On the way|Unterwegs" options={WAYS.map((one) => [one, TRAVELS[one]])} />
        <Field {...delay} label="Seconds before it is sent|Sekunden bis zum Senden" />
      </div>
    </div>
  )
}

/** The same fields, out of sight until they are wanted. */
export const TravelFold = ({ id, ...fields }: TravelProps & { id?: string }) => (
  <Fold id={id} title="For testers: how the report travels|Für Tester: wie die Meldung ankommt">
    {fields.form && (
      <P text="What real networks do sometimes, on purpose.|Was echte Netze manchmal tun, hier mit Absicht." />
    )}
    <TravelFields {...fields} />
  </Fold>
)
