import type { Localized } from '@avouch/contract'

/** What the server itself writes into a page, because no script of ours is there to say it. */
export type ServerTexts = {
  /** Instead of a script, and while it has not started. */
  needsScript: string
}

export const serverTexts: Localized<ServerTexts> = {
  en: {
    needsScript:
      'This page does not work without JavaScript. Allow it for this site, also in your content blocker. Then reload the page, or use another browser.',
  },
  de: {
    needsScript:
      'Ohne JavaScript funktioniert diese Seite nicht. Erlaube es für diese Seite, auch in deinem Werbeblocker. Lade dann die Seite neu, oder nimm einen anderen Browser.',
  },
}
