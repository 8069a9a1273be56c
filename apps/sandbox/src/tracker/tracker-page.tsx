import { moment } from '../http/language.ts'
import { AppScreen, Entries, Entry } from '../phone/app/parts.tsx'
import { ButtonLink, Card, P, PostButton, Rows } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import type { Hit } from './hits.ts'

function HitEntry({ hit: { id, at, fields, ...added } }: { hit: Hit }) {
  const t = useTexts()
  const event = fields['e_a']
  const title = event ? `${t`Event|Ereignis`}: ${event}` : `${t`Page|Seite`}: ${fields['action_name']}`
  const all = [
    ...Object.entries(fields),
    [t`IP address|IP-Adresse`, added.address],
    [t`Browser`, added.browser],
    [t`Cookies`, added.cookies],
    [t`Referrer|Herkunft`, added.referrer],
  ] as const
  return (
    <Entry title={title} note={fields['url'] ?? ''} sum={moment(at, useLanguage(), { timeStyle: 'medium' })}>
      <details id={id}>
        <summary className="flex min-h-11 cursor-pointer items-center text-brand">
          {t`Everything that was sent|Alles, was gesendet wurde`}
        </summary>
        <Rows className="text-small" rows={all.map(([name, value]) => [name, value || t`none|keine`])} />
      </details>
    </Entry>
  )
}

/** All that anybody learns from analytics. */
export function TrackerPage({ hits }: { hits: readonly Hit[] }) {
  const t = useTexts()
  const title = t`What the tracker learned|Was der Tracker erfahren hat`
  return (
    <AppScreen title={title} address="/tracker" open="tracker" width="max-w-2xl">
      <h1 className="text-title">{title}</h1>
      <P text="Visits are counted only of visitors who agreed to analytics. This is all that has arrived, the newest first.|Gezählt wird nur, wer der Analyse zugestimmt hat. Das ist alles, was angekommen ist, das Neueste zuerst." />
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink href="/tracker">{t`Show what is new|Neues anzeigen`}</ButtonLink>
        {hits.length > 0 && (
          <PostButton to="/tracker/forget" look="plain">
            {t`Forget everything|Alles vergessen`}
          </PostButton>
        )}
      </div>
      <Card>
        <Entries empty={t`Nothing has arrived.|Nichts ist angekommen.`}>
          {hits.map((hit) => (
            <HitEntry key={hit.id} hit={hit} />
          ))}
        </Entries>
      </Card>
    </AppScreen>
  )
}
