import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Support',
  lede: 'Wenn etwas klemmt, geht es so am schnellsten weiter.',
  sections: [
    {
      id: 'self',
      heading: 'Das kannst du gleich selbst tun',
      body: [
        {
          facts: [
            [
              'Keine SMS',
              'Prüfe die Nummer, warte den Countdown ab und fordere dann einen neuen Code an. <faq>Mehr dazu</faq>',
            ],
            ['PIN vergessen', 'Drücke auf der Login-Seite auf „PIN vergessen?“. Dafür brauchst du uns nicht.'],
            ['Sitzung abgelaufen oder benutzt', 'Geh zurück zur Website, von der du kommst, und fang dort neu an.'],
            [
              'Prüfung nicht abgeschlossen',
              'Nimm einen gültigen Ausweis. {{checkTip}} und drücke auf „Noch einmal versuchen“.',
            ],
            ['„Ups, da ist etwas schiefgelaufen“', 'Drücke auf „Aktualisieren“. Kommt es wieder, schreib uns.'],
            [
              'Keine Verbindung',
              'Prüfe dein Internet. Was du eingegeben hast, steht noch im Formular; sende es noch einmal ab.',
            ],
          ],
        },
      ],
    },
    {
      id: 'browsers',
      heading: 'Welche Browser wir ausprobiert haben',
      body: [
        'Am 26. November 2026 haben die wichtigsten Wege in Chromium 156, Firefox ESR 153.7 und WebKitGTK 2.50.6 funktioniert; WebKitGTK hat dieselbe Technik wie Safari. Ein iPhone war nicht dabei.',
        'In deinem Browser klappt etwas nicht? Nimm einen anderen, und schreib uns bitte.',
      ],
    },
    {
      id: 'write',
      heading: 'Schreib uns',
      body: [
        'Schreib an <mail>{{mail}}</mail>, auf Deutsch oder Englisch. Das hilft uns:',
        {
          list: [
            'die Vorgangs-ID am Fuß der Seite, die deinen Besuch nennt und nicht dich,',
            'was du gesehen hast, Wort für Wort oder als Bild,',
            'welchen Browser und welches Gerät du nutzt und wann es passiert ist.',
          ],
        },
        'Schick uns nie deine PIN, einen Code aus einer SMS oder ein Bild deines Ausweises. Wir brauchen sie nicht und fragen nie danach.',
      ],
    },
    {
      id: 'call',
      heading: 'Am Telefon',
      body: [
        'Ein Callcenter gibt es nicht. Kannst du nicht schreiben, ruf <tel>{{phone}}</tel> an und sag, wo wir dich erreichen. Wir rufen niemanden an, der nicht darum gebeten hat.',
      ],
    },
    {
      id: 'money',
      heading: 'Einzahlungen und Zahlungen',
      body: [
        'Solange ein Hinweis von Wartung spricht, sind keine Einzahlungen möglich. Was dann ankommt, geht dorthin zurück, woher es kam, meist innerhalb weniger Tage. Fehlt eine Einzahlung ohne einen solchen Hinweis, vergleiche den Verwendungszweck deiner Überweisung mit dem in der App.',
        'Eine Erstattung bekommst du von der Website, auf der du bezahlt hast. Nur sie kann sie auslösen.',
      ],
    },
    {
      id: 'fraud',
      heading: 'Etwas kommt dir seltsam vor',
      body: [
        'Du hast einen Code bekommen, den du nicht angefordert hast? Gib ihn niemandem; er läuft von selbst ab. Jemand hat dir einen QR-Code zum Scannen geschickt? Schließe die Seite. Du glaubst, jemand kennt deine PIN? Wähle sofort unter „PIN vergessen?“ eine neue.',
      ],
    },
    {
      id: 'example',
      heading: 'Diese Seite ist ein Beispiel',
      body: [
        'Die {{company}} ist erfunden: Niemand liest diese E-Mails, und niemand geht an dieses Telefon.',
        { sandbox: 'In dieser Vorführung findest du die SMS auf dem Handy der Sandbox.' },
      ],
    },
  ],
}
