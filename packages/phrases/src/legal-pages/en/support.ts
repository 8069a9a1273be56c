import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Support',
  lede: 'When something is stuck, these are the quickest ways on.',
  sections: [
    {
      id: 'self',
      heading: 'Help yourself first',
      body: [
        {
          facts: [
            ['No SMS', 'Check the number, wait for the countdown, then request a new code. <faq>More about it</faq>'],
            ['PIN forgotten', 'Press “Forgot your PIN?” on the log-in page. No support is needed for that.'],
            ['Session expired or used', 'Go back to the website you came from and start again there.'],
            ['Check not completed', 'Take a valid document. {{checkTip}}, and press “Try again”.'],
            ['“Ooops, something went wrong”', 'Press “Refresh”. If it comes again, write to us.'],
            ['No connection', 'Check your internet. What you typed is still in the form; send it again.'],
          ],
        },
      ],
    },
    {
      id: 'browsers',
      heading: 'Which browsers were tried',
      body: [
        'On 26 November 2026 the main ways worked in Chromium 156, Firefox ESR 153.7 and WebKitGTK 2.50.6, which has the engine of Safari. No iPhone was among them.',
        'Does something not work in yours? Try another one, and please write to us.',
      ],
    },
    {
      id: 'write',
      heading: 'Write to us',
      body: [
        'Write to <mail>{{mail}}</mail>, in English or German. These help us:',
        {
          list: [
            'the transaction ID at the foot of the page, which names your visit and not you,',
            'what you saw, word for word or as a picture,',
            'which browser and device you use, and when it happened.',
          ],
        },
        'Never send us your PIN, a code from an SMS or a picture of your document. We do not need them and never ask for them.',
      ],
    },
    {
      id: 'call',
      heading: 'By phone',
      body: [
        'There is no call centre. If you can’t write, call <tel>{{phone}}</tel> and say where we reach you. We do not call anybody who has not asked for it.',
      ],
    },
    {
      id: 'money',
      heading: 'Deposits and payments',
      body: [
        'While a banner speaks of maintenance, deposits are not possible. What arrives then goes back to where it came from, mostly within a few days. If a deposit is missing without a banner, compare the reference of your transfer with the one in the app.',
        'For a refund please ask the website where you paid. It alone can start it.',
      ],
    },
    {
      id: 'fraud',
      heading: 'Something feels wrong',
      body: [
        'Did you get a code that you did not ask for? Do not share it; it expires by itself. Did someone send you a QR code to scan? Close the page. Do you believe that someone knows your PIN? Choose a new one at once under “Forgot your PIN?”.',
      ],
    },
    {
      id: 'example',
      heading: 'This page is an example',
      body: [
        '{{company}} is invented: nobody reads this mail, and nobody answers this phone.',
        { sandbox: 'In this demonstration the SMS are on the sandbox’s own phone.' },
      ],
    },
  ],
}
