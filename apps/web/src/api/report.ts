/** Something that should not happen, or a failure that the visitor need not see: for the console only. */
export function report(what: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes there
  console.warn(`[avouch] ${what}`, ...(cause === undefined ? [] : [cause]))
}

/** Goes on beside the caller; a failure is reported. */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => report('background work failed', error))
}
