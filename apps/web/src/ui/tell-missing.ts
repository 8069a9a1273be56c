import { connection } from '#api/connection.ts'
import { inBackground } from '#api/report.ts'
import { currentTranslate } from '#i18n/language.ts'
import { notify } from './notifications.ts'

async function tell(): Promise<void> {
  if (!(await connection.look())) return
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: t('notice.blocked') })
}

/** A part that the visitor waits for did not come. Without a network the page says so itself. */
export const tellMissing = (): void => inBackground(tell())
