import type * as contract from '@avouch/contract'
import { expectTypeOf, test } from 'vitest'
import type { Balance, Intent, IntentEvent, NewPayment, Receipt, Refund, Verdict } from './types.ts'

/** The package stands alone, so it says again what the contract says; here the two are held together. */
test('PROV-03 a website reads what the contract says', () => {
  expectTypeOf<Intent>().toEqualTypeOf<contract.ProviderIntent>()
  expectTypeOf<IntentEvent>().toEqualTypeOf<contract.IntentEvent>()
  expectTypeOf<Verdict>().toEqualTypeOf<contract.VerdictClaims>()
})

test('PAY-09 and of payments', () => {
  expectTypeOf<Receipt>().toEqualTypeOf<contract.ReceiptClaims>()
  expectTypeOf<Refund>().toEqualTypeOf<contract.Refund>()
  expectTypeOf<Balance>().toEqualTypeOf<contract.Answer<typeof contract.providerBalance>['data']>()
  expectTypeOf<NewPayment & { kind: 'payment' }>().toExtend<contract.Sent<typeof contract.createIntent>['body']>()
})
