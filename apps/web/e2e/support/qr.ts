import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** What a camera would read off the screen: nothing, when there is no code. */
export async function scan(shown: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await shown.screenshot())
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data
}
