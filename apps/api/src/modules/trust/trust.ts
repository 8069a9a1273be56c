import type { X509Certificate } from 'node:crypto'

type Anchor = { docTypes: readonly string[]; certificate: X509Certificate }
type Deps = {
  /** Of the operator's file. */
  fixed: readonly Anchor[]
  /** Extended key usages of those who sign documents. */
  signerUsages: readonly string[]
}
export type Trust = ReturnType<typeof createTrust>

/** Whom proofs are accepted from, for each kind of document. */
export const createTrust = ({ fixed, signerUsages }: Deps) => ({
  trustFor: async (docType: string) => ({
    anchors: fixed.filter(({ docTypes }) => docTypes.includes(docType)).map(({ certificate }) => certificate),
    usages: signerUsages,
  }),
})
