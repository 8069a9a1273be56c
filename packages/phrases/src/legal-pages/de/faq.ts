import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Fragen und Antworten',
  lede: 'Die Fragen, die wir am häufigsten hören. Kommst du nicht weiter? Frag den <support>Support</support>.',
  sections: [
    {
      id: 'start',
      heading: 'Erste Schritte',
      body: [
        {
          question: 'Was brauche ich?',
          answer: [
            'Ein Handy, das SMS empfängt, einen gültigen Ausweis und etwa 2 Minuten. Für die Prüfung brauchst du {{checkNeeds}}.',
          ],
        },
        {
          question: 'Brauche ich die {{product}}-App?',
          answer: [
            'Nein. Dein Alter kannst du auch im Browser bestätigen. Nur zum Bezahlen aus der Wallet brauchst du sie.',
          ],
        },
        {
          question: 'Was ist eine Alters\u2011App?',
          answer: [
            'Eine App auf deinem Handy mit einem amtlichen Nachweis deines Alters. Sie zeigt, dass du mindestens {{age}} bist, und sonst nichts. Nimmt die Website eine an, steht auf der ersten Seite „Ich habe eine Alters\u2011App oder ID-Wallet“. Ein Konto brauchst du dafür nicht.',
          ],
        },
        {
          question: 'Was kostet das?',
          answer: ['Nichts. Die Websites, die fragen, bezahlen dafür.'],
        },
        {
          question: 'Muss ich das auf jeder Website machen?',
          answer: [
            'Nein. Deinen Ausweis zeigst du einmal. Auf der nächsten Website loggst du dich nur ein, mit Nummer, PIN und einem Code per SMS. Nur wenn eine Website einen neueren Nachweis verlangt oder dein Ausweis inzwischen für ein anderes Konto gezeigt wurde, wirst du noch einmal geprüft.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Nummer, PIN und Code',
      body: [
        {
          question: 'Ich bekomme keine SMS. Was kann ich tun?',
          answer: [
            {
              list: [
                'Prüfe die Nummer auf der Seite. „Falsche Nummer?“ bringt dich zurück, ohne dass etwas verloren geht.',
                'Warte, bis der Countdown abgelaufen ist, und drücke dann auf „Neuen Code anfordern“.',
                'Sieh nach, ob dein Handy Empfang hat und ob SMS von unbekannten Absendern gesperrt sind.',
              ],
            },
            'Festnetznummern und Sonderrufnummern können unsere SMS nicht empfangen.',
          ],
        },
        {
          question: 'Der Code wird nicht angenommen.',
          answer: [
            'Ein Code gilt 5 Minuten und für 5 Versuche. Hast du mehrere angefordert, zählt der neueste. Fang nach zu vielen falschen Codes neu an; in der nächsten SMS steht dann vielleicht ein längerer Code aus 12 Buchstaben und Ziffern, der 6 Stunden gilt.',
          ],
        },
        {
          question: 'Ich habe meine PIN vergessen.',
          answer: [
            'Drücke auf der Login-Seite auf „PIN vergessen?“. Du wählst eine neue und bestätigst sie mit einem Code per SMS. Alle anderen Geräte werden dann ausgeloggt.',
          ],
        },
        {
          question: 'Nummer und PIN passen nicht zusammen. Was kann ich tun?',
          answer: [
            'Sieh zuerst nach Land und Nummer. Nach vielen falschen PINs geht auch die richtige nicht mehr, außer in einem Browser, in dem du dich schon einmal eingeloggt hast. Warten ändert daran nichts.',
            'Logge dich dort ein, oder drücke auf der Login-Seite auf „PIN vergessen?“ und wähle eine neue PIN. Das geht sofort, und nichts geht verloren: Dein Altersnachweis bleibt.',
          ],
        },
        {
          question: 'Warum kann ich diese PIN nicht wählen?',
          answer: [
            'Eine PIN hat 4 Ziffern, keine drei aufsteigenden hintereinander wie bei 1234 und keine Ziffer mehr als zweimal. Manche Betreiber lehnen auch Jahre, Daten und Paare ab, weil sie zuerst geraten werden.',
          ],
        },
        {
          question: 'Ich habe eine neue Nummer.',
          answer: [
            'Eine Nummer ist ein Konto. Mit der neuen Nummer legst du ein neues Konto an und zeigst deinen Ausweis noch einmal. Von da an gilt er für das neue Konto und nicht mehr für das alte.',
          ],
        },
      ],
    },
    {
      id: 'check',
      heading: 'Die Identitätsprüfung',
      body: [
        {
          question: 'Warum wurde meine Prüfung nicht abgeschlossen?',
          answer: [
            'Meist liegt es an {{checkTrouble}}, an einem abgelaufenen Ausweis oder an einem Fenster, das zu früh geschlossen wurde. {{checkTip}} und drücke auf „Noch einmal versuchen“.',
          ],
        },
        {
          question: 'Die Seite sagt, dass ein Mensch meinen Ausweis prüft. Wie lange dauert das?',
          answer: [
            'Meist ein paar Stunden. Du bekommst eine SMS, sobald das Ergebnis da ist. Geh dann zurück zur Seite und drücke auf „Aktualisieren“. Nach 14 Tagen ohne Ergebnis kannst du neu anfangen.',
          ],
        },
        {
          question: 'Ich bin noch nicht {{age}}.',
          answer: [
            'Dann gibt es keine Bestätigung. Dein Konto wird geschlossen, deine Daten werden gelöscht. Deine Nummer kann frühestens nach 30 Tagen wieder ein Konto eröffnen.',
          ],
        },
        {
          question: 'Die Seite sagt, dass die Sitzung schon benutzt wurde oder abgelaufen ist.',
          answer: [
            'Die Anfrage einer Website gilt 30 Minuten und nur für eine Person. Geh bitte zurück zur Website und fang dort neu an.',
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'Meine Daten',
      body: [
        {
          question: 'Was erfährt die Website über mich?',
          answer: [
            '„Ja“ oder „nein“ und einen Nutzernamen, den nur diese Website bekommt; den Tag des Nachweises nur, wenn sie einen neuen verlangt. Gehst du ohne Antwort zurück: dass du gegangen bist. Keinen Namen, kein Geburtsdatum, keine Nummer.',
          ],
        },
        {
          question: 'Wird mein Ausweis gespeichert?',
          answer: [
            'Bei uns nicht. Der Prüfdienst{{vendor}} liest ihn und sagt uns, wie die Prüfung ausging. Was er uns vom Ausweis nennt, etwa Geburtsdatum oder Nummer, vergleichen wir und vergessen es sofort. Wir behalten das Ergebnis, den Tag und einen unlesbaren Fingerabdruck deines Ausweises: eine lange Zahl, an der wir merken, wenn derselbe Ausweis für ein anderes Konto gezeigt wird. Welcher Ausweis es ist, kann niemand daran erkennen.',
          ],
        },
        {
          question: 'Wie lösche ich mein Konto?',
          answer: [
            'Unter <accountData>Deine Daten</accountData>, mit deiner PIN. Dort steht auch, was wie lange bleibt. <erasure>Meine Daten löschen</erasure> sagt, was ohne die Nummer geht.',
          ],
        },
        {
          question: 'Wie ändere ich meine Entscheidung über Cookies?',
          answer: ['Drücke am Fuß einer Seite auf „Cookies“. Was du dort entscheidest, gilt sofort.'],
        },
      ],
    },
    {
      id: 'wallet',
      heading: 'Wallet und Zahlungen',
      body: [
        {
          question: 'Wie lade ich meine Wallet auf?',
          answer: [
            'Per Überweisung, mit dem Verwendungszweck, den die App zeigt. Ohne den richtigen Verwendungszweck geht das Geld dorthin zurück, woher es kam. Eine Wallet fasst höchstens 1.000 Euro.',
          ],
        },
        {
          question: 'Warum muss ich mich zum Bezahlen noch einmal einloggen?',
          answer: [
            'Eine Zahlung braucht einen Login in den letzten fünf Minuten. So bezahlt niemand, der nur dein Handy findet. Wurde die PIN auf einem unbekannten Gerät neu gesetzt, wird 24 Stunden lang nichts bezahlt.',
          ],
        },
        {
          question: 'Bekomme ich mein Geld zurück?',
          answer: [
            'Eine Website kann eine Zahlung 395 Tage lang ganz oder teilweise erstatten. Löschst du dein Konto, geht dein Guthaben dorthin zurück, woher es kam.',
          ],
        },
      ],
    },
  ],
}
