import type { errors as english } from '../en/errors.ts'

export const errors = {
  'error.required': 'Pflichtangabe - bitte fülle das Feld aus',
  'error.digit_length': 'Gib {{digit}} Ziffern ein.',
  'error.matching_pin': 'Die PINs sind nicht gleich. Prüfe beide.',
  'error.max_length_exceed': 'Zu lang. Gib höchstens {{max}} Zeichen ein.',
  'error.required_country_code': 'Bitte wähle ein Land aus.',
  'error.invalid_pin': 'Diese PIN errät man zu leicht. Wähle eine andere.',
  'error.same_pin': 'Das ist deine alte PIN. Wähle eine andere.',
  'error.phone_number_exist': 'Schon registriert. Bitte logge dich ein.',
  'error.phone_number_does_not_exist': 'Diese Nummer kennen wir nicht. Prüfe sie, oder lege ein Konto an.',
  'error.wrong_login_info': 'Nummer und PIN passen nicht zusammen. Versuche es noch einmal.',
  'error.wrong_sms_code': 'Das ist nicht der Code. Sieh in der neuesten SMS nach.',
  'error.presentation_digits': 'Die Ziffern stimmen nicht überein. Bitte prüfe sie.',
  'error.code_length': 'Gib alle 12 Zeichen ein. Sieh in der SMS nach.',
  'error.under_age_18':
    'Du musst mindestens {{age}} sein. Das Konto ist geschlossen, die Daten sind gelöscht. Ist das ein Irrtum, schreib bitte dem Support.',
  'error.cannot_send_sms': 'Wir konnten keine SMS an {{phone}} schicken. Bitte prüfe die Nummer.',
  'error.invalid_phone_number': 'Das ist keine Handynummer. Bitte prüfe sie.',
  'error.captcha_failed': 'Die Roboterprüfung hat nicht geklappt. Bitte versuche es noch einmal.',
  'error.too_many_requests': 'Zu viele Versuche. Bitte warte etwas und versuche es dann noch einmal.',
} as const satisfies Record<keyof typeof english, string>
