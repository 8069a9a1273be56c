import type { SealedTable } from '../../platform/database/sealed-values.ts'

/** As the adapter names a record: base64url without padding. */
const OWNER = "kind || ' ' || rtrim(translate(encode(id_hash, 'base64'), '+/', '-_'), '=')"

export const oidcRecords: readonly SealedTable[] = [
  { table: 'oidc_record', id: OWNER, owner: OWNER, columns: [{ name: 'payload_enc', purpose: 'oidc-record' }] },
]
