import type { Content } from '@avouch/design/jsx-runtime'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { currentLanguage } from '#i18n/language.ts'
import { isAsSent } from '#router/hydrated.ts'
import { readEarlyInput } from '#ui/early-input.ts'

let root: Root | undefined

/**
 * The element above the page, apart from it: the server has written the question there, so that nothing moves when it
 * comes alive. What it wrote in another language, or what was changed since, is rendered again.
 */
export function showAbovePage(content: Content): void {
  const place = document.getElementById('question')
  if (place === null) return
  if (root !== undefined) return root.render(content)
  if (content === null) return place.replaceChildren()
  if (place.dataset['language'] === currentLanguage() && place.hasChildNodes() && isAsSent(place)) {
    root = hydrateRoot(place, content)
    return
  }
  const applyEarlyInput = readEarlyInput(place)
  const again = createRoot(place)
  root = again
  // Called by an effect, in which React renders nothing at once.
  queueMicrotask(() => {
    flushSync(() => again.render(content))
    applyEarlyInput()
  })
}
