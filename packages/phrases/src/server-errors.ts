import type { ErrorCode, Localized } from '@avouch/contract'
import type { errors } from './en/errors.ts'
import type { phrases as first } from './en/first.ts'

type Key = Exclude<`error.${ErrorCode}`, keyof typeof first | keyof typeof errors>

/** Errors that the server says, in the language that a request asks for: each says what happened and what to do. */
export const serverErrors = {
  en: {
    'error.account_locked': 'This account is locked. Please write to support.',
    'error.dead_link': 'This link no longer works. Please ask for a new one.',
    'error.wrong_verification': 'The confirmation did not work. Please try again.',
    'error.passkey_refused': 'That did not work. Please try again, or log in with your number and PIN.',
    'error.appeal_used': 'The new check has already begun. Log in with number and PIN.',
    'error.passkey_held':
      'Your PIN was reset recently. For your safety you can’t add or remove passkeys yet. Please try again tomorrow.',
    'error.presentation_over': 'The request to the app has expired. Please start again.',
    'error.presentation_refused': 'This proof can’t be used. Please try again.',
    'error.app_link_over': 'This QR code has expired or was used. Close the page and start again.',
    'error.app_link_number':
      'That is not the number on the other screen. For your safety the code has ended. Please start again with a new one.',
    'error.invalid_request': 'Something in the request is not right. Please try again.',
    'error.invalid_token': 'Your session has ended. Please log in again.',
    'error.insufficient_user_authentication': 'The code from the SMS is still missing. Please enter it first.',
    'error.invalid_api_key': 'The API key is missing or wrong. Please check it.',
    'error.invalid_signature': 'The signature is missing, wrong or too old. Please sign again.',
    'error.redirect_uri_not_registered': 'The return address is not registered. Please use a registered one.',
    'error.idempotency_key_reused': 'This key was already used for another request. Please use a new one.',
    'error.insufficient_scope':
      'This API key may not do that. Please use another; to take payments, ask the operator for a key that may.',
    'error.insufficient_balance': 'There is not enough in your wallet. Please top it up.',
    'error.age_proof_required': 'This payment is for people aged {{age}} or over. Please confirm your age first.',
    'error.step_up_required': 'Your last log-in was some time ago. For your safety, please log in again to pay.',
    'error.sign_in_again': 'Your last log-in was some time ago. For your safety, please log in again.',
    'error.payment_held': 'Your PIN was reset recently. For your safety you can’t pay yet. Please try again tomorrow.',
    'error.payment_not_confirmed': 'The payment is not confirmed yet. Please confirm it first.',
    'error.payment_not_executed':
      'This payment was not made, so it can’t be refunded. Please check which one you mean.',
    'error.refund_exceeds_payment': 'That is more than is left to refund. Please choose less.',
    'error.currency_not_supported': 'Wallets hold another currency. Please ask for that one.',
    'error.payment_contradicts': 'This payment was reported differently. Please check it.',
    'error.method_not_possible':
      'This website asks for an age that a new identity check here cannot prove. Please log in with an account that is confirmed already, or go back.',
    'error.test_key_required': 'This is for test keys only. Please use one.',
    'error.intent_answered': 'This request is already answered. Please start a new one on the website.',
    'error.intent_expired': 'This request has expired. Please start again on the website.',
    'error.intent_cancelled': 'The website has withdrawn this request. Please start again there.',
    'error.conflict': 'Something has changed here. Please load the page again.',
    'error.not_found': 'We could not find that. Please check the address or go back.',
    'error.method_not_allowed': 'This is not possible here. Please go back and try another way.',
    'error.body_too_large': 'That is too much at once. Please send less.',
    'error.unsupported_media_type': 'This format is not supported. Please send another.',
    'error.foreign_origin': 'This page is not at our address. Please open our website and try again.',
    'error.resend_too_soon': 'A code is already on its way. Please wait a moment before you request a new one.',
    'error.internal_error': 'Something went wrong on our side. Please try again.',
    'error.service_unavailable': 'The service is busy right now. Please try again in a moment.',
    'error.invalid_client': 'This application is not known here. Please open our website instead.',
    'error.invalid_grant': 'That number and PIN don’t match. Please try again.',
    'error.unsupported_grant_type': 'This kind of log-in is not possible here. Please log in on our website.',
  },
  de: {
    'error.account_locked': 'Dieses Konto ist gesperrt. Bitte schreib dem Support.',
    'error.dead_link': 'Dieser Link gilt nicht mehr. Bitte lass dir einen neuen geben.',
    'error.wrong_verification': 'Die Bestätigung hat nicht geklappt. Bitte versuche es noch einmal.',
    'error.passkey_refused':
      'Das hat nicht geklappt. Bitte versuche es noch einmal oder logge dich mit Nummer und PIN ein.',
    'error.appeal_used': 'Die neue Prüfung hat schon begonnen. Logge dich mit Nummer und PIN ein.',
    'error.passkey_held':
      'Deine PIN wurde vor Kurzem neu gesetzt. Zu deiner Sicherheit kannst du noch keine Passkeys hinzufügen oder entfernen. Bitte versuche es morgen wieder.',
    'error.presentation_over': 'Die Anfrage an die App gilt nicht mehr. Bitte beginne neu.',
    'error.presentation_refused': 'Dieser Nachweis gilt hier nicht. Bitte versuche es noch einmal.',
    'error.app_link_over': 'Dieser QR-Code gilt nicht mehr. Schließe die Seite und beginne neu.',
    'error.app_link_number':
      'Das ist nicht die Nummer vom anderen Bildschirm. Zu deiner Sicherheit gilt der Code nicht mehr. Bitte beginne mit einem neuen.',
    'error.invalid_request': 'Etwas an der Anfrage stimmt nicht. Bitte versuche es noch einmal.',
    'error.invalid_token': 'Deine Sitzung ist beendet. Bitte logge dich wieder ein.',
    'error.insufficient_user_authentication': 'Der Code aus der SMS fehlt noch. Bitte gib ihn zuerst ein.',
    'error.invalid_api_key': 'Der API-Schlüssel fehlt oder ist falsch. Bitte prüfe ihn.',
    'error.invalid_signature': 'Die Signatur fehlt, ist falsch oder zu alt. Bitte signiere neu.',
    'error.redirect_uri_not_registered': 'Die Rücksprungadresse ist nicht eingetragen. Bitte nimm eine eingetragene.',
    'error.idempotency_key_reused': 'Dieser Schlüssel gehört schon zu einer anderen Anfrage. Bitte nimm einen neuen.',
    'error.insufficient_scope':
      'Dieser API-Schlüssel darf das nicht. Bitte nimm einen anderen; einen für Zahlungen bekommst du vom Betreiber.',
    'error.insufficient_balance': 'Dein Guthaben reicht nicht aus. Bitte lade es auf.',
    'error.age_proof_required': 'Diese Zahlung ist ab {{age}} Jahren. Bitte bestätige zuerst dein Alter.',
    'error.step_up_required':
      'Dein letzter Login ist eine Weile her. Zu deiner Sicherheit: Bitte logge dich zum Bezahlen noch einmal ein.',
    'error.sign_in_again':
      'Dein letzter Login ist eine Weile her. Zu deiner Sicherheit: Bitte logge dich noch einmal ein.',
    'error.payment_held':
      'Deine PIN wurde vor Kurzem neu gesetzt. Zu deiner Sicherheit kannst du noch nicht zahlen. Bitte versuche es morgen wieder.',
    'error.payment_not_confirmed': 'Die Zahlung ist noch nicht bestätigt. Bitte bestätige sie zuerst.',
    'error.payment_not_executed':
      'Diese Zahlung wurde nicht ausgeführt und lässt sich nicht erstatten. Bitte prüfe, welche du meinst.',
    'error.refund_exceeds_payment': 'Das ist mehr, als noch zu erstatten ist. Bitte wähle weniger.',
    'error.currency_not_supported': 'Das Guthaben wird in einer anderen Währung geführt. Bitte frag nach dieser.',
    'error.payment_contradicts': 'Diese Zahlung wurde anders gemeldet. Bitte prüfe sie.',
    'error.method_not_possible':
      'Diese Website fragt nach einem Alter, das eine neue Identitätsprüfung hier nicht nachweist. Bitte logge dich mit einem bestätigten Konto ein oder geh zurück.',
    'error.test_key_required': 'Das geht nur mit einem Testschlüssel. Bitte nimm einen.',
    'error.intent_answered': 'Diese Anfrage ist schon beantwortet. Bitte starte auf der Website eine neue.',
    'error.intent_expired': 'Diese Anfrage ist abgelaufen. Bitte starte auf der Website neu.',
    'error.intent_cancelled': 'Die Website hat diese Anfrage zurückgezogen. Bitte starte dort neu.',
    'error.conflict': 'Hier hat sich etwas geändert. Bitte lade die Seite neu.',
    'error.not_found': 'Das haben wir nicht gefunden. Bitte prüfe die Adresse oder geh zurück.',
    'error.method_not_allowed': 'Das ist hier nicht möglich. Bitte geh zurück und versuche es anders.',
    'error.body_too_large': 'Das ist zu viel auf einmal. Bitte sende weniger.',
    'error.unsupported_media_type': 'Dieses Format geht hier nicht. Bitte nimm ein anderes.',
    'error.foreign_origin':
      'Diese Seite hat nicht unsere Adresse. Bitte öffne unsere Website und versuche es noch einmal.',
    'error.resend_too_soon': 'Ein Code ist schon unterwegs. Bitte warte einen Moment, bevor du einen neuen anforderst.',
    'error.internal_error': 'Bei uns ist etwas schiefgelaufen. Bitte versuche es noch einmal.',
    'error.service_unavailable': 'Gerade ist viel los. Bitte versuche es gleich noch einmal.',
    'error.invalid_client': 'Diese Anwendung ist hier nicht bekannt. Bitte öffne stattdessen unsere Website.',
    'error.invalid_grant': 'Nummer und PIN passen nicht zusammen. Bitte versuche es noch einmal.',
    'error.unsupported_grant_type': 'So kannst du dich hier nicht einloggen. Bitte logge dich auf unserer Website ein.',
  },
} as const satisfies Localized<Record<Key, string>>
