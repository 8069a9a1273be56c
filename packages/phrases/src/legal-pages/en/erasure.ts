import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Delete my data',
  lede: 'Which way is yours depends on the number, and on whether you have an account.',
  sections: [
    {
      id: 'number',
      heading: 'You have the number',
      body: [
        {
          steps: [
            'Open <accountData>Your data</accountData> and log in with number, PIN and the code from the SMS. If you have forgotten the PIN, set another one there.',
            'Press “Delete my account” and read what goes and what stays for a while.',
            'Enter your PIN and confirm. The account ends at once, in every browser.',
            'Keep the address of the last page if you want to see how far it is. It works for thirty days and names nobody.',
          ],
        },
        'Money in your wallet goes back to the bank account that it came from.',
      ],
    },
    {
      id: 'lost',
      heading: 'You no longer have the number',
      body: [
        'Then we can’t tell that the account is yours: the number is all that it is known by. First ask your mobile provider to move your number to a new card. Then take the way above.',
        'If that is not possible, write to <privacyMail>{{privacyMail}}</privacyMail>. A message alone can’t show us that the number was yours, so we may have to leave the account as it is. Otherwise anybody could delete the account of somebody else.',
      ],
    },
    {
      id: 'none',
      heading: 'You never had an account',
      body: [
        'If you showed your age with an age app or an ID wallet, we have no name, no number and no account of yours. We can’t look for you, because we don’t know which request was yours. Such a request is deleted after an hour, and the answer to the website after 90 days.',
        'What the website knows about you, it alone can delete. Please ask it.',
      ],
    },
    {
      id: 'stays',
      heading: 'What stays for a while',
      body: [
        'Some things stay for the times that the <privacy>privacy policy</privacy> names. None of it can be turned back into you.',
      ],
    },
  ],
}
