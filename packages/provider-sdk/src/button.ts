const TEXTS = { en: 'Confirm that you are 18 or over', de: 'Bestätige, dass du 18 oder älter bist' } as const

/** Colours with a contrast of 4.5:1; a page may set its own by the two custom properties. */
const LOOK = `
  avouch-button { display: inline-block; max-width: 100%; }
  avouch-button > button {
    font: inherit; font-weight: 600; line-height: 1.3; min-height: 44px; padding: 10px 20px; max-width: 100%;
    border: 1px solid transparent; border-radius: 10px; cursor: pointer;
    background: var(--avouch-button, #1f4fd8); color: var(--avouch-button-text, #fff);
  }
  avouch-button > button:hover { filter: brightness(0.92); }
  avouch-button > button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
  @media (forced-colors: active) { avouch-button > button { border-color: ButtonText; } }
`

const isPhone = () => window.matchMedia('(pointer: coarse) and (max-width: 800px)').matches

/** The language of the page around the button; English unless it is German. */
const languageOf = (element: Element) =>
  element.closest('[lang]')?.getAttribute('lang')?.toLowerCase().startsWith('de') === true ? 'de' : 'en'

/**
 * Makes <avouch-button> known: the button of a form that posts to your own server, which answers with a redirect to the
 * intent's address. A desktop opens it in a new tab, so that your page stays and unlocks; a phone goes there and comes
 * back. Without script a button inside of it, or inside of a noscript there, works all the same. No inline style and no script of others: it runs under a strict
 * content security policy.
 */
export function defineAvouchButton(name = 'avouch-button'): void {
  if (customElements.get(name) !== undefined) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(LOOK.replaceAll('avouch-button >', `${name} >`).replace('avouch-button {', `${name} {`))
  document.adoptedStyleSheets.push(sheet)

  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        const button =
          this.querySelector<HTMLButtonElement>(':scope > button') ?? this.appendChild(document.createElement('button'))
        button.type = 'submit'
        if (button.textContent.trim() === '') button.textContent = TEXTS[languageOf(this)]
        const form = this.closest('form')
        if (form === null || isPhone()) return
        form.target = '_blank'
        form.rel = 'noopener'
      }
    },
  )
}
