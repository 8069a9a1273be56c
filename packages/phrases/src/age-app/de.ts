import type { en as english } from './en.ts'

export const de = {
  'ageApp.title': 'Alter mit einer App nachweisen',
  'ageApp.learns': 'Deine App fragt, was du zeigen willst. {{provider}} erfährt nur: {{age}} oder älter.',
  'ageApp.website': 'Die Website',
  'ageApp.show': 'Nachweis zeigen',
  'ageApp.asking': 'Dein Browser fragt deine Apps. Du kannst auch jetzt noch anders bestätigen.',
  'ageApp.open': 'Alters\u2011App öffnen',
  'ageApp.openText': 'Die App fragt dich erst. Dann geht es hier von selbst weiter.',
  'ageApp.scan': 'Scanne den Code mit deinem Handy',
  'ageApp.scanText': 'Nimm die Kamera oder deine Alters\u2011App. Dann geht es hier von selbst weiter.',
  'ageApp.qr': 'QR-Code für die Alters\u2011App',
  'ageApp.timeLeft': 'Gültig für {{time}}',
  'ageApp.whole': 'Der Code öffnet die App nicht',
  'ageApp.wholeText': 'Scanne diesen hier in deiner Alters\u2011App. Er enthält die ganze Anfrage.',
  'ageApp.fetched': 'Schau auf dein Handy',
  'ageApp.fetchedText': 'Deine App hat die Anfrage und fragt dich dort.',
  'ageApp.anotherWay': 'Anders bestätigen',
  'ageApp.here': 'App auf diesem Gerät öffnen',
  'ageApp.other': 'Code für ein anderes Gerät',
  'ageApp.noAnswer':
    'Ist die App nicht aufgegangen? Hol dir eine mit Altersnachweis, oder bestätige dein Alter ohne App.',
  'ageApp.digits': 'Gib die sechs Ziffern ein',
  'ageApp.digitsText': 'Deine App hat dich in einen anderen Browser geschickt. Dort stehen sechs Ziffern.',
  'ageApp.digitsLabel': 'Sechs Ziffern',
  'ageApp.elsewhere': 'Geh dorthin zurück, wo du angefangen hast',
  'ageApp.elsewhereText': 'Gib diese Ziffern in dem Browser ein, in dem du die Website geöffnet hast.',
  'ageApp.elsewhereWarning':
    'Nur wenn du die Website selbst geöffnet hast. Sag diese Ziffern niemandem: Du würdest für diese Person bestätigen.',
  'ageApp.done': 'Fertig',
  'ageApp.doneText': 'Gleich geht es weiter.',
  'ageApp.refused': 'Dieser Nachweis gilt hier nicht',
  'ageApp.cancelled': 'Du hast nichts gezeigt',
  'ageApp.clock': 'Die Uhr deines Handys geht falsch',
  'ageApp.timedOut': 'Das hat zu lange gedauert',
  'ageApp.reason.not_trusted': 'Dieser Nachweis kommt von einer Stelle, die nicht auf der europäischen Liste steht.',
  'ageApp.reason.expired': 'Der Nachweis ist abgelaufen. Hol dir in deiner App einen neuen.',
  'ageApp.reason.not_valid_yet': 'Dieser Nachweis gilt noch nicht. Versuche es später, oder nimm einen anderen.',
  'ageApp.reason.clock':
    'Sie geht mehr als fünf Minuten vor oder nach. Lass dein Handy die Zeit automatisch einstellen, und zeig den Nachweis dann noch einmal.',
  'ageApp.reason.not_possible': 'Dieser Browser kann keine App nach einem Nachweis fragen. Bitte bestätige anders.',
  'ageApp.reason.timed_out':
    'Es kam keine Antwort, und es wurde nichts gezeigt. Versuche es noch einmal, oder bestätige anders.',
  'ageApp.reason.not_of_this_request': 'Der Nachweis gehört zu einer anderen Anfrage. Bitte versuche es noch einmal.',
  'ageApp.reason.not_a_proof_of_age': 'Deine App hat etwas anderes gezeigt. Bitte wähle deinen Altersnachweis aus.',
  'ageApp.reason.age_not_shown':
    'Dein Nachweis sagt nicht, ob du {{age}} oder älter bist. Hol dir einen, der das sagt.',
  'ageApp.reason.malformed':
    'Die Antwort der App ist nicht lesbar. Versuche es noch einmal, oder nimm eine andere App.',
  'ageApp.reason.cancelled':
    'Die Website hat nichts erfahren. Du kannst es noch einmal versuchen oder anders bestätigen.',
  'ageApp.expired': 'Diese Anfrage ist abgelaufen',
  'ageApp.expiredText': 'Sie gilt einmal, fünf Minuten lang. Beginne hier neu.',
  'ageApp.again': 'Noch einmal versuchen',
  'ageApp.under': 'Noch nicht alt genug',
  'ageApp.underText': 'Deine App zeigt, dass du unter {{age}} bist. Wir behalten nichts über dich.',
  'ageApp.unavailable': 'Das geht hier nicht',
  'ageApp.unavailableText':
    'Diese Anfrage lässt sich nicht mit einer Alters\u2011App beantworten. Bitte bestätige anders.',
  'ageApp.without': 'Ohne Alters\u2011App bestätigen',
  'ageApp.otherKind': 'Stattdessen ID-Wallet nutzen',
  'idWallet.title': 'Alter mit einer ID-Wallet nachweisen',
  'idWallet.learns':
    'Deine Wallet fragt, was du zeigen willst. {{provider}} erfährt nur: {{age}} oder älter. Steht in deinem Ausweis kein Alter, vergleichen wir sein Geburtsdatum und behalten nichts davon.',
  'idWallet.open': 'ID-Wallet öffnen',
  'idWallet.openText': 'Die Wallet fragt dich zuerst. Dann geht es hier von selbst weiter.',
  'idWallet.scanText':
    'Nimm die Kamera oder deine ID-Wallet. Steht in deinem Ausweis kein Alter, vergleichen wir sein Geburtsdatum und behalten nichts davon.',
  'idWallet.qr': 'QR-Code für die ID-Wallet',
  'idWallet.whole': 'Der Code öffnet die Wallet nicht',
  'idWallet.wholeText': 'Scanne diesen aus deiner ID-Wallet heraus.',
  'idWallet.noAnswer': 'Ist die Wallet nicht aufgegangen? Nimm einen anderen Weg.',
  'idWallet.reason.not_a_proof_of_age':
    'Deine Wallet hat etwas anderes gezeigt. Bitte zeig nur dein Alter oder dein Geburtsdatum.',
  'idWallet.reason.age_not_shown':
    'Dein Ausweis sagt nicht, ob du {{age}} oder älter bist. Bitte nimm einen anderen Weg.',
  'idWallet.reason.expired': 'Dein Ausweis in der Wallet ist abgelaufen. Erneuere ihn dort.',
  'idWallet.underText': 'Dein Ausweis zeigt, dass du unter {{age}} bist. Wir behalten nichts über dich.',
  'idWallet.unavailableText': 'Diese Anfrage lässt sich nicht mit einer ID-Wallet beantworten. Bitte bestätige anders.',
  'idWallet.without': 'Ohne ID-Wallet bestätigen',
  'idWallet.otherKind': 'Stattdessen Alters\u2011App nutzen',
} as const satisfies Record<keyof typeof english, string>
