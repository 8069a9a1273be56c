import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Erklärung zur Barrierefreiheit',
  lede: '{{product}} ist für alle da. Hier steht, was wir geprüft haben, was noch nicht geht und wie du es uns sagst.',
  sections: [
    {
      id: 'standard',
      heading: 'Woran wir uns messen',
      body: [
        'Diese Erklärung gilt für die Website {{product}}: alle Seiten vom Start bis zum Ergebnis, auf Deutsch und Englisch. Maßstab sind die Richtlinien für barrierefreie Webinhalte (WCAG) 2.2, Stufe AA, und die europäische Norm EN 301 549, auf der das Barrierefreiheitsstärkungsgesetz (BFSG) aufbaut.',
        'Nach eigenen Prüfungen erfüllt die Website WCAG 2.2 AA, mit den unten genannten Lücken. Eine unabhängige Stelle hat sie noch nicht geprüft.',
      ],
    },
    {
      id: 'tested',
      heading: 'Was wir geprüft haben und wie',
      body: [
        {
          facts: [
            [
              'Regeln der WCAG, maschinell',
              'Die Seiten eines ganzen Besuchs in allen Zuständen, die Hinweise und diese Seiten: auf Deutsch und Englisch, am Computer und am Handy, hell und dunkel. Das Werkzeug ist axe mit den Regeln von WCAG 2.0 bis 2.2, A und AA.',
            ],
            [
              'Tastatur und Namen',
              'Ein erster Besuch von der Website bis zum Ergebnis und zurück, nur mit Tasten und zugänglichen Namen. Der Fokus ist immer markiert und nie verdeckt.',
            ],
            [
              'Größen',
              'In einem Fenster von 320 Pixeln, bei einem Zoom von 400 % und mit doppelt großem Text wird nichts abgeschnitten, und keine Seite scrollt zur Seite. Was sich drücken lässt, misst 44 Pixel.',
            ],
            ['Darstellung', 'Kontrast in Hell und Dunkel, erzwungene Farben, weniger Bewegung.'],
            [
              'Mitteilungen',
              'Mitteilungen, Wartezeiten und ein verlorenes Netz werden vorgelesen, nehmen niemandem den Fokus und verschieben nichts auf der Seite.',
            ],
            [
              'Browser',
              'Am 26. November 2026 wurden die wichtigsten Wege in Chromium 156, Firefox ESR 153.7 und WebKitGTK 2.50.6 mit der Technik von Safari begangen: auf Deutsch und Englisch, in breiten und schmalen Fenstern.',
            ],
          ],
        },
        'Alle diese Prüfungen laufen in Chromium unter Linux, bevor eine Änderung veröffentlicht wird, die wichtigsten Wege regelmäßig auch in den beiden anderen.',
      ],
    },
    {
      id: 'helps',
      heading: 'Was dir hilft',
      body: [
        {
          list: [
            'Alles geht ohne Maus. Der erste Druck auf die Tabulatortaste bietet an, zum Inhalt zu springen.',
            'Fehler stehen an ihrem Feld, werden vorgelesen und sagen, was zu tun ist.',
            'Keine Sicherheitsabfrage verlangt Bilder oder Töne von dir.',
            'Den Code aus der SMS kannst du einfügen, oder dein Handy trägt ihn ein. Die PIN kannst du beim Tippen anzeigen, und Passwortmanager können sie ausfüllen.',
            'Die Seiten folgen deinen Einstellungen für dunkle Darstellung, weniger Bewegung und Textgröße.',
            'Was schiefgeht, bleibt auf dem Bildschirm, bis du es schließt.',
          ],
        },
      ],
    },
    {
      id: 'gaps',
      heading: 'Was noch nicht geht',
      body: [
        {
          list: [
            'Noch hat niemand die Seiten von Hand mit einem Screenreader geprüft, und noch haben keine Menschen mit Behinderung sie für uns ausprobiert.',
            'Safari selbst haben wir nicht geprüft, auch kein iPhone und keinen Mac.',
            'Die Identitätsprüfung selbst ist die Website eines anderen Unternehmens. Sie braucht {{checkNeeds}}. Wir können nicht versprechen, dass sie barrierefrei ist. Kannst du sie nicht nutzen, schreib uns.',
            'Eine Sitzung endet nach 60 Minuten ohne Nutzung und lässt sich nicht verlängern, weil sonst andere dein Gerät nutzen könnten.',
            'Ein Code aus einer SMS gilt 5 Minuten. Du kannst einen neuen anfordern.',
            'Für den Weg mit der App brauchst du ein zweites Gerät, wenn du am Computer anfängst. Der Weg ohne App braucht keines.',
            'Eine Fassung in Leichter Sprache oder in Gebärdensprache gibt es nicht.',
          ],
        },
      ],
    },
    {
      id: 'complain',
      heading: 'Sag es uns, oder beschwere dich',
      body: [
        'Du bist auf eine Barriere gestoßen? Schreib an <mail>{{mail}}</mail> oder nimm einen anderen Weg unter <support>Support</support>. Nenne die Seite und was du nutzt. Wir antworten innerhalb von zwei Wochen und sagen dir, wann die Barriere weg ist oder wie du bis dahin ans Ziel kommst.',
        'Hilft dir unsere Antwort nicht, kannst du dich an die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF) in Magdeburg wenden.',
        'Die {{company}} ist erfunden: Niemand liest diese E-Mails.',
      ],
    },
  ],
}
