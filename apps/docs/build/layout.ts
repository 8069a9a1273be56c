import { html, type Markup, markup } from './html.ts'
import { BASE } from './pages.ts'

type Link = { address: string; title: string }
/** A part of the navigation. */
export type Group = { title: string; links: readonly Link[] }
type Content = { address: string; content: string; title: string; groups: readonly Group[] }

const SECTION = /<h2 id="(?<anchor>[^"]+)">(?<title>[\s\S]*?)<\/h2>/g

const current = (is: boolean) => (is ? markup(' aria-current="page"') : undefined)

const navigation = (groups: readonly Group[], address: string) =>
  groups.map(
    ({ title, links }) => html`<h2>${title}</h2>
<ul>${links.map((link) => html`<li><a href="${link.address}"${current(link.address === address)}>${link.title}</a></li>`)}</ul>`,
  )

/** The sections of a page, where it has several. */
function outline(content: string): Markup | undefined {
  const sections = [...content.matchAll(SECTION)]
  if (sections.length < 2) return undefined
  const links = sections.map(
    ({ groups }) => html`<li><a href="#${groups?.['anchor']}">${markup(groups?.['title'] ?? '')}</a></li>`,
  )
  return html`<nav class="outline" aria-labelledby="outline"><h2 id="outline">On this page</h2><ul>${links}</ul></nav>`
}

/** To the pages before and after, in the order of the navigation. */
function neighbours(groups: readonly Group[], address: string) {
  const links = groups.flatMap((group) => group.links)
  const at = links.findIndex((link) => link.address === address)
  const link = (to: Link | undefined, rel: string, label: string) =>
    to && html`<a rel="${rel}" href="${to.address}"><span>${label}</span> ${to.title}</a>`
  const [before, after] = [link(links[at - 1], 'prev', 'Before:'), link(links[at + 1], 'next', 'Next:')]
  return html`<nav class="neighbours" aria-label="Pages before and after">${before} ${after}</nav>`
}

/** A page around its content. */
export const page = ({ address, content, title, groups }: Content): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Avouch for developers</title>
<link rel="icon" href="${BASE}/assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${BASE}/assets/styles.css">
<script type="module" src="${BASE}/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="name" href="${BASE}/"><img src="${BASE}/assets/favicon.svg" alt="" width="28" height="28"> Avouch <span>for developers</span></a>
<search data-search hidden><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search" aria-describedby="found">
<div class="results" hidden><p id="found" role="status"></p><ul></ul></div></search>
</header>
<div class="columns">
<details class="menu" data-menu><summary>All pages</summary><nav aria-label="All pages">${navigation(groups, address)}</nav></details>
<main id="content" tabindex="-1">
${markup(content)}
${neighbours(groups, address)}
</main>
${outline(content)}
</div>
</body>
</html>
`.text
