import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'How it works',
  lede: 'You prove once that you are {{age}} or over. After that, logging in is enough, on every website that asks.',
  sections: [
    {
      id: 'steps',
      heading: 'Step by step',
      body: [
        {
          steps: [
            '<b>A website asks.</b> It wants to know whether you are {{age}} or over, and sends you here.',
            '<b>You choose a way.</b> In this browser, or with the {{product}} app on your phone.',
            '<b>You create an account.</b> Your mobile number and a PIN of 4 digits are enough. An SMS with a code confirms that the number is yours.',
            '<b>You show your document.</b> {{checkReads}} That takes about 2 minutes.',
            '<b>The website gets its answer.</b> “Yes” or “no”, and you are back where you came from.',
          ],
        },
        'The next time, number, PIN and SMS code are enough. You show your document again only if a website wants a newer proof, or if it has been used for another account since.',
      ],
    },
    {
      id: 'ways',
      heading: 'With an app',
      body: [
        'With the {{product}} app: on a computer the page shows a QR code. Scan it in the app, then choose the number that stands beside the code. Only do so if you opened the website yourself just now: with a code that someone sends you, you would confirm for them.',
        'On a phone the page opens the app. No app yet? The page takes you to the download, or you go on in the browser.',
        'Some websites also accept an age app: an app that holds an official European proof of age. You show that proof, and need no account, no number and no document.',
      ],
    },
    {
      id: 'learns',
      heading: 'Who learns what',
      body: [
        {
          facts: [
            [
              'The website',
              '“Yes” or “no”, and a user name for this website alone; the day of the proof only if it requires a recent one. Two websites can’t tell that you are the same person.',
            ],
            [
              'We',
              'Your mobile number, encrypted, how the check ended, and an unreadable fingerprint of your document. We keep no name, no date of birth and no picture.',
            ],
            ['The identity check', '{{checkLearns}}, and a random code from us. Not the website, and not your number.'],
            [
              'The issuer of an app’s proof',
              'Nothing. We do not ask there, so it does not learn where you show the proof.',
            ],
          ],
        },
      ],
    },
    {
      id: 'result',
      heading: 'How the check can end',
      body: [
        {
          facts: [
            ['Confirmed', 'You press one button and are back at the website.'],
            [
              'Being looked at',
              'The machine is not sure, so a person looks at it. You get an SMS when the result is there.',
            ],
            [
              'Not completed',
              'Something did not work, for example because of {{checkTrouble}}. You can try again at once.',
            ],
            ['Under {{age}}', 'We close the account and delete your data.'],
          ],
        },
      ],
    },
    {
      id: 'pay',
      heading: 'Paying without a name',
      body: [
        'In the app you can top up a wallet and pay from it. You confirm each payment there. The website learns that it was paid, but not by whom.',
      ],
    },
    {
      id: 'next',
      heading: 'Anything else?',
      body: [
        'The <faq>questions and answers</faq> have more, the <privacy>privacy policy</privacy> says it exactly, and <support>support</support> helps when something is stuck.',
      ],
    },
  ],
}
