import { HOUR_MS, KEPT_AFTER_ERASURE, type KeptKind, type KeptUntil, type Language, MINUTE_MS } from '@avouch/contract'
import { useAccountText } from './account-text.ts'
import { countText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'

const DAY_MS = 24 * HOUR_MS

/** Milliseconds, to sort by: an event may come late, and the books never go. */
function lengthOf(until: KeptUntil): number {
  if (until === 'for_good') return Number.POSITIVE_INFINITY
  if (until === 'vendor_confirms') return Number.MAX_SAFE_INTEGER
  if ('days' in until) return until.days * DAY_MS
  return 'hours' in until ? until.hours * HOUR_MS : until.minutes * MINUTE_MS
}

/** Kinds of data that are left of a deleted account, together where they stay equally long, the shortest first. */
const GROUPS: readonly { until: KeptUntil; kinds: KeptKind[] }[] = (() => {
  const groups = new Map<number, { until: KeptUntil; kinds: KeptKind[] }>()
  for (const [kind, until] of Object.entries(KEPT_AFTER_ERASURE) as [KeptKind, KeptUntil][]) {
    const group = groups.get(lengthOf(until)) ?? { until, kinds: [] }
    groups.set(lengthOf(until), { ...group, kinds: [...group.kinds, kind] })
  }
  return [...groups].toSorted(([one], [other]) => one - other).map(([, group]) => group)
})()

type Text = ReturnType<typeof useAccountText>

function untilText(text: Text, language: Language, until: KeptUntil): string {
  if (until === 'for_good') return text('account.delete.forGood')
  if (until === 'vendor_confirms') return text('account.delete.untilVendor')
  const time =
    'days' in until
      ? countText(language, 'day', until.days)
      : 'hours' in until
        ? countText(language, 'hour', until.hours)
        : countText(language, 'minute', until.minutes)
  return text('account.delete.atMost', { time })
}

/** What is left of a deleted account, and until when. */
export function KeptList() {
  const text = useAccountText()
  const language = useLanguage()
  return (
    <dl className="grid grid-cols-1 gap-3">
      {GROUPS.map(({ until, kinds }) => (
        <div key={kinds[0]} className="border-t border-line pt-3">
          <dt className="font-semibold">{untilText(text, language, until)}</dt>
          <dd>
            <ul className="grid list-disc grid-cols-1 gap-1 ps-5.5 text-ink-soft">
              {kinds.map((kind) => (
                <li key={kind}>{text(`account.kept.${kind}`)}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
