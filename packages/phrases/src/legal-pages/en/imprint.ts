import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Imprint',
  lede: 'Who runs this website, and how to reach them.',
  sections: [
    {
      id: 'example',
      heading: 'This page is an example',
      body: [
        { sandbox: 'This is a demonstration.' },
        'The company on this page is invented. It has no office, no phone and no customers. Its texts show how the pages of a real operator look.',
        'A company that runs {{product}} in earnest puts its own pages in the place of these.',
      ],
    },
    {
      id: 'operator',
      heading: 'Information under section 5 of the German Digital Services Act (DDG)',
      body: [
        {
          facts: [
            ['Operator', '{{company}}'],
            ['Address', '{{street}}, {{town}}'],
            ['Represented by', '{{person}}, managing director'],
            ['Commercial register', 'Local court of Musterstadt, HRB 00000'],
            ['VAT number', 'DE000000000'],
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      body: [
        {
          facts: [
            ['E-mail', '<mail>{{mail}}</mail>'],
            ['Phone', '<tel>{{phone}}</tel>'],
          ],
        },
        'For help with your confirmation, <support>support</support> is quicker. There is no call centre.',
      ],
    },
    {
      id: 'content',
      heading: 'Responsible for the content',
      body: ['{{person}}, {{street}}, {{town}} (section 18 (2) of the German State Media Treaty, MStV).'],
    },
    {
      id: 'disputes',
      heading: 'Settling disputes',
      body: [
        'We are neither obliged nor willing to take part in dispute resolution before a consumer arbitration board.',
      ],
    },
    {
      id: 'weaknesses',
      heading: 'Reporting a security problem',
      body: [
        'Have you found a security problem in this website? Please write to <securityMail>{{securityMail}}</securityMail> with what is needed to see it happen, and give us time to fix it before it is public.',
      ],
    },
    {
      id: 'licence',
      heading: 'Software',
      body: [
        'The software behind this website is free, under the Apache License 2.0. The names and marks of app stores belong to their owners.',
      ],
    },
  ],
}
