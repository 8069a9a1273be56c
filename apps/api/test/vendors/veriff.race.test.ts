import { afterAll } from 'vitest'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { describeAdapter } from './adapter.ts'
import { startFakeVeriff } from './veriff/fake.ts'

const vendor = await startFakeVeriff(() => the.api.clock.now())
const the = useTestApi({ ...vendor.settings, IDENTITY_FLOW_NO_CONSENT: 'same', METRICS_PORT: '0' }, pollEvery(500))
afterAll(() => vendor[Symbol.asyncDispose]())

describeAdapter({ the, vendor, without: ['failed'] })
