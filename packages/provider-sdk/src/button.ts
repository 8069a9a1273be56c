const TEXTS = { en: 'Confirm that you are 18 or over', de: 'Bestätige, dass du 18 oder älter bist' } as const

/** Colours with a contrast of 4.5:1; a page may set its own by the two custom properties. Both are in the ring of the focus: one shows on any page. */
const LOOK = `
  avouch-button { display: inline-block; max-width: 100%; }
  avouch-button > button:not([class]) {
    font: inherit; font-weight: 600; line-height: 1.3; min-height: 44px; padding: 10px 20px; max-width: 100%;
    border: 1px solid transparent; border-radius: 10px; cursor: pointer;
    background: var(--avouch-button, #1f4fd8); color: var(--avouch-button-text, #fff);
  }
  avouch-button > button:not([class]):hover { filter: brightness(0.92); }
  avouch-button > button:not([class]):focus-visible {
    outline: 3px solid var(--avouch-button, #1f4fd8); outline-offset: 3px; box-shadow: 0 0 0 3px var(--avouch-button-text, #fff);
  }
  @media (forced-colors: active) { avouch-button > button:not([class]) { border-color: ButtonText; } }
`

/** A finger on a small screen, upright or sideways, as the product's own pages tell phones: these go there in the same tab. */
const PHONE = '(pointer: coarse) and (max-width: 819px), (pointer: coarse) and (max-height: 499px)'

/** The language of the page around the button; English unless it is German. */
const languageOf = (element: Element) =>
  element.closest('[lang]')?.getAttribute('lang')?.toLowerCase().startsWith('de') === true ? 'de' : 'en'

/** Longer than a website needs to create an intent. */
const ANSWERS_WITHIN_MS = 15_000

/** Posts the form as a browser does. @returns the address in the answer */
async function askWebsite(action: URL, form: HTMLFormElement, button: HTMLButtonElement): Promise<string> {
  const fields = new FormData(form, button)
  const texts = [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
  const answer = await fetch(action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: form.getAttribute('enctype') === 'multipart/form-data' ? fields : new URLSearchParams(texts),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  })
  const { url } = (await answer.json()) as { url?: unknown }
  if (!answer.ok || typeof url !== 'string') throw new Error('The website answers no address')
  const address = new URL(url, action)
  if (!/^https?:$/.test(address.protocol)) throw new Error('The address is none of a page')
  return address.href
}

/** Sends the form in this tab: a refusal, a log-in or a redirect of the website is for the visitor to see. */
function sendHere(form: HTMLFormElement, button: HTMLButtonElement): void {
  const pressed = document.createElement('input')
  Object.assign(pressed, { type: 'hidden', name: button.name, value: button.value })
  form.append(pressed)
  form.setAttribute('target', '_self')
  HTMLFormElement.prototype.submit.call(form)
  pressed.remove()
}

/** Forms that wait for their website's answer: a second press begins nothing. */
const asking = new WeakSet<HTMLFormElement>()

/**
 * A form that is sent into a new tab arrives as one of another site in some browsers, and websites refuse it. So the website is
 * asked from its own page, and the tab is opened within the press, because a later one would be blocked.
 */
function openBeside(event: SubmitEvent, name: string): void {
  const { target: form, submitter: button } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  if (!(button instanceof HTMLButtonElement) || button.closest(name) === null) return
  const action = new URL(form.getAttribute('action') ?? '', form.baseURI)
  const isPost = form.getAttribute('method')?.toLowerCase() === 'post'
  // A button with other form attributes is left to the browser.
  if (button.hasAttribute('formaction') || button.hasAttribute('formmethod')) return
  if (!isPost || action.origin !== window.location.origin || window.matchMedia(PHONE).matches) return
  if (asking.has(form)) return event.preventDefault()
  const tab = window.open('', '_blank')
  if (tab === null) return
  event.preventDefault()
  tab.opener = null
  asking.add(form)
  askWebsite(action, form, button)
    .finally(() => asking.delete(form))
    .then(
      (address) => tab.location.replace(address),
      () => {
        tab.close()
        sendHere(form, button)
      },
    )
}

/**
 * Makes <avouch-button> known: the button of a form that posts to your own server, which answers with the intent's address:
 * as JSON ({ url }) where the request accepts it, and with a redirect otherwise. A desktop opens it in a new tab, so that your
 * page stays and unlocks; a phone goes there and comes back. Where a press opens a tab, the button has the attribute `opens-tab`,
 * by which the words around it can be chosen. Without script a button inside of it, or inside of a noscript
 * there, goes there as well. No inline style and no script of others: it runs under a strict content security policy.
 */
export function defineAvouchButton(name = 'avouch-button'): void {
  if (customElements.get(name) !== undefined) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(LOOK.replaceAll('avouch-button >', `${name} >`).replace('avouch-button {', `${name} {`))
  document.adoptedStyleSheets.push(sheet)
  window.addEventListener('submit', (event) => openBeside(event, name))
  const phone = window.matchMedia(PHONE)
  const mark = (button: Element) => button.toggleAttribute('opens-tab', !phone.matches)
  phone.addEventListener('change', () => document.querySelectorAll(name).forEach(mark))

  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        const button =
          this.querySelector<HTMLButtonElement>(':scope > button') ?? this.appendChild(document.createElement('button'))
        button.type = 'submit'
        if (button.textContent.trim() === '') button.textContent = TEXTS[languageOf(this)]
        mark(this)
      }
    },
  )
}
