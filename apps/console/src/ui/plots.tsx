type FunnelProps = {
  rows: readonly { label: string; value: string; share: number; shareText: string }[]
}

/** Draws steps below each other, each as long as its share of the first. The numbers next to them say the same. */
export const Funnel = ({ rows }: FunnelProps) => (
  <ul className="grid gap-4">
    {rows.map(({ label, value, share, shareText }) => (
      <li key={label} className="grid gap-1.5">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span>{label}</span>
          <span className="tabular">
            <strong className="font-[650]">{value}</strong>
            <span className="text-ink-soft">{` · ${shareText}`}</span>
          </span>
        </span>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-3 w-full rounded-full" aria-hidden="true">
          <rect width="100" height="1" className="fill-sunken" />
          <rect width={100 * Math.min(share, 1)} height="1" className="fill-brand" />
        </svg>
      </li>
    ))}
  </ul>
)

type ColumnsProps = {
  /** The name of the picture for screen readers; a table has its numbers. */
  label: string
  first: string
  last: string
  columns: readonly { key: string; value: number }[]
}

const HEIGHT = 100
const WIDTH = 10
const GAP = 2

/** Draws a column for each day, below the highest number. */
export function Columns({ label, first, last, columns }: ColumnsProps) {
  const most = Math.max(1, ...columns.map(({ value }) => value))
  return (
    <figure role="img" aria-label={label}>
      <p className="mb-1 text-note text-ink-soft tabular">{most}</p>
      <svg
        viewBox={`0 0 ${columns.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full border-y border-line"
        aria-hidden="true"
      >
        {columns.map(({ key, value }, n) => (
          <rect
            key={key}
            x={n * WIDTH + GAP / 2}
            y={HEIGHT - (HEIGHT * value) / most}
            width={WIDTH - GAP}
            height={(HEIGHT * value) / most}
            className="fill-brand"
          />
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-note text-ink-soft">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  )
}
