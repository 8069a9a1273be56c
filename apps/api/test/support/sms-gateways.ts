export type Sms = { to: string; text: string; idempotency_key: string; reportUrl?: string | undefined }

type Infobip = {
  messages: [
    {
      destinations: [{ to: string; messageId: string }]
      content: { text: string }
      webhooks?: { delivery: { url: string } }
    },
  ]
}

let ids = 0
/** The id that seven gave the newest SMS, or gives one after it. */
export const idOfSeven = (after: number): string => `seven-${ids + after}`

/** The gateways by the end of their path: how each reads a message, and its answer to an accepted one. */
const GATEWAYS: readonly { path: RegExp; read: (text: string) => Sms; answer: () => object }[] = [
  {
    path: /\/Messages\.json$/,
    read(text) {
      const { To: to = '', Body = '', StatusCallback: reportUrl } = Object.fromEntries(new URLSearchParams(text))
      return { to, text: Body, idempotency_key: '', reportUrl }
    },
    answer: () => ({ status: 'queued', error_code: null }),
  },
  {
    path: /\/sms\/json$/,
    read(text) {
      const fields = Object.fromEntries(new URLSearchParams(text))
      const { to = '', text: body = '', callback: reportUrl, 'client-ref': idempotency_key = '' } = fields
      return { to: `+${to}`, text: body, idempotency_key, reportUrl }
    },
    answer: () => ({ messages: [{ status: '0' }] }),
  },
  {
    path: /\/sms\/3\/messages$/,
    read(text) {
      const [{ destinations, content, webhooks }] = (JSON.parse(text) as Infobip).messages
      const [{ to, messageId }] = destinations
      return { to: `+${to}`, text: content.text, idempotency_key: messageId, reportUrl: webhooks?.delivery.url }
    },
    answer: () => ({ messages: [{ status: { groupId: 1, id: 26 } }] }),
  },
  {
    path: /\/api\/sms$/,
    read: (text) => JSON.parse(text) as Sms,
    answer() {
      ids++
      return { success: '100', messages: [{ success: true, id: idOfSeven(0) }] }
    },
  },
]

const OWN = {
  read(text: string): Sms {
    const { report_url: reportUrl, ...sms } = JSON.parse(text) as Sms & { report_url?: string }
    return { ...sms, reportUrl }
  },
  answer: () => undefined,
}

export const smsGatewayAt = (path: string) => GATEWAYS.find((one) => one.path.test(path)) ?? OWN
