const isBox = ({ type }: HTMLInputElement): boolean => type === 'checkbox'
const isChanged = (input: HTMLInputElement): boolean =>
  isBox(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue

const selectorOf = ({ name }: HTMLInputElement): string =>
  name === '' ? 'input[role=combobox]' : `input[name="${CSS.escape(name)}"]`

/** The same field, also in a page that was rendered again. */
const fieldIn = (root: Element, before: HTMLInputElement): HTMLInputElement | null =>
  root.contains(before) ? before : root.querySelector<HTMLInputElement>(selectorOf(before))

/** React compares with the value that it saw last, so that one is made different first. */
function fill(input: HTMLInputElement, text: string): void {
  input.value = `${text} `
  Reflect.set(HTMLInputElement.prototype, 'value', text, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function tick(input: HTMLInputElement, checked: boolean): void {
  input.checked = !checked
  input.click()
}

/** The field with the focus, and the cursor in it. */
function focusedIn(root: Element) {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !root.contains(focused)) return undefined
  const { selectionStart, selectionEnd } = focused
  return { input: focused, selectionStart, selectionEnd }
}

/**
 * Reads what a visitor typed and ticked before hydration, and where the focus is. Buttons do nothing until then; links
 * are followed by the browser, with the help of a handler in the document that ends here.
 * @returns applies it once the handlers exist; undefined when there is nothing
 */
export function readEarlyInput(root: Element): (() => void) | undefined {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this removes the handler of the document
  window.onclick = null
  const changed = Array.from(root.querySelectorAll('input')).filter(isChanged)
  const fields = changed.map((before) => ({ before, text: before.value, checked: before.checked }))
  const focused = focusedIn(root)
  if (fields.length === 0 && focused === undefined) return undefined
  return () => {
    const active = focused === undefined ? null : fieldIn(root, focused.input)
    active?.focus()
    for (const { before, text, checked } of fields) {
      const input = fieldIn(root, before)
      if (input === null) continue
      if (isBox(input)) tick(input, checked)
      else fill(input, text)
    }
    if (focused !== undefined && active !== null && !isBox(active))
      active.setSelectionRange(focused.selectionStart, focused.selectionEnd)
  }
}
