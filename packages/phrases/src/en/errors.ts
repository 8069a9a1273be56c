/** Errors that a page says by itself: at a field, or of a call that has no message. The server says all others. */
export const errors = {
  'error.required': 'Required',
  'error.digit_length': 'Enter {{digit}} digits.',
  'error.matching_pin': 'The PINs are not the same. Check both.',
  'error.max_length_exceed': 'Too long. Enter at most {{max}} characters.',
  'error.required_country_code': 'Please select a country.',
  'error.invalid_pin': 'This PIN is too easy to guess. Choose another.',
  'error.same_pin': 'This is your old PIN. Choose another.',
  'error.phone_number_exist': 'Already registered. Please log in.',
  'error.phone_number_does_not_exist': 'We don’t know this number. Check it, or create an account.',
  'error.wrong_login_info': 'That number and PIN don’t match. Please try again.',
  'error.wrong_sms_code': 'That’s not the code. Look at the latest SMS.',
  'error.presentation_digits': 'The digits don’t match. Please check them.',
  'error.code_length': 'Enter all 12 characters. Check the SMS.',
  'error.under_age_18':
    'You must be at least {{age}}. The account is closed and its data deleted. If that is a mistake, please write to support.',
  'error.cannot_send_sms': 'We could not send an SMS to {{phone}}. Please check the number.',
  'error.invalid_phone_number': 'That’s not a mobile number. Please check it.',
  'error.captcha_failed': 'The robot check did not work. Please try again.',
  'error.too_many_requests': 'Too many attempts. Please wait a little and try again.',
} as const
