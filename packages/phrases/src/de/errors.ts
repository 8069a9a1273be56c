import type { errors as english } from '../en/errors.ts'

export const errors = {
  'error.required': 'Pflichtangabe - bitte fülle das Feld aus',
  'error.digit_length': 'Gib {{digit}} Ziffern ein.',
  'error.matching_pin': 'Die beiden PINs sind verschieden. Gib zweimal dieselbe ein.',
  'error.max_length_exceed': 'Das ist zu lang. Bitte gib höchstens {{max}} Zeichen ein.',
  'error.required_country_code': 'Bitte wähle ein Land aus.',
  'error.invalid_pin': 'Diese PIN ist zu leicht zu erraten. Wähle eine andere.',
  'error.same_pin': 'Das ist die PIN, die du schon hast. Wähle eine andere.',
  'error.phone_number_exist': 'Diese Nummer ist schon registriert. Bitte logge dich ein.',
  'error.phone_number_does_not_exist': 'Zu dieser Nummer gibt es kein Konto. Prüfe sie oder registriere dich.',
  'error.wrong_login_info': 'Nummer oder PIN stimmt nicht. Bitte versuche es noch einmal.',
  'error.wrong_sms_code': 'Dieser Code stimmt nicht. Sieh in der SMS nach oder fordere einen neuen an.',
  'error.wrong_verification': 'Die Bestätigung hat nicht geklappt. Bitte versuche es noch einmal.',
  'error.under_age_18':
    'Du musst mindestens {{age}} sein. Das Konto ist geschlossen, die Daten sind gelöscht. Ist das ein Irrtum, schreib bitte an die Hilfe.',
  'error.mintid_not_exist': 'Deine Sitzung ist abgelaufen. Bitte starte auf der Website des Anbieters neu.',
  'error.mintid_used':
    'Diese Sitzung wurde schon benutzt oder ist abgelaufen. Bitte starte auf der Website des Anbieters neu.',
  'error.cannot_send_sms': 'Wir konnten keine SMS an {{phone}} schicken. Bitte prüfe die Nummer.',
  'error.app_link_over': 'Dieser QR-Code gilt nicht mehr. Schließe die Seite und beginne neu.',
  'error.app_link_number':
    'Das ist eine andere Nummer als auf dem anderen Bildschirm. Zu deiner Sicherheit gilt der Code nicht mehr. Bitte beginne mit einem neuen.',
  'error.invalid_request': 'Etwas an der Anfrage stimmt nicht. Bitte versuche es noch einmal.',
  'error.invalid_phone_number': 'Das ist keine Handynummer, die wir nutzen können. Bitte prüfe sie.',
  'error.captcha_failed': 'Die Prüfung gegen Roboter ist gescheitert. Bitte versuche es noch einmal.',
  'error.invalid_token': 'Deine Sitzung ist beendet. Bitte logge dich wieder ein.',
  'error.insufficient_user_authentication': 'Der Code aus der SMS fehlt noch. Bitte bestätige ihn zuerst.',
  'error.invalid_api_key': 'Der API-Schlüssel fehlt oder ist falsch. Bitte prüfe ihn.',
  'error.invalid_signature': 'Die Signatur fehlt, ist falsch oder zu alt. Bitte signiere neu.',
  'error.redirect_uri_not_registered': 'Die Rücksprungadresse ist nicht eingetragen. Bitte nimm eine eingetragene.',
  'error.idempotency_key_reused': 'Dieser Schlüssel gehört schon zu einer anderen Anfrage. Bitte nimm einen neuen.',
  'error.insufficient_scope': 'Dieser API-Schlüssel darf das nicht. Bitte nimm einen, der es darf.',
  'error.insufficient_balance': 'Dein Guthaben reicht nicht aus. Bitte lade es auf.',
  'error.age_proof_required': 'Diese Zahlung ist ab {{age}} Jahren. Bitte bestätige zuerst dein Alter.',
  'error.step_up_required':
    'Dein letzter Login ist eine Weile her. Zu deiner Sicherheit: Bitte logge dich zum Bezahlen noch einmal ein.',
  'error.payment_held':
    'Deine PIN wurde vor Kurzem neu gesetzt. Zu deiner Sicherheit kannst du noch nicht zahlen. Bitte versuche es morgen wieder.',
  'error.payment_not_confirmed': 'Die Zahlung ist noch nicht bestätigt. Bitte bestätige sie zuerst.',
  'error.payment_not_executed':
    'Diese Zahlung wurde nicht ausgeführt und lässt sich nicht erstatten. Bitte prüfe, welche du meinst.',
  'error.refund_exceeds_payment':
    'Das ist mehr, als bezahlt und noch nicht erstattet wurde. Bitte wähle einen kleineren Betrag.',
  'error.currency_not_supported': 'Das Guthaben wird in einer anderen Währung geführt. Bitte frag nach dieser.',
  'error.test_key_required': 'Das geht nur mit einem Testschlüssel. Bitte nimm einen.',
  'error.intent_answered': 'Diese Anfrage ist schon beantwortet. Bitte starte auf der Website eine neue.',
  'error.intent_expired': 'Diese Anfrage ist abgelaufen. Bitte starte auf der Website neu.',
  'error.intent_cancelled': 'Die Website hat diese Anfrage zurückgezogen. Bitte starte dort neu.',
  'error.not_found': 'Das haben wir nicht gefunden. Bitte prüfe die Adresse oder geh zurück.',
  'error.method_not_allowed': 'Das ist hier nicht möglich. Bitte geh zurück und versuche es anders.',
  'error.body_too_large': 'Das ist zu viel auf einmal. Bitte sende weniger.',
  'error.unsupported_media_type': 'Dieses Format geht hier nicht. Bitte nimm ein anderes.',
  'error.foreign_origin':
    'Diese Seite hat eine andere Adresse als unsere. Bitte öffne unsere und versuche es noch einmal.',
  'error.too_many_requests': 'Zu viele Versuche. Bitte warte etwas und versuche es dann noch einmal.',
  'error.resend_too_soon': 'Ein Code ist schon unterwegs. Bitte warte einen Moment, bevor du einen neuen anforderst.',
  'error.internal_error': 'Bei uns ist etwas schiefgelaufen. Bitte versuche es noch einmal.',
  'error.service_unavailable': 'Gerade ist viel los. Bitte versuche es gleich noch einmal.',
  'error.invalid_client': 'Diese Anwendung ist hier nicht bekannt. Bitte öffne stattdessen unsere Website.',
  'error.invalid_grant': 'Nummer oder PIN stimmt nicht. Bitte versuche es noch einmal.',
  'error.unsupported_grant_type': 'So kannst du dich hier nicht einloggen. Bitte logge dich auf unserer Website ein.',
} as const satisfies Record<keyof typeof english, string>
