import type { NumberFinding, Screen, SmsCause } from '@avouch/contract'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Copyable } from '#ui/copy.tsx'
import { Card } from '#ui/page.tsx'

/** Words for the caller. Several causes have the same ones: the rest is the operator's matter. */
const REPLY_OF: Readonly<Record<SmsCause, 'ours' | 'tries' | 'phone' | 'locked' | 'number' | 'sent' | 'nothing'>> = {
  gateway_failed: 'ours',
  gateway_account: 'ours',
  money: 'ours',
  limit: 'tries',
  too_soon: 'tries',
  undelivered: 'phone',
  locked: 'locked',
  blocked: 'number',
  number_refused: 'number',
  no_report: 'sent',
  delivered: 'sent',
  sending: 'sent',
  nothing: 'nothing',
}

const addressOf = (path: Screen) => `${location.origin}${path}`

/** Shows texts for a reply, with the facts filled in: why no SMS came, and what visitors do themselves. */
export function Replies({ finding: { code, free_at } }: { finding: NumberFinding }) {
  const t = useTranslate()
  const { minute } = useFormat()
  const again = free_at === null ? t('reply.again') : t('reply.againAt', { time: minute(free_at) })
  const replies = [
    [t('reply.sms'), `${t(`reply.${REPLY_OF[code]}`)} ${again}`],
    [t('reply.pinLabel'), t('reply.pin', { address: addressOf('/auth/forgot-pin') })],
    [t('reply.dataLabel'), t('reply.data', { address: addressOf('/account/data') })],
  ] as const
  return (
    <Card title={t('reply.title')} lede={t('reply.lede')}>
      <div className="grid grid-cols-1 gap-4">
        {replies.map(([label, text]) => (
          <Copyable key={label} label={label} text={text} />
        ))}
      </div>
    </Card>
  )
}
