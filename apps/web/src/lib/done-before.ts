/** The same field in a page that was made anew. */
const selectorOf = ({ name }: HTMLInputElement): string =>
  name === '' ? 'input[role=combobox]' : `input[name="${CSS.escape(name)}"]`

const isBox = ({ type }: HTMLInputElement): boolean => type === 'checkbox'
const isChanged = (input: HTMLInputElement): boolean =>
  isBox(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue

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

/** A button that has the focus, and not from the keyboard, was pressed. */
function pressedIn(root: Element): HTMLButtonElement | undefined {
  const focused = document.activeElement
  const isPressed =
    focused instanceof HTMLButtonElement && focused.type === 'button' && !focused.matches(':focus-visible')
  return isPressed && root.contains(focused) ? focused : undefined
}

/**
 * What a visitor did on a page whose script was still on its way: typed, ticked, pressed. Nothing heard of it.
 * @returns does it again, once somebody hears; none when nothing was done
 */
export function doneBefore(root: Element): (() => void) | undefined {
  const changed = Array.from(root.querySelectorAll('input')).filter(isChanged)
  const fields = changed.map((input) => ({ of: selectorOf(input), text: input.value, checked: input.checked }))
  const pressed = pressedIn(root)
  if (fields.length === 0 && pressed === undefined) return undefined
  return () => {
    for (const { of, text, checked } of fields) {
      const input = root.querySelector<HTMLInputElement>(of)
      if (input === null) continue
      if (isBox(input)) tick(input, checked)
      else fill(input, text)
    }
    pressed?.click()
  }
}
