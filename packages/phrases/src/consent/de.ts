import type { en } from './en.ts'

export const de = {
  'consent.announce': 'Am Anfang dieser Seite steht eine Frage zu Cookies.',
  'consent.title': 'Cookies',
  'consent.text': 'Dürfen wir Besuche zählen? Ohne dein Ja wird nichts gezählt.',
  'consent.reject': 'Ablehnen',
  'consent.accept': 'Akzeptieren',
  'consent.onlyNecessary': 'Nur notwendige',
  'consent.acceptAll': 'Alle akzeptieren',
  'consent.settings': 'Auswahl',
  'consent.dialogTitle': 'Cookie-Ein\u00ADstel\u00ADlungen',
  'consent.dialogText': 'Wähle, was du erlaubst. Deine Wahl gilt sofort und wird 182 Tage gespeichert.',
  'consent.necessary': 'Notwendig',
  'consent.always': 'Immer an',
  'consent.necessaryText': 'Ohne sie könntest du dich nicht sicher einloggen. Sie verraten niemandem, wer du bist.',
  'consent.deviceCookie':
    'Erkennt diesen Browser wieder, damit niemand woanders fortsetzt, was du hier begonnen hast. 180 Tage.',
  'consent.choiceCookie': 'Merkt sich die Wahl, die du hier triffst. 182 Tage.',
  'consent.languageCookie': 'Merkt sich die Sprache, die du gewählt hast, hier oder auf der Website. Ein Jahr.',
  'consent.storage': 'Speicher',
  'consent.storageText':
    'Deine Sprache, das Land deiner Nummer und die Website, die dich geschickt hat; dein Login nur, bis du den Tab schließt.',
  'consent.analytics': 'Analyse',
  'consent.analyticsText':
    'Wir zählen mit Matomo, welche Seiten geöffnet werden und welche Schritte gelingen. Deine Nummer und die Website, die dich geschickt hat, erfährt es nicht, und es setzt keine Cookies. Wie jeder Server sieht es deine IP-Adresse.',
  'consent.targeting': 'Targeting',
  'consent.targetingText': 'Werbung könnte auf dich abgestimmt werden. Zurzeit nutzt das hier nichts.',
  'consent.save': 'Auswahl speichern',
} as const satisfies Record<keyof typeof en, string>
