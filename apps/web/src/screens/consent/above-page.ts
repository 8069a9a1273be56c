import type { Content } from '@avouch/design/jsx-runtime'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { report } from '#api/report.ts'
import { currentLanguage } from '#i18n/language.ts'
import { isUnmodified } from '#router/hydrated.ts'
import { readEarlyInput } from '#ui/form/early-input.tsx'

let root: Root | undefined
let wished: Content = null

const onRecoverableError = (error: unknown) => report('the question was not as it was sent', error)

/** Starts the root synchronously: a root that is rendered again during hydration starts over. */
function begin(place: HTMLElement): Root {
  const applyEarlyInput = readEarlyInput(place)
  const isSent = place.dataset['language'] === currentLanguage() && place.hasChildNodes() && isUnmodified(place)
  const begun = flushSync(() => {
    if (isSent) return hydrateRoot(place, wished, { onRecoverableError })
    const again = createRoot(place)
    again.render(wished)
    return again
  })
  applyEarlyInput()
  return begun
}

/**
 * Renders above the page, in a separate root. The server has rendered the question there, so that nothing moves at hydration; in
 * another language, or changed since, it is rendered again.
 */
export function showAbovePage(content: Content): void {
  const place = document.getElementById('question')
  if (place === null) return
  wished = content
  if (root !== undefined) return root.render(content)
  if (content === null) return place.replaceChildren()
  // In a microtask: React renders nothing synchronously in the effect that calls this.
  queueMicrotask(() => {
    root ??= begin(place)
  })
}
