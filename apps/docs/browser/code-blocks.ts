/** The address of `npm start`, which the code on the pages has. */
const WRITTEN = 'http://localhost:3000'

/** In code the product's address becomes the one that this page comes from. */
export function useOwnAddress(): void {
  if (location.origin === WRITTEN) return
  for (const code of document.querySelectorAll('pre > code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replaceAll(WRITTEN, location.origin) ?? null
  }
}

const SHOWN_MS = 2_000

/** A button on each block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('[data-code]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    const label = block.querySelector('pre')?.getAttribute('aria-label') ?? 'code'
    button.setAttribute('aria-label', `Copy ${label}`)
    const code = block.querySelector('code')
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(code?.textContent ?? '')
        button.textContent = 'Copied'
        setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS)
      } catch {
        // The browser has no clipboard, or does not allow it: the code is selected.
        if (code !== null) window.getSelection()?.selectAllChildren(code)
      }
    }
    button.addEventListener('click', () => void copy())
    block.append(button)
  }
}
