import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Allgemeine Geschäfts\u00ADbedingungen',
  lede: 'Was du von uns erwarten kannst und wir von dir.',
  sections: [
    {
      id: 'example',
      heading: 'Diese Bedingungen sind ein Beispiel',
      body: [
        { sandbox: 'Das ist eine Vorführung: Es fließt kein echtes Geld.' },
        'Die {{company}} ist erfunden. Niemand kann mit ihr einen Vertrag schließen. Diese Bedingungen zeigen, wie die eines echten Betreibers aussehen.',
      ],
    },
    {
      id: 'service',
      heading: '1. Der Dienst',
      body: [
        '{{product}} weist Websites nach, dass du mindestens {{age}} bist. Du registrierst dich mit deiner Handynummer und lässt deine Identität einmal prüfen. Ab dann genügt es, dich einzuloggen. Nimmt eine Website eine Alters\u2011App an, genügt deren Nachweis, ohne Konto.',
        'Daneben kannst du eine Wallet haben und damit auf Websites bezahlen, die das anbieten. Eine Website erfährt, dass bezahlt wurde, aber nicht, von wem.',
        'Für dich ist der Dienst kostenlos. Die Websites, die fragen, bezahlen ihn.',
      ],
    },
    {
      id: 'contract',
      heading: '2. Wie der Vertrag zustande kommt',
      body: [
        'Der Vertrag beginnt, wenn du diesen Bedingungen zustimmst und deine Nummer mit dem Code aus der SMS bestätigst. Du kannst die Bedingungen hier jederzeit lesen, drucken und speichern. Vertragssprache ist die Sprache, in der du dich registriert hast.',
      ],
    },
    {
      id: 'account',
      heading: '3. Dein Konto',
      body: [
        {
          list: [
            'Ein Konto ist für einen Menschen da: für dich. Nummer und Ausweis müssen deine eigenen sein. Ein Ausweis weist das Alter für ein einziges Konto nach; der neueste Nachweis zählt.',
            'Behalte deine PIN für dich. Wir fragen nie am Telefon, per SMS oder per E-Mail danach.',
            'Bestätige nichts für andere und lass niemanden dein Konto nutzen.',
            'Ist dein Handy weg oder kennt jemand deine PIN, wähle unter „PIN vergessen?“ eine neue. Alle anderen Geräte werden dann ausgeloggt.',
          ],
        },
      ],
    },
    {
      id: 'check',
      heading: '4. Die Identitätsprüfung',
      body: [
        'Der Prüfdienst{{vendor}} prüft deinen Ausweis automatisch; dich kostet das etwa 2 Minuten. Ist er nicht sicher, sieht ein Mensch nach; dann bekommst du eine SMS. Wir können nicht versprechen, dass jeder Ausweis angenommen wird.',
        'Zeigt eine Prüfung, dass du noch nicht {{age}} bist, schließen wir dein Konto und löschen deine Daten.',
      ],
    },
    {
      id: 'wallet',
      heading: '5. Wallet und Zahlungen',
      body: [
        {
          list: [
            'Du lädst die Wallet per Überweisung auf, mit dem Verwendungszweck aus der App. Sie fasst höchstens 1.000 Euro; was darüber liegt, geht ganz zurück.',
            'Jede Zahlung bestätigst du in der App, nach einem Login in den letzten fünf Minuten. Eine ausgeführte Zahlung lässt sich nicht zurückrufen. Die Website kann sie 395 Tage lang ganz oder teilweise erstatten.',
            'Wurde deine PIN auf einem unbekannten Gerät neu gesetzt, wird 24 Stunden lang nichts bezahlt.',
            'Löschst du dein Konto, geht dein Guthaben dorthin zurück, woher es kam.',
          ],
        },
      ],
    },
    {
      id: 'availability',
      heading: '6. Verfügbarkeit',
      body: [
        'Wir sorgen dafür, dass der Dienst jederzeit läuft. Dass er nie ausfällt, können wir nicht versprechen. Geht etwas kaputt, bekommt eine Website nie aus Versehen ein „ja“: Dann wird nichts bestätigt.',
      ],
    },
    {
      id: 'liability',
      heading: '7. Haftung',
      body: [
        'Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit, für Verletzungen von Leben, Körper und Gesundheit und nach dem Produkthaftungsgesetz. Bei leichter Fahrlässigkeit haften wir nur, wenn eine Pflicht verletzt ist, auf der der Vertrag ruht, und nur für typische und vorhersehbare Schäden.',
      ],
    },
    {
      id: 'end',
      heading: '8. Wie der Vertrag endet',
      body: [
        'Du kannst den Vertrag jederzeit beenden, indem du dein Konto löschst. Wir können ihn mit einer Frist von zwei Wochen kündigen, bei Missbrauch sofort.',
        'Was dann mit deinen Daten geschieht, steht in der <privacy>Datenschutzerklärung</privacy>.',
      ],
    },
    {
      id: 'withdrawal',
      heading: '9. Widerrufsrecht',
      body: [
        'Du kannst den Vertrag innerhalb von 14 Tagen nach seinem Beginn ohne Angabe von Gründen widerrufen. Eine Nachricht an <mail>{{mail}}</mail> genügt, oder du löschst dein Konto. Die Frist ist gewahrt, wenn du die Nachricht vor ihrem Ende abschickst. Dein Guthaben zahlen wir dann innerhalb von 14 Tagen auf dem Weg zurück, auf dem es kam.',
      ],
    },
    {
      id: 'law',
      heading: '10. Recht und Änderungen',
      body: [
        'Es gilt deutsches Recht. Lebst du in einem anderen Land, behältst du den Schutz, den dessen Recht Verbrauchern gibt.',
        'Änderungen dieser Bedingungen teilen wir dir beim nächsten Login mit, mindestens sechs Wochen bevor sie gelten. Stimmst du nicht zu, endet der Vertrag an diesem Tag, ohne Kosten für dich.',
      ],
    },
  ],
}
