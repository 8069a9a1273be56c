/** The page's own first script notes here what was clicked last, by pointer or by key. */
const PRESSED = 'pressed'

const isBox = ({ type }: HTMLInputElement): boolean => type === 'checkbox'
const isChanged = (input: HTMLInputElement): boolean =>
  isBox(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue

const selectorOf = ({ name }: HTMLInputElement): string =>
  name === '' ? 'input[role=combobox]' : `input[name="${CSS.escape(name)}"]`
const wordsOf = ({ ariaLabel, textContent }: HTMLButtonElement): string => ariaLabel ?? textContent

/** The same field in a page that was made anew. */
const fieldIn = (root: Element, before: HTMLInputElement): HTMLInputElement | null =>
  root.contains(before) ? before : root.querySelector<HTMLInputElement>(selectorOf(before))
/** The same button in a page that was made anew. */
const buttonIn = (root: Element, before: HTMLButtonElement): HTMLButtonElement | undefined =>
  root.contains(before)
    ? before
    : Array.from(root.querySelectorAll('button')).find((button) => wordsOf(button) === wordsOf(before))

/** React hears of a change from what it saw last: that is made another first. */
function fill(input: HTMLInputElement, text: string): void {
  input.value = `${text} `
  Reflect.set(HTMLInputElement.prototype, 'value', text, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function tick(input: HTMLInputElement, checked: boolean): void {
  input.checked = !checked
  input.click()
}

function pressedIn(root: Element): HTMLButtonElement | undefined {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this is how the page's own is taken away
  window.onclick = null
  const pressed: unknown = Reflect.get(window, PRESSED)
  Reflect.deleteProperty(window, PRESSED)
  return pressed instanceof HTMLButtonElement && root.contains(pressed) ? pressed : undefined
}

/** The field that somebody is in, and where in it. */
function enteredIn(root: Element) {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !root.contains(focused)) return undefined
  const { selectionStart, selectionEnd } = focused
  return { input: focused, selectionStart, selectionEnd }
}

/**
 * What a visitor did on a page whose script was still on its way: typed, ticked, pressed, gone to. Nothing heard of it.
 * @returns does it again, once somebody hears; none when nothing was done
 */
export function doneBefore(root: Element): (() => void) | undefined {
  const changed = Array.from(root.querySelectorAll('input')).filter(isChanged)
  const fields = changed.map((before) => ({ before, text: before.value, checked: before.checked }))
  const entered = enteredIn(root)
  const pressed = pressedIn(root)
  if (fields.length === 0 && entered === undefined && pressed === undefined) return undefined
  return () => {
    const active = entered === undefined ? null : fieldIn(root, entered.input)
    active?.focus()
    for (const { before, text, checked } of fields) {
      const input = fieldIn(root, before)
      if (input === null) continue
      if (isBox(input)) tick(input, checked)
      else fill(input, text)
    }
    if (entered !== undefined && active !== null && !isBox(active))
      active.setSelectionRange(entered.selectionStart, entered.selectionEnd)
    if (pressed !== undefined) buttonIn(root, pressed)?.click()
  }
}
