import { siApple, siGoogleplay } from 'simple-icons'
import { useTranslate } from '#i18n/language.ts'

const STORES = {
  ios: { icon: siApple, lead: 'app.storeIos', name: 'App Store' },
  android: { icon: siGoogleplay, lead: 'app.storeAndroid', name: 'Google Play' },
} as const

/** A store as people know it: its mark, its name, black in every scheme. */
export function StoreBadge({ store, href }: { store: keyof typeof STORES; href: string }) {
  const t = useTranslate()
  const { icon, lead, name } = STORES[store]
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-13 min-w-42 items-center gap-2.5 rounded-field border border-[light-dark(#101414,#6d7a7f)] bg-[#101414] py-1.5 ps-3 pe-4 leading-tight font-[650] text-white no-underline"
    >
      <svg viewBox="0 0 24 24" className="size-6.5 flex-none" fill="currentColor" aria-hidden="true">
        <path d={icon.path} />
      </svg>
      <span>
        <span className="block text-[.75rem] font-normal">{`${t(lead)} `}</span>
        <span translate="no">{name}</span>
      </span>
    </a>
  )
}
