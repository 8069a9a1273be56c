type ProviderProps = {
  /** None while it is not known: its place is kept. */
  name: string | undefined
}

/** Who asks. */
export function Provider({ name }: ProviderProps) {
  if (name === undefined) return <p className="mb-5 h-12" aria-hidden="true" />
  return (
    <p className="mb-5 flex min-h-12 min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-12 flex-none place-items-center overflow-hidden rounded-field border border-line bg-brand text-[1.375rem] font-bold text-brand-ink"
      >
        {Array.from(name)[0]?.toUpperCase()}
      </span>
      <b className="min-w-0 leading-tight font-[650] wrap-anywhere">{name}</b>
    </p>
  )
}
