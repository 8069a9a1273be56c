import type { Locator } from '@playwright/test'

/** A finger that counts its taps. */
export function createFinger() {
  let taps = 0
  return {
    taps: () => taps,
    async tap(control: Locator): Promise<void> {
      taps += 1
      await control.tap()
    },
  }
}
