import type { Localized } from '@avouch/contract'

/** Texts that the server itself writes into a page, because no script of ours is there to say it. */
export type ServerTexts = {
  /** Instead of a script, and while it has not started. */
  needsScript: string
  /** To a developer who opened another address than the one that is set. */
  otherAddress: { title: string; text: string; phone: string }
  /** To a visitor whom the identity check does not take at the moment. */
  noIdentityCheck: { title: string; text: string; again: string; back: string }
}

export const serverTexts: Localized<ServerTexts> = {
  en: {
    needsScript:
      'This page does not work without JavaScript. Allow it for this site, also in your ad blocker. Then reload the page, or use another browser.',
    otherAddress: {
      title: 'Another address is set',
      text: 'PUBLIC_URL names the address at which this works. Here every form would be refused. Open this one:',
      phone:
        'To try it on a phone, start it with LAN_ADDRESS: its value is the address of this machine in the network, for example LAN_ADDRESS=192.168.1.5 npm start. Then open the address that it prints.',
    },
    noIdentityCheck: {
      title: 'The identity check can’t be reached',
      text: 'This is not your fault. Try again in a minute: nothing is lost.',
      again: 'Try again',
      back: 'Back',
    },
  },
  de: {
    needsScript:
      'Ohne JavaScript funktioniert diese Seite nicht. Erlaube es für diese Seite, auch in deinem Werbeblocker. Lade dann die Seite neu, oder nimm einen anderen Browser.',
    otherAddress: {
      title: 'Eingestellt ist eine andere Adresse',
      text: 'PUBLIC_URL nennt die Adresse, unter der alles funktioniert. Hier würde jedes Formular abgelehnt. Öffne diese:',
      phone:
        'Um es auf einem Handy zu probieren, starte mit LAN_ADDRESS: Der Wert ist die Adresse dieses Rechners im Netz, zum Beispiel LAN_ADDRESS=192.168.1.5 npm start. Öffne dann die Adresse, die dabei ausgegeben wird.',
    },
    noIdentityCheck: {
      title: 'Die Identitätsprüfung ist gerade nicht erreichbar',
      text: 'Das liegt nicht an dir. Versuche es in einer Minute noch einmal: Es geht nichts verloren.',
      again: 'Noch einmal versuchen',
      back: 'Zurück',
    },
  },
}
