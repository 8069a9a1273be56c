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
    button.addEventListener('click', () => {
      const copied = () => {
        button.textContent = 'Copied'
        setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS)
      }
      navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(copied, reportError)
    })
    block.append(button)
  }
}
