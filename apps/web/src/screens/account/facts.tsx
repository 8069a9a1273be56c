/** A name, and what stands for it; null: nothing, and no line. */
export type Fact = readonly [name: string, value: string | null]

/** Lists facts in lines, name on the left. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-1 gap-1">
    {facts.map(([name, value], index) =>
      value === null ? null : (
        <div key={index} className="flex flex-wrap items-center justify-between gap-x-2">
          <dt className="min-w-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
