import { addCopyButtons, useOwnAddress } from './code-blocks.ts'
import { addSearch } from './search.ts'
import { addTabs } from './tabs.ts'

const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
const isWide = matchMedia('(min-width: 60rem)')
/** Beside the text there is room for all pages at once. */
function openWhereWide() {
  if (menu !== null) menu.open = isWide.matches
}
isWide.addEventListener('change', openWhereWide)
openWhereWide()
useOwnAddress()
addTabs()
addCopyButtons()
addSearch()
