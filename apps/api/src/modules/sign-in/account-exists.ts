import type { Language } from '@avouch/contract'
import type { Account, PhoneBook } from '../accounts/ports.ts'
import { newId } from '../identifier.ts'
import type { Limits } from '../limits/index.ts'
import type { SmsGateway } from '../sms/ports.ts'

const PATIENCE_MS = 10_000

type Deps = {
  gateway: Pick<SmsGateway, 'send'>
  limits: Pick<Limits, 'oncePerDay'>
  phones: Pick<PhoneBook, 'open'>
  productName: string
}

/** Tells the holder of a number that somebody tried to register it, at most once a day: the one who asked is told nothing. */
export function createAccountExistsNotice({ gateway, limits, phones, productName }: Deps) {
  const texts: Readonly<Record<Language, string>> = {
    en: `This number already has an account with ${productName}. Log in, or reset your PIN. If this was not you, you need do nothing.`,
    de: `Diese Nummer hat schon ein Konto bei ${productName}. Melde dich an oder setze deine PIN neu. Warst du es nicht, musst du nichts tun.`,
  }
  return async ({ phoneEnc, phoneIdx, language }: Account): Promise<void> => {
    if (!(await limits.oncePerDay('account-exists', phoneIdx))) return
    const message = { to: phones.open(phoneEnc, phoneIdx), text: texts[language], idempotencyKey: newId('sms') }
    await gateway.send(message, AbortSignal.timeout(PATIENCE_MS))
  }
}
