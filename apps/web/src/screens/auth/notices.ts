import { codeText } from '#i18n/code-text.ts'
import { notify } from '#ui/notifications.ts'
import { currentTranslate, needPhrases } from '#i18n/language.ts'

export function tellRegistered(): void {
  const t = currentTranslate()
  notify({ type: 'success', title: t('registration.success'), message: t('registration.successText') })
}

export function tellSmsFailed(phone: string): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'cannot_send_sms', { phone }) })
}

export function tellUserNotFound(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('login.userNotFound'), message: t('login.userNotFoundText') })
}

export function tellUnderAge(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'under_age_18') })
}

export function tellSamePin(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'same_pin') })
}

export function tellNoNewSms(phone: string, pending: boolean): void {
  const t = currentTranslate()
  const message = t(pending ? 'confirmCode.onItsWay' : 'confirmCode.sentBefore', { phone })
  notify({ type: 'info', title: t('confirmCode.notResent'), message })
}

export async function tellNothingKept(): Promise<void> {
  await needPhrases('sign-in')
  const t = currentTranslate()
  notify({ type: 'warning', title: t('login.nothingKept'), message: t('login.nothingKeptText') })
}

export function tellStartAgain(): void {
  const t = currentTranslate()
  notify({ type: 'warning', title: t('confirmCode.restart'), message: t('confirmCode.restartText') })
}
