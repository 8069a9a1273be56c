import { codeText } from '#i18n/code-text.ts'
import { notify } from '#ui/toasts/notifications.ts'
import { currentTranslate, ensurePhrases } from '#i18n/language.ts'

export function notifyRegistered(): void {
  const t = currentTranslate()
  notify({ type: 'success', title: t('registration.success'), message: t('registration.successText') })
}

export function notifySmsFailed(phone: string): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'cannot_send_sms', { phone }) })
}

export function notifyUserNotFound(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('login.userNotFound'), message: t('login.userNotFoundText') })
}

export function notifyUnderAge(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'under_age_18') })
}

export function notifySamePin(): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: codeText(t, 'same_pin') })
}

export function notifyNoNewSms(phone: string, pending: boolean): void {
  const t = currentTranslate()
  const message = t(pending ? 'confirmCode.onItsWay' : 'confirmCode.sentBefore', { phone })
  notify({ type: 'info', title: t('confirmCode.notResent'), message })
}

export async function notifyNothingKept(): Promise<void> {
  await ensurePhrases('sign-in')
  const t = currentTranslate()
  notify({ type: 'warning', title: t('login.nothingKept'), message: t('login.nothingKeptText') })
}

export function notifyStartAgain(): void {
  const t = currentTranslate()
  notify({ type: 'warning', title: t('confirmCode.restart'), message: t('confirmCode.restartText') })
}
