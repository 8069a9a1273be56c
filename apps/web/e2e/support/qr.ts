import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** Reads the code off the screen as a camera would: nothing, when there is none. */
export async function scan(shown: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await shown.screenshot())
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data
}
