import { AppError, isGuessablePin, type PinBlocklist } from '@avouch/contract'

/**
 * Which PINs may be chosen for a number, as it was typed: by the same rule as the forms.
 * @throws AppError invalid_pin
 */
export function refuseGuessable(blocklist: PinBlocklist, pin: string, phone: string): void {
  if (isGuessablePin(pin, blocklist, phone)) throw new AppError('invalid_pin')
}
