/** Texts around the identity check: before it, on the phone that takes it over, and where it was left. */
export const check = {
  'check.title': 'Now your docu\u00ADment',
  'check.lede': '{{service}} checks it for us and opens next. Then you are brought back here.',
  'check.withdrawn': 'Your proof of age no longer counts',
  'check.withdrawn.operator':
    'We had doubts about it and withdrew it. Show your document once, and your age is proven again. Your account stays as it is.',
  'check.withdrawn.unused':
    'This account was unused for a long time, and its PIN was set in a new browser. A mobile number can have another owner by then. So please show your document once.',
  'check.withdrawn.contradicted':
    'A later identity check contradicts it. Show your document once more, and your age is proven again. Your account stays as it is.',
  'check.withdrawn.support': 'Is that a mistake? Write to support',
  'check.service': 'Our identity-check service',
  'check.document': 'Photograph your document',
  'check.documentText': 'Passport, identity card or residence permit',
  'check.proof': 'Look into the camera',
  'check.proofText': 'It shows that the document is yours.',
  'check.done': 'Done',
  'check.doneText': 'The answer usually comes within minutes.',
  'check.start': 'Start the check',
  'check.time': 'About 2 minutes',
  'check.pictures': 'What happens to the pictures?',
  'check.picturesService': '{{service}} gets them, for this check.',
  'check.picturesUs':
    'They never pass through us. We keep the result, the day and an unreadable fingerprint of the document.',
  'check.picturesProvider': '{{provider}} never sees them.',
  'check.picturesWebsite': 'No website sees them.',
  'check.phone': 'Continue on your phone',
  'check.phoneText': 'Scan this with your phone’s camera. This page goes on by itself when you are done.',
  'check.phoneWaiting': 'Waiting for your phone',
  'check.qr': 'QR code for your phone',
  'check.computer': 'Continue on this computer',
  'check.noCamera': 'Open this in Safari or Chrome',
  'check.noCameraText':
    'In the browser of this app the camera often stays off. Copy the address and open it there. This page goes on by itself when you are done.',
  'check.address': 'Address of the check',
  'check.copy': 'Copy the address',
  'check.copied': 'Copied. Now paste it into the address bar of Safari or Chrome.',
  'check.notCopied': 'Press and hold the address to copy it.',
  'check.without': 'Without a camera',
  'check.anyway': 'Try it here',

  'checkPhone.title': 'Identity check',
  'checkPhone.computer': 'Did you start this on your computer?',
  'checkPhone.app': 'Did you start this in another app?',
  'checkPhone.text': 'Then make the check here. The page where you started goes on by itself.',
  'checkPhone.warning':
    'If someone sent you this, close the page. The check would count for that person, with your document.',
  'checkPhone.go': 'Yes, start the check',
  'checkPhone.incomplete': 'This address is incomplete',
  'checkPhone.incompleteText': 'Scan the code again, or copy the whole address.',

  'submitted.title': 'Your docu\u00ADment is being checked',
  'submitted.text': 'Usually within minutes. This page goes on by itself.',
  'submitted.waiting': 'Waiting for the result',

  'again.picture': 'The picture is hard to read',
  'again.pictureHelp': 'Use good light, hold the document still and show all of it.',
  'again.document_kind': 'Another docu\u00ADment is needed',
  'again.document_kindHelp': 'Take your passport, identity card or residence permit: the original, not a copy.',
  'again.document_expired': 'This docu\u00ADment has expired',
  'again.document_expiredHelp': 'Take one that is still valid, for example your passport.',
  'again.face': 'Your face was hard to see',
  'again.faceHelp': 'Look straight into the camera, in good light and without a cap or sunglasses.',
  'again.other': 'Please try once more',
  'again.otherHelp': 'Take the pictures again, in good light and with the whole document.',
  'again.go': 'Go on with the check',

  'denied.picture': 'The picture of your document could not be read.',
  'denied.document_kind': 'This document is not accepted here.',
  'denied.document_expired': 'Your document has expired.',
  'denied.face': 'Your face could not be compared with the document.',
  'denied.other': 'The document could not be confirmed.',

  'process.nothing': 'Nothing has arrived',
  'process.nothingText':
    'Did you leave the check early? Then go on with it. If you have finished it, wait: this page goes on by itself.',
} as const
