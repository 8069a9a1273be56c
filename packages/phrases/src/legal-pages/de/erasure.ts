import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Meine Daten löschen',
  lede: 'Welcher Weg deiner ist, hängt an der Nummer und daran, ob du ein Konto hast.',
  sections: [
    {
      id: 'number',
      heading: 'Du hast die Nummer',
      body: [
        {
          steps: [
            'Öffne <accountData>Deine Daten</accountData> und logge dich mit Nummer, PIN und dem Code aus der SMS ein. Hast du die PIN vergessen, setz dort eine neue.',
            'Drücke auf „Mein Konto löschen“ und lies, was weggeht und was noch bleibt.',
            'Gib deine PIN ein und bestätige. Das Konto endet sofort, in jedem Browser.',
            'Behalte die Adresse der letzten Seite, wenn du sehen willst, wie weit es ist. Sie gilt dreißig Tage und nennt niemanden.',
          ],
        },
        'Geld in deiner Wallet geht auf das Bankkonto zurück, von dem es kam.',
      ],
    },
    {
      id: 'lost',
      heading: 'Du hast die Nummer nicht mehr',
      body: [
        'Dann können wir nicht erkennen, dass das Konto deins ist: Wir kennen es nur an der Nummer. Lass deine Nummer zuerst von deinem Mobilfunkanbieter auf eine neue Karte legen. Nimm dann den Weg oben.',
        'Geht das nicht, schreib an <privacyMail>{{privacyMail}}</privacyMail>. Eine Nachricht allein zeigt uns nicht, dass die Nummer deine war. Dann müssen wir das Konto vielleicht lassen, wie es ist: Sonst könnte jeder fremde Konten löschen.',
      ],
    },
    {
      id: 'none',
      heading: 'Du hattest nie ein Konto',
      body: [
        'Hast du dein Alter mit einer Alters\u2011App oder ID\u2011Wallet gezeigt, haben wir keinen Namen, keine Nummer und kein Konto von dir. Wir können dich nicht suchen, weil wir nicht wissen, welche Anfrage deine war. So eine Anfrage wird nach einer Stunde gelöscht, die Antwort an die Website nach 90 Tagen.',
        'Was die Website über dich weiß, kann nur sie löschen. Bitte frag dort nach.',
      ],
    },
    {
      id: 'stays',
      heading: 'Was noch eine Weile bleibt',
      body: [
        'Manches bleibt so lange, wie es in der <privacy>Datenschutzerklärung</privacy> steht. Nichts davon führt zu dir zurück.',
      ],
    },
  ],
}
