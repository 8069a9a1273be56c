import { ensureBuilt } from '../setup/build.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { TempResources } from '../setup/temp-resources.mjs'
import { besideProduct } from '../suites/playwright.mjs'

/** Measures what a first visitor waits for, against a static page and bare React, in one run. */
export async function main() {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    const chromium = await requireProgram('chromium')
    await ensureBuilt()
    const { measureWeb } = await import('../bench/web.mjs')
    await besideProduct(resources, '', ({ addresses }) =>
      measureWeb({ product: addresses['PRODUCT_URL'] ?? '', chromium }),
    )
    return 0
  } finally {
    await resources.close()
  }
}
