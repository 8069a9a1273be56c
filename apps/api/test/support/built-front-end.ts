import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f5f1" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1619" />
    <meta name="settings" content="" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/app-1a2b3c.css">
    <title>Avouch</title>
    <script type="module" src="/assets/app-1a2b3c.js"></script>
    <script>
      window.early = "a < b"
    </script>
  </head>
  <body><noscript><!--needs-script--></noscript>the page<div id="question"></div><div id="root"></div></body>
</html>
`

/** A front end as a build leaves it. */
export function builtFrontEnd(): string {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), INDEX)
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.css'), 'p { color: CanvasText }\n')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const name of ['favicon.ico', 'apple-touch-icon.png']) writeFileSync(join(folder, name), 'a picture')
  return folder
}

const hashesIn = (page: string, tag: RegExp) =>
  Array.from(page.matchAll(tag), ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

/** The sources of scripts and styles that a browser needs for what a page has inline, as its policy has to name them. */
export const inlineSourcesOf = (page: string) => ({
  scripts: hashesIn(page, /<script>([^]*?)<\/script>/g),
  styles: hashesIn(page, /<style>([^]*?)<\/style>/g),
})
