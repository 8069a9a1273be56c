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
