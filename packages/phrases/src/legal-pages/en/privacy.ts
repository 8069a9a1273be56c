import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Privacy policy',
  lede: 'What we know about you, why, how long, and what you can do about it.',
  sections: [
    {
      id: 'short',
      heading: 'In short',
      body: [
        {
          list: [
            'The website that asks learns “yes” or “no” and a user name that only this website gets; the day of the proof only if it requires a recent one. If you go back without an answer: that you left. Never your name, your date of birth or your number.',
            'Of your identity check we keep an outcome, a day and an unreadable fingerprint of the document. No picture, no name, no document number.',
            'Your mobile number is encrypted. Your PIN can’t be read by anybody, not even by us.',
            'Nothing is sold, and there is no advertising. Statistics are counted only if you agree.',
          ],
        },
        '{{company}} is invented. An operator of {{product}} puts its own policy in the place of this one.',
        {
          sandbox:
            'This is a demonstration: documents, SMS and money are not real. Please do not show a real document or use someone else’s number.',
        },
      ],
    },
    {
      id: 'controller',
      heading: 'Who is responsible',
      body: [
        '{{company}}, {{street}}, {{town}}. Questions about your data go to <privacyMail>{{privacyMail}}</privacyMail>; the data protection officer reads them.',
      ],
    },
    {
      id: 'data',
      heading: 'What we store, and how long',
      body: [
        'An unreadable fingerprint is a long number that is computed from something, and that nobody can turn back. It has nothing to do with your finger.',
        {
          facts: [
            [
              'Your account',
              'Mobile number (encrypted), PIN (an unreadable fingerprint, encrypted), language, your answer about the use of your data by the identity-check service, day of registration. Until you delete the account. A registration that is not confirmed goes after 15 minutes.',
            ],
            [
              'A number that you type',
              'While you register or log in, the page asks our server whether an SMS can reach the number, as soon as it is complete and before you send the form. The server answers and does not store it. The page forgets it when it is closed, or when you log out.',
            ],
            [
              'Passkeys, if you make any',
              'A public key, which opens nothing without your device, and a random name of your account for devices. The name that you give it, when it was made, the day of its last use, and whether your other devices have it too. Finger, face and the device’s PIN never reach us. Until you remove it or delete the account.',
            ],
            [
              'Your proof of age',
              'That you are {{age}} or over, and the day on which that was proven. Until you delete the account.',
            ],
            [
              'Your document',
              'An unreadable fingerprint by which we recognise it, so that one document proves the age of one account only. Nobody can tell from it what document it is. As long as the proof of age, and 30 days more if we withdraw it: then we can give it back. If the same document is shown for another account, the proof counts only there.',
            ],
            [
              'A proof from an age app or ID wallet',
              'Nothing of the proof itself; a birth date that a wallet shows is compared and forgotten at once. If an app shows more than we ask for, we do not read it. The request to your app, under unreadable fingerprints of random names, for an hour. The answer is kept with the request of the website.',
            ],
            [
              'Identity checks',
              'A random code, how far the check has come, how it ended, and when; where its service opens a page for you alone, the encrypted address. Until you delete the account.',
            ],
            [
              'Requests of websites',
              'Which website asked, when, and the answer. 90 days after the end of the request.',
            ],
            [
              'Sessions',
              'When they began and end. A session ends after 60 minutes without use, and after 12 hours; a day later it is deleted.',
            ],
            [
              'SMS',
              'When one was sent and why, with your number (encrypted), and with unreadable fingerprints of number, browser, address and network. Two days, as is which limit refused a try with your number. Who helps you on the phone finds these by your number, and what happened in your account for 90 days. The code itself is not stored at all.',
            ],
            [
              'Browsers that your account recognises',
              'An unreadable fingerprint of a random cookie. 180 days after your last log-in there at most.',
            ],
            [
              'Protection against abuse',
              'How often something was tried, under an unreadable fingerprint of your address, network, browser or number. Four days at most; wrong SMS codes of a number two days. How many wrong PINs were tried at your account is a number in it, until you set another PIN. Your address itself is not stored and not written into logs.',
            ],
            [
              'Record of what happened',
              'Log-ins, codes, checks and payments, under an unreadable fingerprint of your account and without the websites. Details, among them an unreadable fingerprint of your network that changes every month, for 90 days, kind and time for a year.',
            ],
            [
              'Wallet and payments',
              'Balance and history until you delete the account. Payments for 396 days, because they can be refunded for 395. The books (amounts, without any person) stay for good.',
            ],
            [
              'Under age',
              'If a check shows that someone is under {{age}}, the account is deleted. An unreadable fingerprint of the number is kept for 30 days, so that it does not open another one at once.',
            ],
          ],
        },
      ],
    },
    {
      id: 'grounds',
      heading: 'Why we may do that',
      body: [
        {
          list: [
            'Account, identity check, proof from an age app, answer to the website, wallet: to do what you ask us for (Article 6 (1) (b) GDPR).',
            'Fingerprint of the document, protection against abuse, record of what happened, security of sessions: our interest in a service that nobody can break (Article 6 (1) (f) GDPR).',
            'Books and payments: duties under commercial and tax law (Article 6 (1) (c) GDPR).',
            'Statistics, and the use of your data by the identity-check service to improve its algorithm: only your consent (Article 6 (1) (a) GDPR). You can take it back at any time.',
          ],
        },
      ],
    },
    {
      id: 'recipients',
      heading: 'Who receives what',
      body: [
        {
          facts: [
            [
              'The website that asks',
              '“Yes” or “no”, and a user name made for this website alone; the day of the proof only if it requires a recent one. Of a payment: amount and reference, never who paid.',
            ],
            [
              'The identity-check service{{vendor}}',
              'A random code, your language, the address to return to, and where it takes such an answer, whether it may use your data to improve its algorithm. What you show to it goes there directly, and no picture passes through us. What it names to us of the document, such as a date of birth or a number, we compare and forget at once.',
            ],
            [
              'Your age app or ID wallet',
              'That we ask whether you are {{age}} or over, but not for which website; a wallet without an age shows us your birth date. The issuer of the proof learns nothing from us.',
            ],
            ['The SMS gateway', 'Your mobile number and the text of the SMS.'],
            [
              'The bank',
              'Orders to send money back, under the bank’s own name of the payment. Your name and account number do not reach us.',
            ],
          ],
        },
        'The identity-check service and the SMS gateway work for us under contract (Article 28 GDPR). Nobody else receives anything: we pass nothing on to third parties.',
        'Our servers are in Germany. The identity-check service{{vendor}} has its own, and the GDPR applies to them too.',
        {
          sandbox:
            'A demonstration runs on the computer where it was started, and the services around it are simulated there too.',
        },
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and storage in your browser',
      body: [
        'These are necessary, and nobody has to agree to them (section 25 (2) of the German TDDDG):',
        {
          facts: [
            [
              'Cookie “did” or “__Host-did”',
              'A random number by which your account recognises this browser, so that someone else’s wrong PINs do not lock you out. 180 days. Pages can’t read it.',
            ],
            [
              'Cookie “cc_cookie”',
              'What you decided about cookies. 182 days. Where the browser keeps no cookie, the tab keeps it.',
            ],
            ['Cookie “i18next”', 'The language that you chose, here or at the website. One year.'],
            [
              'Session storage',
              'The keys of your session, which request is being answered, how its tab began, and what it was told. Also which form asked for a code, for whom (encrypted, for this browser alone), whether an SMS is missing, and how far down a page was. If a check went on here: where it was begun. If your account asked for a log-in: to which of its pages it leads back. Whether your browser was asked for a passkey on its own. Gone when the tab is closed.',
            ],
            ['Local storage “verification”', 'Which request brought you here.'],
            ['Local storage “presentation”', 'Which request to an age app this browser began.'],
            ['Local storage “i18nextLng”', 'The language that you read.'],
            ['Local storage “country”', 'The country of the number that you confirmed last.'],
            ['Local storage “passkey_offer”', 'That you do not want to be asked about fingerprint or face again.'],
            ['Local storage “react_app_token”', 'The word “yes” while someone is logged in on this browser.'],
          ],
        },
        'Statistics (Matomo) are loaded only after you agree, in a frame that sees nothing of the page. They count the steps of a visit, such as “log-in” or “check completed”, set no cookies, and never see the address’s parameters, your number or your account. A step that could not be told any more before you left a page waits in the tab for the next one. Like every server, theirs sees your IP address. You can change your decision at any time under “Cookies” at the foot of every page.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      body: [
        {
          list: [
            'You can have everything that is held about you, in a form that machines read.',
            'You can have your account and everything about it deleted. It ends at once, and websites that wait for an answer get “no”.',
            'You can have what is wrong corrected, have processing restricted, and object to it.',
            'You can take back a consent at any time; what was done before stays lawful.',
            'You can complain to a data protection authority, for example to the one where you live.',
          ],
        },
        'You find all three under <accountData>Your data</accountData>: everything that is held, the consent to the use of your data by the identity-check service, and deletion, which asks for the PIN or a passkey. <erasure>Delete my data</erasure> says what to do without the number or without an account. If you get stuck, write to <privacyMail>{{privacyMail}}</privacyMail>, and we help you. We have to be sure that the number is yours, so we send it an SMS.',
      ],
    },
    {
      id: 'deleted',
      heading: 'What is left after deletion',
      body: [
        'Number, PIN, passkeys, proof of age, sessions and browsers go at once. For the times named above these stay: fingerprints that nobody can turn back into you, the answers that websites received, and the books. Older backups still hold the encrypted data until the backups end; the keys are kept apart from them.',
        'There is one exception: an account that was proven to be of age is later reported as under age. Then it is closed at once and deleted after 30 days, so that a mistake can be put right.',
      ],
    },
    {
      id: 'automated',
      heading: 'Automated decisions',
      body: [
        'The identity check is automated. If it is not sure, a person looks at it. After a “no” you can try again, and you can ask us to have a person look at it.',
      ],
    },
  ],
}
