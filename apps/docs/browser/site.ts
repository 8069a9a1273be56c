import { addCopyButtons, useOwnAddress } from './code-blocks.ts'
import { addSearch } from './search.ts'
import { addTabs } from './tabs.ts'

const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
const isWide = matchMedia('(min-width: 60rem)')
/** Opens the list of all pages where it fits next to the text. */
function openWhereWide() {
  if (menu !== null) menu.open = isWide.matches
}
isWide.addEventListener('change', openWhereWide)
openWhereWide()
useOwnAddress()
addTabs()
addCopyButtons()
addSearch()
