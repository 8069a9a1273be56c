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
    <title>Avouch</title>
    <script type="module" src="/assets/app-1a2b3c.js" nonce="__nonce__"></script>
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
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const name of ['favicon.ico', 'apple-touch-icon.png']) writeFileSync(join(folder, name), 'a picture')
  return folder
}
