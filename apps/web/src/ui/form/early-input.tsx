import type { Elements } from '@avouch/design/jsx-runtime'
import { useEffect } from 'react'

/** Selects all that can have the focus. */
const CONTROLS = 'a, button, input, summary'

const isBox = ({ type }: HTMLInputElement): boolean => type === 'checkbox'
const isChanged = (input: HTMLInputElement): boolean =>
  isBox(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue

const selectorOf = ({ name }: HTMLInputElement): string =>
  name === '' ? 'input[role=combobox]' : `input[name="${CSS.escape(name)}"]`

/** Fills an input so that React notices: it compares with the value that it saw last, which is changed first. */
function fill(input: HTMLInputElement, text: string): void {
  input.value = `${text} `
  Reflect.set(HTMLInputElement.prototype, 'value', text, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function tick(input: HTMLInputElement, checked: boolean): void {
  input.checked = !checked
  input.click()
}

/** Finds the control with the focus, and the cursor in it. */
function focusedOf(controls: readonly HTMLElement[]) {
  const control = controls.find((one) => one === document.activeElement)
  const isText = control instanceof HTMLInputElement && !isBox(control)
  return { control, cursor: isText ? ([control.selectionStart, control.selectionEnd] as const) : undefined }
}

/**
 * Finds the controls of the page before hydration, and the one with the focus. Until then the browser follows links, and a handler in
 * the document marks pressed buttons; afterwards that handler ignores this part of the page.
 * @returns applies what was typed, ticked and pressed, and the focus. Call it once the handlers exist: a control that was replaced
 * keeps its value, so that nothing is read before.
 */
export function readEarlyInput(root: Element): () => void {
  const controls = Array.from(root.querySelectorAll<HTMLElement>(CONTROLS))
  const before = focusedOf(controls)
  return () => {
    root.setAttribute('data-alive', '')
    /** Finds a control again in a page that was rendered anew: links and buttons by position, or if their number changed by text. */
    const sameAs = (control: HTMLElement) => {
      if (root.contains(control)) return control
      if (control instanceof HTMLInputElement) return root.querySelector<HTMLInputElement>(selectorOf(control))
      const before = controls.filter(({ tagName }) => tagName === control.tagName)
      const now = Array.from(root.querySelectorAll<HTMLElement>(control.tagName))
      return now.length === before.length
        ? now[before.indexOf(control)]
        : now.find((one) => one.ariaLabel === control.ariaLabel && one.textContent === control.textContent)
    }
    const changed = controls.filter((control) => control instanceof HTMLInputElement).filter(isChanged)
    const { control, cursor } = before.control?.isConnected === false ? before : focusedOf(controls)
    const target = control === undefined ? undefined : sameAs(control)
    target?.focus()
    for (const old of changed) {
      const { value, checked } = old
      const input = sameAs(old)
      if (!(input instanceof HTMLInputElement)) continue
      if (isBox(input)) tick(input, checked)
      else fill(input, value)
    }
    for (const pressed of controls)
      if (pressed.hasAttribute('data-early')) {
        pressed.removeAttribute('data-early')
        sameAs(pressed)?.click()
      }
    // In a microtask: React renders the values after its effects.
    if (cursor !== undefined && target instanceof HTMLInputElement)
      queueMicrotask(() => target.setSelectionRange(...cursor))
  }
}

/**
 * Applies early input after hydration: its effect is the last one of the first page. Input between the handlers and that effect is
 * applied twice, which changes nothing. Where React finds a node that is not the server's, it renders this again and replaces the
 * page in the same task: the controls read before are those of the old page.
 */
export function RestoreEarlyInput({ root, children }: { root: Element; children: Elements }) {
  const applyEarlyInput = readEarlyInput(root)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on the first page
  useEffect(applyEarlyInput, [])
  return children
}
