import type { Audit } from '../../src/modules/audit/index.ts'

/** For tests of a part that records, in which nobody reads the audit trail. */
export const noAudit = { append: async () => {}, report: async () => {} } as unknown as Audit
