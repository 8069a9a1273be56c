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
