import { KEPT_AFTER_ERASURE, type KeptKind, type KeptUntil } from '@avouch/contract'
import { Facts } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { countText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'

const KINDS = Object.entries(KEPT_AFTER_ERASURE) as [KeptKind, KeptUntil][]

/** What is left of a deleted account, and until when. */
export function KeptList() {
  const text = useAccountText()
  const language = useLanguage()
  const untilText = (until: KeptUntil): string => {
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
  return <Facts facts={KINDS.map(([kind, until]) => [text(`account.kept.${kind}`), untilText(until)])} />
}
