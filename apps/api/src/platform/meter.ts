/** A number that the operator's monitoring reads. Values of labels come from lists in the source, never from a person. */
type Metric<Label extends string = never> = { name: string; help: string; labels?: readonly Label[] }
/** A counter; `from`: the series that exist from the start, so that their first event is a rise and not a beginning. */
type Counted<Label extends string> = Metric<Label> & { from?: readonly Labels<Label>[] }
export type Labels<Label extends string> = Readonly<Record<Label, string>>
type Sample<Label extends string = never> = { labels: Labels<Label>; value: number }

/** Counts and measures. Without monitoring it does nothing, and costs nothing. */
export type Meter = {
  counter: <Label extends string>(metric: Counted<Label>) => (labels: Labels<Label>, by?: number) => void
  /** Seconds. */
  histogram: <Label extends string>(metric: Metric<Label>) => (labels: Labels<Label>, seconds: number) => void
  /** Read when the monitoring asks. */
  gauge: <Label extends string = never>(metric: Metric<Label>, read: () => Promise<readonly Sample<Label>[]>) => void
}

const ignore = () => {}

export const NO_METER: Meter = { counter: () => ignore, histogram: () => ignore, gauge: ignore }
