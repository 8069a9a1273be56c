import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Im\u00ADpres\u00ADsum',
  lede: 'Wer diese Website betreibt und wie du uns erreichst.',
  sections: [
    {
      id: 'example',
      heading: 'Diese Seite ist ein Beispiel',
      body: [
        { sandbox: 'Das ist eine Vorführung.' },
        'Das Unternehmen auf dieser Seite ist erfunden. Es hat kein Büro, kein Telefon und keine Kundschaft. Die Texte zeigen, wie die Seiten eines echten Betreibers aussehen.',
        'Wer {{product}} wirklich betreibt, setzt eigene Seiten an die Stelle von diesen.',
      ],
    },
    {
      id: 'operator',
      heading: 'Angaben nach § 5 DDG',
      body: [
        {
          facts: [
            ['Betreiber', '{{company}}'],
            ['Anschrift', '{{street}}, {{town}}'],
            ['Vertreten durch', '{{person}}, Geschäftsführerin'],
            ['Handelsregister', 'Amtsgericht Musterstadt, HRB 00000'],
            ['Umsatzsteuer-ID', 'DE000000000'],
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Kontakt',
      body: [
        {
          facts: [
            ['E-Mail', '<mail>{{mail}}</mail>'],
            ['Telefon', '<tel>{{phone}}</tel>'],
          ],
        },
        'Brauchst du Hilfe bei deiner Bestätigung, geht es über den <support>Support</support> schneller. Ein Callcenter gibt es nicht.',
      ],
    },
    {
      id: 'content',
      heading: 'Verantwortlich für den Inhalt',
      body: ['{{person}}, {{street}}, {{town}} (§ 18 Abs. 2 MStV).'],
    },
    {
      id: 'disputes',
      heading: 'Streitbeilegung',
      body: [
        'Wir sind weder verpflichtet noch bereit, an Verfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.',
      ],
    },
    {
      id: 'weaknesses',
      heading: 'Sicherheitslücken melden',
      body: [
        'Du hast eine Sicherheitslücke gefunden? Schreib bitte an <securityMail>{{securityMail}}</securityMail>, was man braucht, um sie zu sehen. Gib uns Zeit, sie zu schließen, bevor sie öffentlich wird.',
      ],
    },
    {
      id: 'licence',
      heading: 'Software',
      body: [
        'Die Software hinter dieser Website ist frei, unter der Apache-Lizenz 2.0. Namen und Zeichen der App-Stores gehören ihren Inhabern.',
      ],
    },
  ],
}
