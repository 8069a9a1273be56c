import type { Content } from '@avouch/design/jsx-runtime'

/** Names with their values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: Content])[] }) => (
  <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
    {facts.map(([name, value]) => (
      <div key={name} className="contents max-sm:block">
        <dt className="text-ink-soft">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
