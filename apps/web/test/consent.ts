import { readConsent } from '@avouch/contract'
import { en } from '@avouch/phrases/consent/en'
import { screen } from '@testing-library/dom'

const button = (key: keyof typeof en) => screen.findByRole('button', { name: en[key] })

/** The question about cookies and its settings, by what they are called. */
export const asked = {
  isOpen: () => screen.queryByText(en['consent.text']) !== null,
  accept: () => button('consent.accept'),
  refuse: () => button('consent.reject'),
  settings: () => button('consent.settings'),
  acceptAll: () => button('consent.acceptAll'),
  onlyNecessary: () => button('consent.onlyNecessary'),
  save: () => button('consent.save'),
  category: (key: 'consent.analytics' | 'consent.targeting') => screen.findByRole('switch', { name: en[key] }),
}

/** The answer as it is kept. */
export const keptConsent = () => readConsent(document.cookie)

/** The frame of the script that counts. */
export const isCounted = () => document.querySelector('iframe[title=Matomo]') !== null
