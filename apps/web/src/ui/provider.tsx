import type { AskingProvider } from '@avouch/contract'
import { LockIcon } from '@avouch/design/icons'

type ProviderProps = {
  /** Undefined while it is fetched: its place is kept. */
  provider: AskingProvider | undefined
  className?: string
}

const TILE = 'size-12 flex-none rounded-field border border-line'

/** Shows a website: logo, name, and the domain to which its visitors go back. */
export function Provider({ provider, className = '' }: ProviderProps) {
  if (provider === undefined) return <p className={`h-12 ${className}`} aria-hidden="true" />
  const { name, domain, logo } = provider
  return (
    <p translate="no" className={`flex min-h-12 items-center gap-3 ${className}`}>
      {logo === null ? (
        <span
          aria-hidden="true"
          className={`grid place-items-center bg-brand text-[1.375rem] font-bold text-brand-ink ${TILE}`}
        >
          {Array.from(name)[0]?.toUpperCase()}
        </span>
      ) : (
        <img src={logo} alt="" width={48} height={48} className={`bg-white object-contain ${TILE}`} />
      )}
      <span className="min-w-0 wrap-anywhere">
        <b className="block leading-tight font-[650]">{name}</b>
        {domain === null ? null : (
          <span className="flex items-center gap-1 text-[.9375rem] leading-snug text-ink-soft">
            <LockIcon className="size-3.5" />
            <bdi className="min-w-0">{domain}</bdi>
          </span>
        )}
      </span>
    </p>
  )
}
