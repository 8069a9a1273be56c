import type { Content } from '@avouch/design/jsx-runtime'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { report } from '#api/report.ts'
import { currentLanguage } from '#i18n/language.ts'
import { isAsSent } from '#router/hydrated.ts'
import { readEarlyInput } from '#ui/early-input.tsx'

let root: Root | undefined
let wished: Content = null

const onRecoverableError = (error: unknown) => report('the question was not as it was sent', error)

/** At once: a root that is rendered again while it is being hydrated starts over. */
function begin(place: HTMLElement): Root {
  const applyEarlyInput = readEarlyInput(place)
  const isSent = place.dataset['language'] === currentLanguage() && place.hasChildNodes() && isAsSent(place)
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
 * The element above the page, apart from it: the server has written the question there, so that nothing moves when it
 * comes alive. What it wrote in another language, or what was changed since, is rendered again.
 */
export function showAbovePage(content: Content): void {
  const place = document.getElementById('question')
  if (place === null) return
  wished = content
  if (root !== undefined) return root.render(content)
  if (content === null) return place.replaceChildren()
  // Called by an effect, in which React renders nothing at once.
  queueMicrotask(() => {
    root ??= begin(place)
  })
}
