import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'So funktioniert es',
  lede: 'Du weist einmal nach, dass du mindestens {{age}} bist. Danach genügt es, dich einzuloggen, auf jeder Website, die fragt.',
  sections: [
    {
      id: 'steps',
      heading: 'Schritt für Schritt',
      body: [
        {
          steps: [
            '<b>Eine Website fragt.</b> Sie möchte wissen, ob du mindestens {{age}} bist, und schickt dich her.',
            '<b>Du wählst einen Weg.</b> Im Browser oder mit der {{product}}-App auf dem Handy.',
            '<b>Du legst ein Konto an.</b> Deine Handynummer und eine PIN mit 4 Ziffern genügen. Eine SMS mit einem Code bestätigt, dass die Nummer dir gehört.',
            '<b>Du zeigst deinen Ausweis.</b> {{checkReads}} Das dauert etwa 2 Minuten.',
            '<b>Die Website bekommt ihre Antwort.</b> „Ja“ oder „nein“, und du bist wieder dort, woher du kamst.',
          ],
        },
        'Beim nächsten Mal genügen Nummer, PIN und SMS-Code. Deinen Ausweis zeigst du nur dann noch einmal, wenn eine Website einen neueren Nachweis verlangt oder er inzwischen für ein anderes Konto gezeigt wurde.',
      ],
    },
    {
      id: 'ways',
      heading: 'Mit einer App',
      body: [
        'Mit der {{product}}-App: Am Computer zeigt die Seite einen QR-Code. Scanne ihn in der App und wähle dort die Nummer, die neben dem Code steht. Tu das nur, wenn du die Website gerade selbst geöffnet hast: Mit einem Code, den dir jemand schickt, würdest du für diese Person bestätigen.',
        'Auf dem Handy öffnet die Seite die App. Noch keine App? Die Seite führt dich zum Download, oder du machst im Browser weiter.',
        'Manche Websites nehmen auch eine Alters\u2011App an: eine App mit einem amtlichen europäischen Altersnachweis. Du zeigst diesen Nachweis und brauchst kein Konto, keine Nummer und keinen Ausweis.',
      ],
    },
    {
      id: 'learns',
      heading: 'Wer was erfährt',
      body: [
        {
          facts: [
            [
              'Die Website',
              '„Ja“ oder „nein“ und einen Nutzernamen nur für diese Website; den Tag des Nachweises nur, wenn sie einen neuen verlangt. Zwei Websites können nicht erkennen, dass du dieselbe Person bist.',
            ],
            [
              'Wir',
              'Deine Handynummer, verschlüsselt, wie die Prüfung ausging, und einen unlesbaren Fingerabdruck deines Ausweises. Namen, Geburtsdatum und Bilder behalten wir nicht.',
            ],
            [
              'Die Identitätsprüfung',
              '{{checkLearns}}, dazu einen zufälligen Code von uns. Nicht die Website und nicht deine Nummer.',
            ],
            [
              'Wer den Nachweis einer App ausstellt',
              'Nichts. Wir fragen dort nicht nach, also erfährt niemand dort, wo du ihn zeigst.',
            ],
          ],
        },
      ],
    },
    {
      id: 'result',
      heading: 'Wie die Prüfung ausgehen kann',
      body: [
        {
          facts: [
            ['Bestätigt', 'Du drückst auf einen Knopf und bist zurück auf der Website.'],
            [
              'In Prüfung',
              'Die Maschine ist nicht sicher, deshalb sieht ein Mensch nach. Du bekommst eine SMS, sobald das Ergebnis da ist.',
            ],
            [
              'Nicht abgeschlossen',
              'Etwas hat nicht geklappt, oft liegt es an {{checkTrouble}}. Du kannst es sofort noch einmal versuchen.',
            ],
            ['Unter {{age}}', 'Wir schließen das Konto und löschen deine Daten.'],
          ],
        },
      ],
    },
    {
      id: 'pay',
      heading: 'Bezahlen ohne Namen',
      body: [
        'In der App kannst du eine Wallet aufladen und damit bezahlen. Jede Zahlung bestätigst du dort. Die Website erfährt, dass bezahlt wurde, aber nicht, von wem.',
      ],
    },
    {
      id: 'next',
      heading: 'Noch etwas?',
      body: [
        'Mehr steht unter <faq>Fragen und Antworten</faq>, ganz genau steht es in der <privacy>Datenschutzerklärung</privacy>, und der <support>Support</support> ist da, wenn etwas klemmt.',
      ],
    },
  ],
}
