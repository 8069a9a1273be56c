import type { LegalPage } from '../legal-page.ts'

export const legalPage: LegalPage = {
  title: 'Accessibility statement',
  lede: '{{product}} is for everybody. This page says what we tested, what does not work yet, and how to tell us.',
  sections: [
    {
      id: 'standard',
      heading: 'What we hold ourselves to',
      body: [
        'This statement is for the website {{product}}: all its pages from the start to the result, in English and German. It is measured against the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, and the European standard EN 301 549, which the German Accessibility Strengthening Act (BFSG) builds on.',
        'By our own tests the website conforms to WCAG 2.2 AA, with the gaps named below. No independent body has tested it yet.',
      ],
    },
    {
      id: 'tested',
      heading: 'What was tested, and how',
      body: [
        {
          facts: [
            [
              'Rules of WCAG, by machine',
              'The screens of a whole visit in all their states, the notices and these pages: in English and German, on a desktop and a phone, light and dark. The tool is axe with the rules of WCAG 2.0 to 2.2, A and AA.',
            ],
            [
              'Keyboard and names',
              'A first visit from the website to the result and back, by keys and by accessible names alone. The focus is always marked and never covered.',
            ],
            [
              'Sizes',
              'In a window of 320 pixels, at a zoom of 400 % and with text of double size nothing is cut off, and no page scrolls sideways. What can be pressed measures 44 pixels.',
            ],
            ['Appearance', 'Contrast in light and dark, forced colours, less movement.'],
            [
              'Notices',
              'Notices, waits and a lost network are read out, take no focus away, and move nothing on the page.',
            ],
            [
              'Browsers',
              'On 26 November 2026 the main ways were walked in Chromium 156, Firefox ESR 153.7 and WebKitGTK 2.50.6, which has the engine of Safari: in English and German, in wide and narrow windows.',
            ],
          ],
        },
        'All these tests run in Chromium on Linux before a change is published, and the main ways regularly in the other two.',
      ],
    },
    {
      id: 'helps',
      heading: 'What helps you',
      body: [
        {
          list: [
            'Everything works without a mouse. The first press of the Tab key offers to skip to the content.',
            'Errors stand at their field, are read out, and say what to do.',
            'No captcha asks you for pictures or sounds.',
            'The code from the SMS can be pasted, and your phone can fill it in. The PIN can be shown while you type, and password managers can fill it in.',
            'Pages follow your settings for dark appearance, less movement and text size.',
            'What goes wrong stays on the screen until you close it.',
          ],
        },
      ],
    },
    {
      id: 'gaps',
      heading: 'What does not work yet',
      body: [
        {
          list: [
            'Nobody has tested the pages with a screen reader by hand yet, and no people with disabilities have tried them for us.',
            'Safari itself was not tested, and no iPhone and no Mac.',
            'The identity check itself is a website of another company. It needs {{checkNeeds}}. We can’t promise that it is accessible. If you can’t use it, write to us.',
            'A session ends after 60 minutes without use and can’t be made longer, because others might use your device.',
            'A code from an SMS is good for 5 minutes. You can request a new one.',
            'Confirming with the app needs a second device when you begin on a computer. The way without the app needs none.',
            'There is no version in easy language and none in sign language.',
          ],
        },
      ],
    },
    {
      id: 'complain',
      heading: 'Tell us, or complain',
      body: [
        'Have you found a barrier? Write to <mail>{{mail}}</mail> or use another way under <support>support</support>. Tell us the page and what you use. We answer within two weeks and say when it will be fixed, or how you reach your goal until then.',
        'If our answer does not help you, you can turn to the market surveillance authority of the German states for the accessibility of products and services (MLBF) in Magdeburg.',
        '{{company}} is invented: nobody reads this mail.',
      ],
    },
  ],
}
