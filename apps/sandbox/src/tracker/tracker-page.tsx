import type { Language } from '@avouch/contract'
import { moment, textsIn } from '../http/language.ts'
import { AppScreen, Entries, Entry } from '../phone/app/parts.tsx'
import { ButtonLink, Card, PostButton, Rows } from '../ui/parts.tsx'
import type { Hit } from './hits.ts'

function HitEntry({ hit, language }: { hit: Hit; language: Language }) {
  const t = textsIn(language)
  const { fields, address, browser, cookies, referrer } = hit
  const event = fields['e_a']
  const title =
    event === undefined ? `${t('Page', 'Seite')}: ${fields['action_name']}` : `${t('Event', 'Ereignis')}: ${event}`
  const added = [
    [t('IP address', 'IP-Adresse'), address],
    [t('Browser'), browser],
    [t('Cookies'), cookies],
    [t('Referrer', 'Herkunft'), referrer],
  ] as const
  return (
    <Entry title={title} note={fields['url'] ?? ''} sum={moment(hit.at, language, { timeStyle: 'medium' })}>
      <details id={hit.id}>
        <summary className="flex min-h-11 cursor-pointer items-center text-brand">
          {t('Everything that was sent', 'Alles, was gesendet wurde')}
        </summary>
        <Rows
          className="text-small"
          rows={[...Object.entries(fields), ...added].map(([name, value]) => [name, value || t('none', 'keine')])}
        />
      </details>
    </Entry>
  )
}

/** All that anybody learns from analytics. */
export function TrackerPage({ language, hits }: { language: Language; hits: readonly Hit[] }) {
  const t = textsIn(language)
  const title = t('What the tracker learned', 'Was der Tracker erfahren hat')
  return (
    <AppScreen language={language} title={title} address="/tracker" open="tracker" width="max-w-2xl">
      <h1 className="text-title">{title}</h1>
      <p className="text-soft">
        {t(
          'Visits are counted only of visitors who agreed to analytics. This is all that has arrived, the newest first.',
          'Gezählt wird nur, wer der Analyse zugestimmt hat. Das ist alles, was angekommen ist, das Neueste zuerst.',
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink href="/tracker">{t('Show what is new', 'Neues anzeigen')}</ButtonLink>
        {hits.length === 0 ? null : (
          <PostButton to="/tracker/forget" look="plain">
            {t('Forget everything', 'Alles vergessen')}
          </PostButton>
        )}
      </div>
      <Card>
        <Entries empty={t('Nothing has arrived.', 'Nichts ist angekommen.')}>
          {hits.map((hit) => (
            <HitEntry key={hit.id} {...{ hit, language }} />
          ))}
        </Entries>
      </Card>
    </AppScreen>
  )
}
