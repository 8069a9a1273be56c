import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Datenschutz\u00ADerklärung',
  lede: 'Was wir über dich wissen, wozu, wie lange, und was du tun kannst.',
  sections: [
    {
      id: 'short',
      heading: 'Kurz gesagt',
      body: [
        {
          list: [
            'Die Website, die fragt, erfährt „ja“ oder „nein“ und einen Nutzernamen, den nur sie bekommt; den Tag des Nachweises nur, wenn sie einen neuen verlangt. Gehst du ohne Antwort zurück: dass du gegangen bist. Nie deinen Namen, dein Geburtsdatum oder deine Nummer.',
            'Von deiner Identitätsprüfung behalten wir ein Ergebnis, einen Tag und einen unlesbaren Fingerabdruck deines Ausweises. Kein Bild, keinen Namen, keine Ausweisnummer.',
            'Deine Handynummer ist verschlüsselt. Deine PIN kann niemand lesen, auch wir nicht.',
            'Wir verkaufen nichts, und es gibt keine Werbung. Eine Statistik führen wir nur, wenn du zustimmst.',
          ],
        },
        'Die {{company}} ist erfunden. Wer {{product}} betreibt, setzt eine eigene Erklärung an diese Stelle.',
        {
          sandbox:
            'Das ist eine Vorführung: Ausweise, SMS und Geld sind nicht echt. Bitte zeig keinen echten Ausweis und nimm keine fremde Nummer.',
        },
      ],
    },
    {
      id: 'controller',
      heading: 'Wer verantwortlich ist',
      body: [
        '{{company}}, {{street}}, {{town}}. Fragen zu deinen Daten schickst du an <privacyMail>{{privacyMail}}</privacyMail>. Dort liest sie der Datenschutzbeauftragte.',
      ],
    },
    {
      id: 'data',
      heading: 'Was wir speichern und wie lange',
      body: [
        'Ein unlesbarer Fingerabdruck ist eine lange Zahl, die aus etwas berechnet wird und die niemand zurückrechnen kann. Mit deinem Finger hat sie nichts zu tun.',
        {
          facts: [
            [
              'Dein Konto',
              'Handynummer (verschlüsselt), PIN (als unlesbarer Fingerabdruck, verschlüsselt), Sprache, deine Antwort zur Nutzung deiner Daten durch den Prüfdienst, Tag der Registrierung. Bis du das Konto löschst. Eine Registrierung, die nicht bestätigt wird, löschen wir nach 15 Minuten.',
            ],
            [
              'Eine Nummer, die du eingibst',
              'Wenn du dich registrierst oder einloggst, fragt die Seite unseren Server, ob die Nummer SMS empfangen kann: sobald sie vollständig ist und noch bevor du das Formular abschickst. Der Server antwortet und speichert sie nicht. Die Seite vergisst sie, wenn du sie schließt oder dich ausloggst.',
            ],
            [
              'Passkeys, falls du welche anlegst',
              'Ein öffentlicher Schlüssel, der ohne dein Gerät nichts öffnet, und ein zufälliger Name deines Kontos für Geräte. Der Name, den du ihm gibst, wann er entstand, der Tag der letzten Nutzung und ob deine anderen Geräte ihn auch haben. Finger, Gesicht und die PIN des Geräts erreichen uns nie. Bis du ihn entfernst oder das Konto löschst.',
            ],
            [
              'Dein Altersnachweis',
              'Dass du mindestens {{age}} bist und an welchem Tag das nachgewiesen wurde. Bis du das Konto löschst.',
            ],
            [
              'Dein Ausweis',
              'Ein unlesbarer Fingerabdruck, an dem wir ihn wiedererkennen, damit ein Ausweis das Alter nur für ein Konto nachweist. Welcher Ausweis es ist, kann niemand daran erkennen. So lange wie der Altersnachweis, und 30 Tage länger, wenn wir ihn zurücknehmen: So können wir ihn zurückgeben. Wird derselbe Ausweis für ein anderes Konto gezeigt, gilt der Nachweis nur noch dort.',
            ],
            [
              'Ein Nachweis aus einer Alters\u2011App oder ID-Wallet',
              'Vom Nachweis selbst nichts; ein Geburtsdatum, das eine Wallet zeigt, wird verglichen und sofort vergessen. Zeigt eine App mehr, als wir verlangen, lesen wir es nicht. Die Anfrage an deine App, unter unlesbaren Fingerabdrücken zufälliger Namen, eine Stunde lang. Die Antwort bleibt bei der Anfrage der Website.',
            ],
            [
              'Identitätsprüfungen',
              'Ein zufälliger Code, wie weit die Prüfung ist, wie sie ausging und wann; öffnet der Dienst eine Seite nur für dich, auch deren verschlüsselte Adresse. Bis du das Konto löschst.',
            ],
            [
              'Anfragen von Websites',
              'Welche Website wann gefragt hat, und die Antwort. 90 Tage nach dem Ende der Anfrage.',
            ],
            [
              'Sitzungen',
              'Wann sie beginnen und enden. Eine Sitzung endet nach 60 Minuten ohne Nutzung und nach 12 Stunden; einen Tag später ist sie gelöscht.',
            ],
            [
              'SMS',
              'Wann eine verschickt wurde und warum, mit deiner Nummer (verschlüsselt) und mit unlesbaren Fingerabdrücken von Nummer, Browser, Adresse und Netz. Zwei Tage, ebenso, welches Limit einen Versuch mit deiner Nummer abgelehnt hat. Wer dir am Telefon hilft, findet das über deine Nummer, und 90 Tage lang, was in deinem Konto geschah. Den Code selbst speichern wir gar nicht.',
            ],
            [
              'Browser, die dein Konto erkennt',
              'Ein unlesbarer Fingerabdruck eines zufälligen Cookies. Höchstens 180 Tage nach deinem letzten Login dort.',
            ],
            [
              'Schutz vor Missbrauch',
              'Wie oft etwas versucht wurde, unter einem unlesbaren Fingerabdruck deiner Adresse, deines Netzes, deines Browsers oder deiner Nummer. Höchstens vier Tage, falsche SMS-Codes einer Nummer zwei Tage. Wie viele falsche PINs bei deinem Konto probiert wurden, steht als Zahl dabei, bis du eine andere PIN wählst. Die Adresse selbst speichern wir nicht und schreiben sie in kein Protokoll.',
            ],
            [
              'Protokoll der Ereignisse',
              'Logins, Codes, Prüfungen und Zahlungen, unter einem unlesbaren Fingerabdruck deines Kontos und ohne die Websites. Einzelheiten, darunter ein unlesbarer Fingerabdruck deines Netzes, der jeden Monat wechselt, 90 Tage, Art und Zeit ein Jahr.',
            ],
            [
              'Wallet und Zahlungen',
              'Guthaben und Verlauf, bis du das Konto löschst. Zahlungen 396 Tage, weil sie 395 Tage lang erstattet werden können. Die Bücher (Beträge, ohne jede Person) bleiben auf Dauer.',
            ],
            [
              'Minderjährige',
              'Zeigt eine Prüfung, dass jemand noch nicht {{age}} ist, wird das Konto gelöscht. Ein unlesbarer Fingerabdruck der Nummer bleibt 30 Tage, damit sie nicht gleich ein neues eröffnet.',
            ],
          ],
        },
      ],
    },
    {
      id: 'grounds',
      heading: 'Warum wir das dürfen',
      body: [
        {
          list: [
            'Konto, Identitätsprüfung, Nachweis aus einer Alters\u2011App, Antwort an die Website, Wallet: um zu tun, worum du uns bittest (Artikel 6 Absatz 1 Buchstabe b DSGVO).',
            'Fingerabdruck des Ausweises, Schutz vor Missbrauch, Protokoll der Ereignisse, Sicherheit der Sitzungen: unser Interesse an einem Dienst, den niemand brechen kann (Artikel 6 Absatz 1 Buchstabe f DSGVO).',
            'Bücher und Zahlungen: Pflichten aus dem Handels- und Steuerrecht (Artikel 6 Absatz 1 Buchstabe c DSGVO).',
            'Statistik, und die Nutzung deiner Daten durch den Prüfdienst, um sein Verfahren zu verbessern: nur mit deiner Einwilligung (Artikel 6 Absatz 1 Buchstabe a DSGVO). Du kannst sie jederzeit widerrufen.',
          ],
        },
      ],
    },
    {
      id: 'recipients',
      heading: 'Wer was bekommt',
      body: [
        {
          facts: [
            [
              'Die Website, die fragt',
              '„Ja“ oder „nein“ und einen Nutzernamen nur für diese Website; den Tag des Nachweises nur, wenn sie einen neuen verlangt. Bei einer Zahlung: Betrag und Verwendungszweck, nie, wer bezahlt hat.',
            ],
            [
              'Der Prüfdienst{{vendor}}',
              'Einen zufälligen Code, deine Sprache, die Adresse für den Rückweg und, wo er danach fragt, ob er deine Daten nutzen darf, um sein Verfahren zu verbessern. Was du ihm zeigst, geht direkt dorthin, und kein Bild läuft über uns. Was er uns vom Ausweis nennt, etwa Geburtsdatum oder Nummer, vergleichen wir und vergessen es sofort.',
            ],
            [
              'Deine Alters\u2011App oder ID-Wallet',
              'Dass wir fragen, ob du mindestens {{age}} bist, aber nicht, für welche Website; eine Wallet ohne Alter zeigt uns dein Geburtsdatum. Wer den Nachweis ausgestellt hat, erfährt von uns nichts.',
            ],
            ['Der SMS-Dienst', 'Deine Handynummer und den Text der SMS.'],
            [
              'Die Bank',
              'Aufträge, Geld zurückzusenden, unter der Kennung der Bank. Dein Name und deine Kontonummer erreichen uns nicht.',
            ],
          ],
        },
        'Prüfdienst und SMS-Dienst arbeiten für uns im Auftrag (Artikel 28 DSGVO). Sonst bekommt niemand etwas: Wir geben nichts an Dritte weiter.',
        'Unsere Server stehen in Deutschland. Der Prüfdienst{{vendor}} hat eigene, und auch für sie gilt die DSGVO.',
        {
          sandbox:
            'Eine Vorführung läuft auf dem Rechner, auf dem sie gestartet wurde. Die Dienste rundherum sind dort nur nachgebaut.',
        },
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies und Speicher in deinem Browser',
      body: [
        'Diese sind notwendig und brauchen keine Zustimmung (§ 25 Abs. 2 TDDDG):',
        {
          facts: [
            [
              'Cookie „did“ oder „__Host-did“',
              'Eine Zufallszahl, an der dein Konto diesen Browser erkennt. So sperren dich falsche PINs von anderen nicht aus. 180 Tage. Seiten können es nicht lesen.',
            ],
            [
              'Cookie „cc_cookie“',
              'Was du über Cookies entschieden hast. 182 Tage. Speichert dein Browser keine Cookies, merkt es sich der Tab.',
            ],
            ['Cookie „i18next“', 'Die Sprache, die du gewählt hast, hier oder auf der Website. Ein Jahr.'],
            [
              'Sitzungsspeicher',
              'Die Schlüssel deiner Sitzung, welche Anfrage gerade beantwortet wird, wie ihr Tab begann und was ihr gemeldet wurde. Außerdem, welches Formular einen Code angefordert hat, für wen (verschlüsselt, nur für diesen Browser), ob eine SMS fehlt und wie weit eine Seite gescrollt war. Ging eine Prüfung hier weiter: wo sie begann. Brauchte dein Konto einen Login: zu welcher seiner Seiten er zurückführt. Ob dein Browser von selbst nach einem Passkey gefragt wurde. Weg, sobald du den Tab schließt.',
            ],
            ['Lokaler Speicher „verification“', 'Welche Anfrage dich hergebracht hat.'],
            ['Lokaler Speicher „presentation“', 'Welche Anfrage an eine Alters\u2011App dieser Browser begonnen hat.'],
            ['Lokaler Speicher „i18nextLng“', 'Die Sprache, die du liest.'],
            ['Lokaler Speicher „country“', 'Das Land der Nummer, die du zuletzt bestätigt hast.'],
            [
              'Lokaler Speicher „passkey_offer“',
              'Dass du nicht mehr nach Fingerabdruck oder Gesicht gefragt werden willst.',
            ],
            ['Lokaler Speicher „react_app_token“', 'Das Wort „yes“, solange in diesem Browser jemand eingeloggt ist.'],
          ],
        },
        'Eine Statistik (Matomo) wird erst geladen, wenn du zustimmst, und zwar in einem Rahmen, der von der Seite nichts sieht. Sie zählt die Schritte eines Besuchs, etwa „Login“ oder „Prüfung abgeschlossen“, und setzt keine Cookies. Die Parameter der Adresse, deine Nummer und dein Konto sieht sie nie. Ein Schritt, der vor dem Verlassen einer Seite nicht mehr gemeldet werden konnte, wartet im Tab auf die nächste. Wie jeder Server sieht ihrer deine IP-Adresse. Du kannst deine Entscheidung jederzeit unter „Cookies“ am Fuß jeder Seite ändern.',
      ],
    },
    {
      id: 'rights',
      heading: 'Deine Rechte',
      body: [
        {
          list: [
            'Du kannst alles bekommen, was wir über dich gespeichert haben, in einer Form, die Maschinen lesen.',
            'Du kannst dein Konto mit allem löschen lassen, was dazugehört. Es endet sofort, und Websites, die auf eine Antwort warten, bekommen „nein“.',
            'Du kannst Falsches berichtigen lassen, die Verarbeitung einschränken lassen und ihr widersprechen.',
            'Du kannst eine Einwilligung jederzeit widerrufen. Was bis dahin geschah, bleibt rechtmäßig.',
            'Du kannst dich bei einer Datenschutzbehörde beschweren, zum Beispiel bei der an deinem Wohnort.',
          ],
        },
        'Alles drei findest du unter <accountData>Deine Daten</accountData>: was gespeichert ist, die Einwilligung für den Prüfdienst und die Löschung, für die du deine PIN oder einen Passkey brauchst. <erasure>Meine Daten löschen</erasure> sagt, was ohne die Nummer oder ohne Konto geht. Kommst du nicht zurecht, schreib an <privacyMail>{{privacyMail}}</privacyMail>, wir helfen dir. Dabei müssen wir sicher sein, dass die Nummer dir gehört, und schicken ihr deshalb eine SMS.',
      ],
    },
    {
      id: 'deleted',
      heading: 'Was nach dem Löschen bleibt',
      body: [
        'Nummer, PIN, Passkeys, Altersnachweis, Sitzungen und Browser verschwinden sofort. Für die oben genannten Zeiten bleiben: Fingerabdrücke, aus denen niemand auf dich schließen kann, die Antworten, die Websites bekommen haben, und die Bücher. Ältere Sicherungen enthalten die verschlüsselten Daten, bis sie selbst ablaufen. Die Schlüssel liegen getrennt davon.',
        'Eine Ausnahme gibt es. Wird ein Konto, dessen Alter schon nachgewiesen war, später als minderjährig gemeldet, schließen wir es sofort und löschen es nach 30 Tagen. So lässt sich ein Irrtum noch berichtigen.',
      ],
    },
    {
      id: 'automated',
      heading: 'Automatische Entscheidungen',
      body: [
        'Die Identitätsprüfung läuft automatisch. Ist sie nicht sicher, sieht ein Mensch nach. Nach einem „nein“ kannst du es noch einmal versuchen oder uns bitten, dass ein Mensch nachsieht.',
      ],
    },
  ],
}
