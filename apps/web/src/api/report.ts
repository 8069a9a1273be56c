/** Writes to the console what should not happen, or a failure that the visitor need not see. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes there
  console.warn(`[avouch] ${what}`, ...(cause === undefined ? [] : [cause]))
}

/** Lets work go on without the caller, and reports its failure. */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => report('background work failed', error))
}
