/** An answer is as good as new for that long. */
export const FRESH_MS = 5 * 60_000

/** Answers that came with the page are as old as the page. */
export const isPageFresh = (): boolean => performance.now() < FRESH_MS

type Kept = { forget: () => void; recheck: () => void }

const kept: Kept[] = []

/** Every cache of answers that belong to a visitor registers here. */
export const keepAnswers = (keeper: Kept): void => void kept.push(keeper)

export function forgetAnswers(): void {
  for (const { forget } of kept) forget()
}

export function recheckAnswers(): void {
  for (const { recheck } of kept) recheck()
}
