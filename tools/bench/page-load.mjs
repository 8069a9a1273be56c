/**
 * What a first visit came to. Times in milliseconds, sizes in bytes as they were sent.
 * @typedef {{ lcp: number, tbt: number, cls: number, main: number, code: number, bytes: number, requests: number }} Load
 */

/** @typedef {Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>>[number]} Cookie */

/** A slow 4G line, and a phone that is four times slower than this machine. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const CPU_RATE = 4
const WINDOW = { width: 412, height: 823 }
/** As long as nothing is asked, nothing more comes. */
const QUIET_MS = 2_000
const LONG_TASK_MS = 50

/** Runs in the page, before anything of it. */
function observe() {
  const seen = { fcp: 0, lcp: 0, cls: 0, long: /** @type {{ end: number, duration: number }[]} */ ([]) }
  Object.assign(globalThis, { seen })
  const watch = (/** @type {any} */ type, /** @type {(entry: any) => void} */ take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.fcp = startTime))
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  watch('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value))
  watch('longtask', (entry) => seen.long.push({ end: entry.startTime + entry.duration, duration: entry.duration }))
}

/**
 * What keeps a page that is seen from answering.
 * @param {{ fcp: number, long: { end: number, duration: number }[] }} seen
 */
const blockingMs = ({ fcp, long }) =>
  long.reduce((sum, { end, duration }) => sum + Math.max(0, Math.min(duration, end - fcp) - LONG_TASK_MS), 0)

/**
 * Opens an address in a browser that has never been there.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {Cookie[]} [cookies] all that it knows
 * @returns {Promise<Load>}
 */
export async function load(browser, address, cookies = []) {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'en-US', isMobile: true, hasTouch: true })
  await context.addCookies(cookies)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Performance.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    /** @type {Map<string, { url: string, type: string }>} */
    const asked = new Map()
    const sent = { bytes: 0, code: 0 }
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
      if (!request.url.startsWith('data:') && !/favicon|icon\.svg/.test(request.url))
        asked.set(requestId, { url: request.url, type })
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { type } = asked.get(requestId) ?? {}
      if (type === undefined) return
      sent.bytes += encodedDataLength
      if (type === 'Script' || type === 'Stylesheet') sent.code += encodedDataLength
    })
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const main = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
    const tbt = blockingMs(seen)
    return { lcp: seen.lcp, cls: seen.cls, tbt, main, ...sent, requests: asked.size }
  } finally {
    await context.close()
  }
}
