import { ensureBuilt } from '../setup/build.mjs'
import { onEnding } from '../setup/ending.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { Workshop } from '../setup/workshop.mjs'
import { besideProduct } from '../suites/playwright.mjs'

/** Measures what a first visitor waits for, against a static page and bare React, in one run. */
export async function main() {
  const workshop = new Workshop()
  onEnding((code) => {
    void workshop.close().finally(() => process.exit(code))
  })
  try {
    const chromium = await requireProgram('chromium')
    await ensureBuilt()
    const { measureWeb } = await import('../bench/web.mjs')
    await besideProduct(workshop, ({ addresses }) => measureWeb({ product: addresses['PRODUCT_URL'] ?? '', chromium }))
    return 0
  } finally {
    await workshop.close()
  }
}
