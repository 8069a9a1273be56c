import { app } from './app.ts'
import { check } from './check.ts'

/** Texts after the code, and of pages to read. */
export const phrases = {
  'legalPage.contents': 'On this page',
  'legalPage.changed': 'Last changed on {{date}}',

  ...app,

  'requestProblem.title': 'This request can’t be con\u00ADtin\u00ADued',
  'requestProblem.text': 'Go back to the website and start again.',
  'requestProblem.browser': 'This request can’t go on here',
  'requestProblem.browserText':
    'It began in another browser, its cookies are gone, or it is over. Go back to the browser in which you opened the website, or start again there.',
  'requestProblem.support': 'Still stuck? Write to support',
  'requestProblem.phone': 'Open this on your phone',
  'requestProblem.phoneText':
    'The code is for an age app. Scan it with the phone that has the app. On a tablet that has it, open it here.',
  'requestProblem.here': 'Open the app on this device',

  ...check,

  'kyc.title': 'Identity check',
  'kyc.starting': 'Taking you to the identity check …',
  'kyc.startingText': 'Have your identity document ready. The check takes about 2 minutes.',
  'kyc.unavailable': 'The identity check cannot be started',
  'kyc.limit': 'Too many checks in a short time',
  'kyc.limitText': 'Only a few can be started within an hour. The next one is possible in {{minutes}} min.',
  'kyc.checking': 'Getting your result …',
  'kyc.process': 'Your check is being processed …',
  'kyc.processText': 'This usually takes a few seconds. Please keep this window open.',
  'kyc.trouble': 'Trouble?',
  'kyc.restart': 'Start the identity check again',

  'approved.title': 'Age confirmed',
  'approved.heading': 'Yes, you’re {{age}} or over',
  'approved.text': 'One last tap sends the answer.',
  'approved.next': 'Next time logging in is enough.',
  'approved.textNoIntent': 'From now on, logging in is enough. You can close this window.',
  'approved.button': 'Send the answer to {{provider}}',
  'approved.buttonNoProvider': 'Complete the confirmation',
  'passkey.offer': 'Next time with fingerprint or face?',
  'passkey.offerText': 'Then you log in without PIN and SMS. Finger and face stay in your device.',
  'passkey.make': 'Set it up',
  'passkey.decline': 'Not again',
  'passkey.made': 'Done. Next time fingerprint or face is enough.',
  'passkey.known': 'This device can log you in already.',
  'passkey.late': 'Your log-in was too long ago for that. You can set it up in your account, under “Security”.',

  'reviewing.title': 'A person is check\u00ADing your docu\u00ADment',
  'reviewing.text': 'You get an SMS as soon as we know the result. Then press Refresh.',
  'reviewing.mayClose': 'It usually takes a few hours. You can close this page and log in again after the SMS.',
  'reviewing.times':
    'Received on {{begun}}. Half of all reviews take up to {{half}}, nine of ten up to {{most}}. You can close this page and log in again after the SMS.',
  'reviewing.notYet': 'No result yet.',
  'reviewing.received': 'Document received',
  'reviewing.looking': 'Being checked',
  'reviewing.sms': 'SMS to your number',

  'signedOut.result': 'Only you can see the result of your check.',
  'signedOut.reviewing': 'When a person checks',
  'signedOut.reviewingText': 'Some documents are checked by a person. An SMS then says that the result is there.',
  'signedOut.inProgress': 'A check on another device',
  'signedOut.inProgressText':
    'An identity check can be made on a phone. The page where it was started goes on by itself.',
  'signedOut.denied': 'When a check is not completed',
  'signedOut.deniedText': 'An identity check can be denied or interrupted. Then it can be tried again.',
  'signedOut.login': 'Log in to continue here.',

  'inProgress.title': 'Continue on your mobile device',
  'inProgress.text': 'The identity check is open there. This page continues by itself when you are done.',
  'inProgress.waiting': 'Waiting for your phone',

  'denied.title': 'The check was not completed',
  'denied.text': 'It was denied or interrupted. You can try again.',
  'denied.rejected': 'Your document was not accepted',
  'denied.rejectedText': 'So your age is not proven. You can try again, also with another document.',
  'denied.expired': 'The time for the check ran out',
  'denied.expiredText':
    'It was not finished, so nothing was decided. Start it again, and keep the window open until the end.',
  'denied.deleted': 'This check no longer exists',
  'denied.deletedText':
    'Our identity-check service has deleted it, so there is no answer. Your account stays. Please start a new check.',
  'denied.tipLight': 'Use good light and hold the document still',
  'denied.tipValid': 'Use a document that is still valid',
  'denied.tipData': 'Keep the window open until the end',
  'denied.tips': 'What helps',

  'underage.title': 'Not {{age}} yet',
  'underage.case':
    'This confirmation is only for people aged {{age}} or over. An account of someone younger is deactivated and its data is deleted.',
  'underage.text':
    'This confirmation is only for people aged {{age}} or over. Your account is deactivated and your data is deleted.',
  'underage.login': 'Go to log-in',
  'underage.wrong': 'Is that wrong?',
  'underage.appeal':
    'Register again within {{days}} days and show your document once more. If it says {{age}} or over, a person confirms it.',
  'underage.appealDay':
    'Register again within a day and show your document once more. If it says {{age}} or over, a person confirms it.',
  'underage.register': 'Register again',
  'underage.appealNow':
    'Show your document once more. If it says {{age}} or over, a person confirms it. You can do this once.',
  'underage.begin': 'Show my document again',
  'underage.over': 'That took too long. Please register again.',
  'underage.restore':
    'You had proven your age before. Your account stays locked for {{days}} days and is deleted then. Until then a person can restore it: write to support.',
  'underage.mistake': 'Is that a mistake? Write to support',
  'underage.later': 'It works from {{age}} on.',
  'underage.laterText': 'Then simply start again. It takes about 2 minutes.',

  'complete.title': 'Almost done',
  'complete.heading': 'Finish where you started',
  'complete.done': 'Done. {{provider}} has your answer',
  'complete.passedOn': 'Your confirmation has been passed on.',
  'complete.refused': 'The answer “no” has been passed on, and nothing else.',
  'complete.paid': 'Your payment has been made.',
  'complete.nothing': 'No answer was passed on. The website learns only that you left.',
  'complete.open': 'Nothing has been passed on yet.',
  'complete.openTitle': 'There is no answer yet',
  'complete.openText': 'Nothing has been passed on yet. You can go on here, or go back to the website.',
  'complete.openLogin': 'Nothing has been passed on yet. Log in to go on here, or go back to the website.',
  'complete.elsewhere': 'It goes on by itself where you started.',
  'complete.toApp': 'Go back to the app',
  'complete.toComputer': 'Done here. Look at your computer',
  'complete.toAppText': 'It goes on there by itself. You can close this window.',
  'complete.logIn': 'Is no other page open? Log in to go on here.',
  'complete.press': 'Press the button to go back.',
  'complete.mayClose': 'Go back to the original browser tab. You can close this window.',
  'complete.goesOn': 'This page takes you there in a moment.',
  'complete.backNoProvider': 'Return to the website',
} as const
