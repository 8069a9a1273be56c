import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { currentLanguage } from '#i18n/language.ts'

let root: Root | undefined

/**
 * The element above the page, apart from it: the server has written the question there, so that nothing moves when it
 * comes alive. What it wrote in another language is written again.
 */
export function showAbovePage(content: ReactNode): void {
  const place = document.getElementById('question')
  if (place === null) return
  if (root !== undefined) return root.render(content)
  if (content !== null && place.dataset['language'] === currentLanguage() && place.hasChildNodes()) {
    root = hydrateRoot(place, content)
    return
  }
  place.replaceChildren()
  if (content === null) return
  root = createRoot(place)
  root.render(content)
}
