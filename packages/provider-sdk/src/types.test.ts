import type * as contract from '@avouch/contract'
import { expectTypeOf, test } from 'vitest'
import type { Balance, Intent, IntentEvent, NewPayment, Receipt, Refund, Verdict } from './types.ts'

/** The package stands alone, so it repeats types of the contract; this test compares the two. */
test('The package has the contract’s types of a proof of age [PROV-03]', () => {
  expectTypeOf<Intent>().toEqualTypeOf<contract.ProviderIntent>()
  expectTypeOf<IntentEvent>().toEqualTypeOf<contract.IntentEvent>()
  expectTypeOf<Verdict>().toEqualTypeOf<contract.VerdictClaims>()
})

test('The package has the contract’s types of a payment [PAY-09]', () => {
  expectTypeOf<Receipt>().toEqualTypeOf<contract.ReceiptClaims>()
  expectTypeOf<Refund>().toEqualTypeOf<contract.Refund>()
  expectTypeOf<Balance>().toEqualTypeOf<contract.Answer<typeof contract.providerBalance>['data']>()
  expectTypeOf<NewPayment & { kind: 'payment' }>().toExtend<contract.Sent<typeof contract.createIntent>['body']>()
})
