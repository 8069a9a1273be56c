import { type IntentStatus, MINUTE_MS, type TokenAnswer } from '@avouch/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, refresh, registered } from '#test/builders.ts'
import { Refusal } from '#test/test-client.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { soak } from '#test/soak.ts'

const the = useTestApi()

const COMMANDS = ['bind', 'bind by another', 'confirm', 'confirm by another', 'cancel', 'answer', 'wait'] as const
type Command = (typeof COMMANDS)[number]

/** A model of an intent without a database. Minutes since it was created or answered. */
type Model = { status: IntentStatus; bound: boolean; age: number; answered: number }

const LIFE = 30
const REPEATABLE = 10
const WAIT = 11

const isOpen = ({ status }: Model) => status === 'created' || status === 'bound'
const isAnswered = ({ status }: Model) => status === 'confirmed' || status === 'denied'
/** The visitor who confirmed it may repeat the call. */
const isRepeatable = (model: Model) => model.bound && isAnswered(model) && model.answered < REPEATABLE

function answer(model: Model): boolean {
  model.status = 'confirmed'
  model.answered = 0
  return true
}

/** Applies the step to the model. @returns whether the product has to accept it too */
const STEPS: Record<Command, (model: Model) => boolean> = {
  bind(model) {
    if (!isOpen(model)) return isRepeatable(model)
    model.status = 'bound'
    model.bound = true
    return true
  },
  'bind by another': () => false,
  confirm: (model) => (model.status === 'bound' ? answer(model) : isRepeatable(model)),
  'confirm by another': () => false,
  cancel(model) {
    if (isOpen(model)) model.status = 'cancelled'
    return model.status === 'cancelled'
  },
  answer: (model) => isOpen(model) && answer(model),
  wait(model) {
    model.age += WAIT
    model.answered += WAIT
    if (isOpen(model) && model.age >= LIFE) model.status = 'expired'
    return true
  },
}

const isTaken = (call: Promise<unknown>) =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.status < 500) return false
      throw error
    },
  )

test('P-07 PROV-06 INTENT-07 INTENT-08 an intent makes legal transitions only, in any order of calls', {
  timeout: 180_000,
}, async () => {
  const apiKey = { bearer: the.api.credentials.provider.apiKey }
  let mine: TokenAnswer
  let theirs: TokenAnswer

  async function wait() {
    the.api.clock.advance(WAIT * MINUTE_MS)
    mine = await refresh(the.api, mine.refresh_token)
    theirs = await refresh(the.api, theirs.refresh_token)
  }

  const commands = fc.array(fc.constantFrom(...COMMANDS), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      mine = (await checked(the.api, 'COMPLETED')).tokens
      theirs = (await registered(the.api)).tokens
      const { id, mintid } = await createIntent(the.api)
      const model: Model = { status: 'created', bound: false, age: 0, answered: 0 }
      const confirm = (bearer: string) =>
        the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
      const calls: Record<Command, () => Promise<unknown>> = {
        bind: () => beginCheck(the.api, mine.access_token, { mintid }),
        'bind by another': () => beginCheck(the.api, theirs.access_token, { mintid }),
        confirm: () => confirm(mine.access_token),
        'confirm by another': () => confirm(theirs.access_token),
        cancel: () => the.api.client('cancelIntent', { params: { id } }, apiKey),
        answer: () => the.api.client('answerTestIntent', { params: { id }, body: { result: 'yes' } }, apiKey),
        wait,
      }
      for (const command of sequence) {
        if (command === 'bind by another' && isOpen(model) && !model.bound) continue
        const taken = STEPS[command](model)
        const at = `${sequence.join(', ')}: at ${command}`
        expect([at, await isTaken(calls[command]())]).toEqual([at, taken])
        const { data } = await the.api.client('readIntent', { params: { id } }, apiKey)
        expect([at, data.status, data.result !== null]).toEqual([at, model.status, isAnswered(model)])
      }
    }),
    { numRuns: soak(6, 20) },
  )
})
