import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Questions and answers',
  lede: 'The questions we hear most. Still stuck? Ask <support>support</support>.',
  sections: [
    {
      id: 'start',
      heading: 'Getting started',
      body: [
        {
          question: 'What do I need?',
          answer: [
            'A phone that receives SMS, an identity document that is still valid, and about 2 minutes. For the check you need {{checkNeeds}}.',
          ],
        },
        {
          question: 'Do I need the {{product}} app?',
          answer: ['No. You can confirm your age in the browser as well. Only paying from a wallet needs it.'],
        },
        {
          question: 'What is an age app?',
          answer: [
            'An app on your phone that holds an official proof of your age. It shows that you are {{age}} or over, and nothing else. If the website accepts one, the first page says “I have an age app or ID wallet”. You need no account for it.',
          ],
        },
        {
          question: 'What does it cost?',
          answer: ['Nothing. The websites that ask pay for it.'],
        },
        {
          question: 'Do I have to do this for every website?',
          answer: [
            'No. You show your document once. On the next website you only log in, with number, PIN and a code by SMS. Only if a website wants a newer proof, or your document has been used for another account since, you are checked again.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Number, PIN and code',
      body: [
        {
          question: 'I get no SMS. What can I do?',
          answer: [
            {
              list: [
                'Check the number on the page. “Wrong number?” takes you back without losing anything.',
                'Wait until the countdown is over, then press “Request a new code”.',
                'Check that your phone has signal and that SMS from unknown senders are not blocked.',
              ],
            },
            'Landlines and premium numbers can’t receive our SMS.',
          ],
        },
        {
          question: 'The code is not accepted.',
          answer: [
            'A code is good for 5 minutes and for 5 tries. If you asked for several, the newest one counts. After too many wrong codes start again; the next SMS may then have a longer code, of 12 letters and digits, which is good for 6 hours.',
          ],
        },
        {
          question: 'I forgot my PIN.',
          answer: [
            'Press “Forgot your PIN?” on the log-in page. You choose a new one and confirm it with a code by SMS. All other devices are then logged out.',
          ],
        },
        {
          question: 'My number and PIN don’t match. What can I do?',
          answer: [
            'Check the country and the number first. After many wrong PINs the right one no longer works either, except in a browser in which you have logged in before. Waiting does not change that.',
            'Log in there, or press “Forgot your PIN?” on the log-in page and choose a new one. That works at once, and nothing is lost: your proof of age stays.',
          ],
        },
        {
          question: 'Why can’t I choose this PIN?',
          answer: [
            'A PIN has 4 digits, no three ascending ones in a row such as 1234, and no digit more than twice. Some operators also refuse years, dates and pairs, because these are guessed first.',
          ],
        },
        {
          question: 'I have a new number.',
          answer: [
            'A number is an account. With the new number you create a new account and show your document once more. From then on it counts for the new account, and no longer for the old one.',
          ],
        },
      ],
    },
    {
      id: 'check',
      heading: 'The identity check',
      body: [
        {
          question: 'Why was my check not completed?',
          answer: [
            'Mostly because of {{checkTrouble}}, a document that is no longer valid, or a window that was closed too early. {{checkTip}}, and press “Try again”.',
          ],
        },
        {
          question: 'The page says that a person is checking my document. How long does that take?',
          answer: [
            'Usually a few hours. You get an SMS when the result is there; then go back to the page and press “Refresh”. After 14 days without a result you can start again.',
          ],
        },
        {
          question: 'I am under {{age}}.',
          answer: [
            'Then there is no confirmation. Your account is closed and your data is deleted. Your number can open an account again after 30 days at the earliest.',
          ],
        },
        {
          question: 'The page says that this session was already used or has expired.',
          answer: [
            'A request of a website is good for 30 minutes and for one person. Please go back to the website and start again there.',
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'My data',
      body: [
        {
          question: 'What does the website learn about me?',
          answer: [
            '“Yes” or “no”, and a user name that only this website gets; the day of the proof only if it requires a recent one. If you go back without an answer: that you left. No name, no date of birth, no number.',
          ],
        },
        {
          question: 'Is my document stored?',
          answer: [
            'Not by us. The identity-check service{{vendor}} reads it and tells us how the check ended. What it names of the document, such as a date of birth or a number, we compare and forget at once. We keep the result, the day and an unreadable fingerprint of the document: a long number by which we notice that the same document is shown for another account. Nobody can tell from it what document it is.',
          ],
        },
        {
          question: 'How do I delete my account?',
          answer: [
            'Under <accountData>Your data</accountData>, with your PIN. There you also see what is left for how long. <erasure>Delete my data</erasure> says what to do without the number.',
          ],
        },
        {
          question: 'How do I change my mind about cookies?',
          answer: ['Press “Cookies” at the foot of any page. What you decide there holds at once.'],
        },
      ],
    },
    {
      id: 'wallet',
      heading: 'Wallet and payments',
      body: [
        {
          question: 'How do I top up my wallet?',
          answer: [
            'By bank transfer, with the reference that the app shows. Without the right reference the money goes back to where it came from. A wallet holds 1,000 euros at most.',
          ],
        },
        {
          question: 'Why do I have to log in again to pay?',
          answer: [
            'A payment needs a log-in of the last five minutes, so that nobody pays who only finds your phone. After a PIN reset on an unknown device nothing is paid for 24 hours.',
          ],
        },
        {
          question: 'Can I get my money back?',
          answer: [
            'A website can refund a payment for 395 days, in whole or in part. When you delete your account, what the wallet holds goes back to where it came from.',
          ],
        },
      ],
    },
  ],
}
