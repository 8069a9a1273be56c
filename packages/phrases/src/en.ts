import { app } from './en/app.ts'
import { errors } from './en/errors.ts'
import { first } from './en/first.ts'

/** English is the type of every other language. {{product}} and {{age}} are filled everywhere; other slots by the caller. */
export const en = {
  ...first,

  'action.confirm': 'Confirm',
  'action.continue': 'Continue',
  'action.login': 'Log in',

  'legalPage.contents': 'On this page',
  'legalPage.changed': 'Last changed on {{date}}',

  ...app,

  'prompt.title': 'Your account',
  'prompt.heading': 'Is this your first time here?',
  'prompt.lede': 'You confirm your age once. After that, logging in is enough.',
  'prompt.first': 'I am new here',
  'prompt.firstText': 'Create an account with your mobile number and confirm your age.',
  'prompt.again': 'I have an account',
  'prompt.againText': 'Log in with your mobile number and PIN.',

  'register.title': 'Create your account',
  'register.lede': 'You will get a code by SMS to confirm the number.',
  'register.submit': 'Create account',
  'register.terms':
    'I agree to the <terms>terms and conditions</terms> and have read the <privacy>privacy policy</privacy>.',
  'register.consent': 'Optional: the identification vendor may use my data to improve its algorithm.',
  'register.haveAccount': 'Already registered?',
  'register.aboutTitle': 'Why a mobile number?',
  'register.aboutText': 'It is your account name. With number, PIN and SMS code only you can use your confirmation.',
  'register.aboutAds': 'No advertising, no calls',
  'register.aboutSpeed': 'The check takes about 2 minutes',
  'registration.success': 'Registration complete',
  'registration.successText': 'Now confirm your number with the code from the SMS.',

  'login.title': 'Log in',
  'login.lede': 'Enter your mobile number and PIN. Then we send you a code by SMS.',
  'login.forgotPin': 'Forgot your PIN?',
  'login.noAccount': 'No account yet?',
  'login.register': 'Create one',
  'login.expired': 'You were logged out automatically',
  'login.expiredText': 'Your session has ended. Please log in again.',
  'login.aboutTitle': 'Welcome back',
  'login.aboutText': 'Your age is already confirmed? Then logging in is all you need.',
  'login.userNotFound': 'User not found',
  'login.userNotFoundText': 'This number was never confirmed. Please register again.',

  'forgotPin.title': 'Forgot your PIN?',
  'forgotPin.lede': 'Enter your mobile number. Then you choose a new PIN.',
  'resetPin.title': 'Choose a new PIN',
  'resetPin.lede': 'After that we send a code by SMS to {{phone}}.',
  'pinChanged.title': 'Your PIN is changed',
  'pinChanged.text': 'Log in with the new PIN now. All other devices were logged out.',

  'phone.country': 'Country',
  'phone.countryHint': 'Search by name or dial code',
  'phone.number': 'Mobile number',
  'phone.nothingFound': 'Nothing found.',
  'phone.found': '{{number}} countries found',
  'phone.countries': 'Countries',
  'phone.openCountries': 'Show countries',
  'phone.northAmerica': 'Mobile number: 10 digits with area code.',

  'pin.label': 'PIN',
  'pin.hint': '4 digits. No sequences such as 1234, no digit more than twice.',
  'pin.hintStrict': '4 digits. No sequences, pairs, years or dates, no part of your number, no digit more than twice.',
  'pin.repeat': 'Repeat PIN',
  'pin.show': 'Show {{field}}',
  'pin.hide': 'Hide {{field}}',

  'confirmCode.title': 'Enter the code',
  'confirmCode.sentTo': 'We sent 6 digits to {{phone}}.',
  'confirmCode.wrongNumber': 'Wrong number?',
  'confirmCode.label': 'Code from the SMS',
  'confirmCode.resendIn': 'New code available in {{time}}',
  'confirmCode.resend': 'Request a new code',
  'confirmCode.resent': 'New code sent',
  'confirmCode.resentText': 'Look at your messages for the newest SMS.',
  'confirmCode.sandboxPhone': 'Sandbox: the phone that gets the SMS',
  'confirmCode.reloaded': 'The page was reloaded',
  'confirmCode.reloadedText':
    'Nothing that you typed is stored. Send the form again, then type the code from the newest SMS.',
  'confirmCode.restart': 'Please start again',
  'confirmCode.restartText': 'The code no longer works. Please send the form again.',

  'confirmLink.title': 'Open the link in the SMS',
  'confirmLink.charactersTitle': 'Type the characters from the SMS',
  'confirmLink.why': 'Codes don’t work for {{phone}} at the moment, because too many were requested or mistyped.',
  'confirmLink.open': 'We sent a link instead. Open it on your phone and continue there. It works once, for 6 hours.',
  'confirmLink.characters': 'We sent 16 characters instead. They work once, for 6 hours.',
  'confirmLink.otherDevice': 'Want to continue in this browser?',
  'confirmLink.type': 'Type the 16 characters from the SMS here',
  'confirmLink.requestedAt': 'SMS requested at {{time}}',
  'confirmLink.resendIn': 'New SMS available in {{time}}',
  'confirmLink.resend': 'Request a new SMS',
  'confirmLink.resent': 'New SMS sent',

  'wayBack.title': 'Back into your account',
  'wayBack.lede': 'Enter your mobile number and choose a new PIN. All devices and browsers are then logged out.',
  'wayBack.secret': '16 characters from the SMS',
  'wayBack.secretHint': 'The end of the link, after the #. Spaces and capital letters make no difference.',
  'wayBack.charactersHint': 'Spaces and capital letters make no difference.',
  'wayBack.pin': 'New PIN',
  'wayBack.submit': 'Change PIN',
  'wayBack.newSms': 'Ask for a new SMS',

  'kyc.title': 'Identity check',
  'kyc.starting': 'Taking you to the identity check …',
  'kyc.startingText': 'Have your identity document ready. The check takes about 2 minutes.',
  'kyc.unavailable': 'The identity check cannot be started',
  'kyc.checking': 'Getting your result …',
  'kyc.process': 'Your check is being processed …',
  'kyc.processText': 'This usually takes a few seconds. Please keep this window open.',
  'kyc.processRestart': 'Did you leave the check early?',
  'kyc.statusNotFound': 'There is no status of your check yet. Please try again.',
  'kyc.restart': 'Start the identity check again',

  'approved.title': 'Age confirmed',
  'approved.heading': 'You’re confirmed as {{age}} or over',
  'approved.text':
    'Complete the confirmation and go back to {{provider}}. It gets the answer “yes”, not your name or date of birth.',
  'approved.textNoProvider':
    'Complete the confirmation. The website gets the answer “yes”, not your name or date of birth.',
  'approved.textNoIntent': 'From now on, logging in is enough. You can close this window.',
  'approved.button': 'Return to {{provider}}',
  'approved.buttonNoProvider': 'Complete the confirmation',

  'reviewing.title': 'We are checking by hand',
  'reviewing.text':
    'A person is looking at your documents. You get an SMS as soon as we know the result. Then press Refresh.',
  'reviewing.mayClose':
    'You can close this page: the link in the SMS brings you back here. It usually takes a few hours.',
  'reviewing.notYet': 'No result yet.',

  'signedOut.start': 'Have your identity document ready. The check takes about 2 minutes.',
  'signedOut.result': 'Only you can see what the check came to.',
  'signedOut.login': 'Log in to continue here.',

  'inProgress.title': 'Continue on your mobile device',
  'inProgress.text':
    'The identity check is open on your mobile device. This page moves on by itself when you are done.',

  'denied.title': 'The check was not completed',
  'denied.text': 'The identity check was denied or interrupted. You can try it again.',
  'denied.tipLight': 'Use good light and hold the document still',
  'denied.tipValid': 'Use a document that is still valid',
  'denied.tipData': 'Keep the window open until the end',

  'underage.title': 'You are not {{age}} yet',
  'underage.text':
    'This confirmation is only for people aged {{age}} or over. Your account is deactivated and your data is deleted.',
  'underage.login': 'Go to log-in',

  'complete.title': 'Almost done',
  'complete.heading': 'Finish in the original tab',
  'complete.passedOn': 'Your confirmation is passed on.',
  'complete.refused': 'The answer “no” is passed on, and nothing else.',
  'complete.nothing': 'Nothing was passed on.',
  'complete.mayClose': 'Go back to the browser tab where you started. You can close this window.',
  'complete.goesOn': 'This page takes you there in a moment.',
  'complete.back': 'Return to {{provider}}',
  'complete.backNoProvider': 'Return to the website',

  ...errors,
} as const satisfies Record<string, string>
