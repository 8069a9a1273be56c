/** Apart from the others, because they are loaded only to be asked: what is kept in the browser, and the question whether it may be. */
export const en = {
  'consent.announce': 'There is a question about cookies at the beginning of this page.',
  'consent.title': 'Cookies',
  'consent.text': 'May we count visits? Nothing is counted unless you agree.',
  'consent.reject': 'Reject',
  'consent.accept': 'Accept',
  'consent.onlyNecessary': 'Only necessary',
  'consent.acceptAll': 'Accept all',
  'consent.settings': 'Choose',
  'consent.dialogTitle': 'Cookie settings',
  'consent.dialogText': 'Choose what you allow. Your choice applies at once and is kept for 182 days.',
  'consent.necessary': 'Necessary',
  'consent.always': 'Always on',
  'consent.necessaryText': 'Without these you could not log in safely. They tell nobody who you are.',
  'consent.deviceCookie': 'Recognises this browser, so that no one else can continue what you started here. 180 days.',
  'consent.choiceCookie': 'Keeps the choice that you make here. 182 days.',
  'consent.languageCookie': 'Remembers the language that you chose, here or at the website. One year.',
  'consent.storage': 'Storage',
  'consent.storageText':
    'Your language, the country of your number and the website that sent you; your log-in only until you close the tab.',
  'consent.analytics': 'Analytics',
  'consent.analyticsText':
    'We count with Matomo which pages are opened and which steps succeed. It learns neither your number nor which website sent you, and sets no cookies. Like every server, it sees your IP address.',
  'consent.targeting': 'Targeting',
  'consent.targetingText': 'Advertising could be tailored to you. At the moment nothing here uses this.',
  'consent.save': 'Save choice',
} as const
