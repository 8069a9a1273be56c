/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { inRoot } from '../setup/paths.mjs'

/** @typedef {{ body: Buffer, type: string }} Served */

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Peer</title>'
const STYLE = '<link rel="stylesheet" href="/style.css">'

/** Everything compressed beforehand, as the product does. @param {string} text @param {string} type @returns {Served} */
const served = (text, type) => ({ body: brotliCompressSync(text), type })

/**
 * What the product shows, as its page is when nothing moves any more.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 */
async function snapshot(browser, address) {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const taken = await page.evaluate(() => {
    /** @param {Element} element @returns {unknown} */
    const treeOf = (element) => [
      element.tagName.toLowerCase(),
      element.getAttribute('class') ?? '',
      [...element.childNodes].flatMap((node) =>
        node instanceof Element ? [treeOf(node)] : node.textContent ? [node.textContent] : [],
      ),
    ]
    const root = document.querySelector('#root')
    const styles = [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('\n'))
    return { html: root?.innerHTML ?? '', tree: root === null ? [] : treeOf(root), css: styles.join('\n') }
  })
  await page.context().close()
  return taken
}

/** React alone that shows the same elements, built as the product is. @param {unknown} tree */
async function reactOf(tree) {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-peer-'))
  try {
    const entry = join(folder, 'peer.js')
    const resolved = (/** @type {string} */ name) => JSON.stringify(inRoot('node_modules', name))
    writeFileSync(
      entry,
      `import { createElement } from ${resolved('react/index.js')}
       import { createRoot } from ${resolved('react-dom/client.js')}
       const draw = ([tag, className, children], key) =>
         createElement(tag, { key, className }, ...children.map((child, at) => (Array.isArray(child) ? draw(child, at) : child)))
       createRoot(document.getElementById('root')).render(draw(${JSON.stringify(tree)}))`,
    )
    const bundle = await rolldown({
      input: entry,
      platform: 'browser',
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      logLevel: 'silent',
    })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    return output[0].code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {Record<string, Served>} files @returns {Promise<{ address: string, close: () => void }>} */
function serve(files) {
  const server = createServer(({ url = '/' }, answer) => {
    const file = files[url]
    if (file === undefined) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-store' })
    answer.end(file.body)
  })
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      listening({ address: `http://localhost:${port}`, close: () => server.close() })
    })
  })
}

/**
 * The least that the same page can be: static HTML with the same style, and bare React that draws the same elements.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address of the product's page
 */
export async function peersOf(browser, address) {
  const { html, tree, css } = await snapshot(browser, address)
  const style = served(css, 'text/css')
  const page = (/** @type {string} */ body) =>
    served(`<!doctype html><html lang="en"><head>${HEAD}${STYLE}</head>${body}</html>`, 'text/html')
  const drawn = '<body><div id="root"></div><script type="module" src="/peer.js"></script></body>'
  const still = await serve({ '/': page(`<body><div id="root">${html}</div></body>`), '/style.css': style })
  const code = served(await reactOf(tree), 'text/javascript')
  const react = await serve({ '/': page(drawn), '/style.css': style, '/peer.js': code })
  return { still, react }
}
