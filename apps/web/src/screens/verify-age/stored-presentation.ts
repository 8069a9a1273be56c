import {
  PRESENTATION_KINDS,
  PRESENTATION_REASONS,
  type PresentationKind,
  type PresentationReason,
} from '@avouch/contract'
import { inBrowser, readItem, removeItem, writeItem } from '#api/storage.ts'

const NAME = 'presentation'

/** Stores the request that this browser began: the app may come back into another tab. */
export const storePresentation = (id: string): void => writeItem(inBrowser, NAME, id)
export const removePresentation = (): void => removeItem(inBrowser, NAME)

/** Reads the request. The server decides when it has expired: a browser's clock may be wrong. */
export const storedPresentation = (): string | undefined => readItem(inBrowser, NAME)

/** An answer that waits for its browser, or the reason for a missing one. */
export type AppReturn =
  | { code: string; digits: string }
  | { refused: PresentationReason; kind: PresentationKind | undefined }

/** Takes the answer in the fragment of the app's way back, out of the address bar. */
export function takeAppReturn(): AppReturn | undefined {
  const { pathname, search, hash } = window.location
  const brought = new URLSearchParams(hash.slice(1))
  const [code, digits] = [brought.get('rc'), brought.get('digits')]
  const refused = PRESENTATION_REASONS.find((reason) => reason === brought.get('refused'))
  const kind = PRESENTATION_KINDS.find((known) => known === brought.get('kind'))
  const back =
    refused !== undefined ? { refused, kind } : code === null || digits === null ? undefined : { code, digits }
  if (back !== undefined) window.history.replaceState(window.history.state, '', pathname + search)
  return back
}
