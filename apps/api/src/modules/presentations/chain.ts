import { X509Certificate } from 'node:crypto'
import { must, Refused } from './refused.ts'

/** With the anchor. */
const MAX_CERTIFICATES = 4

export type Chain = {
  /** As they came, the signer's first. */
  certificates: readonly Uint8Array[]
  /** Trusted for this kind of document; never out of the answer. */
  anchors: readonly X509Certificate[]
  /** Extended key usages of a signer, of which it needs one. */
  usages: readonly string[]
  now: Date
}

function read(bytes: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(bytes)
  } catch (error) {
    throw new Refused('malformed', 'no certificate', { cause: error })
  }
}

const isInTime = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate

/** By name, key usage and signature. */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** The signer's certificate, once its chain has led to an anchor. @throws Refused */
export function verifyChain({ certificates, anchors, usages, now }: Chain): X509Certificate {
  must(certificates.length > 0, 'malformed', 'no certificate')
  must(certificates.length <= MAX_CERTIFICATES, 'not_trusted', 'too many certificates')
  const chain = certificates.map(read)
  const [signer, ...issuers] = chain
  const last = chain.at(-1)
  must(signer !== undefined && last !== undefined, 'malformed', 'no certificate')

  const isAnchor = anchors.some(({ raw }) => raw.equals(last.raw))
  const anchor = isAnchor ? last : anchors.find((one) => isIssuedBy(last, one))
  must(anchor !== undefined, 'not_trusted', 'no anchor')
  must(isAnchor || chain.length < MAX_CERTIFICATES, 'not_trusted', 'too many certificates')
  for (const [n, issuer] of issuers.entries()) {
    const issued = chain[n]
    must(issued !== undefined && isIssuedBy(issued, issuer), 'not_trusted', 'an issuer that has not issued')
  }
  for (const one of [...chain, anchor]) must(isInTime(one, now), 'not_trusted', 'a certificate out of its time')
  must(!signer.ca, 'not_trusted', 'the signer is an authority')
  // Node names extended key usages so.
  must(
    usages.some((usage) => signer.keyUsage?.includes(usage)),
    'not_trusted',
    'another use of the key',
  )
  return signer
}
