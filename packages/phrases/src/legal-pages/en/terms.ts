import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Terms and conditions',
  lede: 'What you can expect from us, and we from you.',
  sections: [
    {
      id: 'example',
      heading: 'These terms are an example',
      body: [
        { sandbox: 'This is a demonstration: no real money moves.' },
        '{{company}} is invented. Nobody can make a contract with it. These terms show what those of a real operator look like.',
      ],
    },
    {
      id: 'service',
      heading: '1. The service',
      body: [
        '{{product}} proves to websites that you are {{age}} or over. You register with your mobile number, have your identity checked once, and from then on logging in is enough. Where a website accepts an age app, its proof is enough, without an account.',
        'Beside it you can have a wallet and pay from it at websites that offer this. A website learns that it was paid, but not by whom.',
        'The service is free for you. The websites that ask pay for it.',
      ],
    },
    {
      id: 'contract',
      heading: '2. How the contract comes about',
      body: [
        'The contract begins when you agree to these terms and confirm your number with the code from the SMS. You can read, print and save the terms here at any time. The language of the contract is the one in which you registered.',
      ],
    },
    {
      id: 'account',
      heading: '3. Your account',
      body: [
        {
          list: [
            'An account is for one person: for you. The number has to be yours, and the document has to be yours. A document proves the age of one account; the newest proof counts.',
            'Keep your PIN to yourself. We never ask for it by phone, SMS or e-mail.',
            'Do not confirm for anybody else, and do not let anybody use your account.',
            'If you lose your phone or believe that someone knows your PIN, choose a new one under “Forgot your PIN?”. All other devices are then logged out.',
          ],
        },
      ],
    },
    {
      id: 'check',
      heading: '4. The identity check',
      body: [
        'The check is made by the identity-check service{{vendor}}. It is automated and takes you about 2 minutes. If the service is not sure, a person looks at it; then you get an SMS. We can’t promise that every document is accepted.',
        'If a check shows that you are under {{age}}, we close your account and delete your data.',
      ],
    },
    {
      id: 'wallet',
      heading: '5. Wallet and payments',
      body: [
        {
          list: [
            'You top up the wallet by bank transfer with the reference that the app shows. It holds 1,000 euros at most; what is beyond that goes back whole.',
            'You confirm each payment in the app, after a log-in of the last five minutes. A payment that was made can’t be called back; the website can refund it, in whole or in part, for 395 days.',
            'After your PIN was reset on an unknown device, nothing is paid for 24 hours.',
            'When you delete your account, what the wallet holds goes back to where it came from.',
          ],
        },
      ],
    },
    {
      id: 'availability',
      heading: '6. Availability',
      body: [
        'We take care that the service works at all times, and can’t promise that it never fails. When something breaks, the answer to a website is never a “yes” by mistake: nothing is confirmed.',
      ],
    },
    {
      id: 'liability',
      heading: '7. Liability',
      body: [
        'We are liable without limit for intent and gross negligence, for injury to life, body and health, and under the German Product Liability Act. For slight negligence we are liable only if a duty is broken that the contract rests on, and only for damage that is typical and could be foreseen.',
      ],
    },
    {
      id: 'end',
      heading: '8. How it ends',
      body: [
        'You can end the contract at any time by deleting your account. We can end it with two weeks’ notice, and at once if an account is misused.',
        'The <privacy>privacy policy</privacy> says what happens to your data then.',
      ],
    },
    {
      id: 'withdrawal',
      heading: '9. Right of withdrawal',
      body: [
        'You can withdraw from the contract within 14 days after it came about, without giving a reason. A message to <mail>{{mail}}</mail> or deleting your account is enough. The period is kept if you send the message before it ends. What your wallet holds is then paid back within 14 days, in the way in which it came.',
      ],
    },
    {
      id: 'law',
      heading: '10. Law and changes',
      body: [
        'German law applies. If you live in another country, you keep the protection that its law gives consumers.',
        'We tell you about changes of these terms at your next log-in, at least six weeks before they hold. If you do not agree, the contract ends on that day without any cost.',
      ],
    },
  ],
}
