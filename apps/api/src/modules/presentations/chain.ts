import { createHash, X509Certificate } from 'node:crypto'
import { later, PARTNER_CLOCK_MS } from '../../platform/clock.ts'
import { must, Refused } from './refused.ts'

/** Includes the anchor. */
const MAX_CERTIFICATES = 4

export type CertificateChain = {
  /** DER, the signer's first. */
  certificates: readonly Uint8Array[]
  /** Trusted for this kind of document, by us: none comes from the answer. */
  anchors: readonly X509Certificate[]
  /** Extended key usages of a signer, of which it needs one. */
  usages: readonly string[]
  now: Date
}

/** Few certificates sign many proofs. */
const MOST_KNOWN = 256
/** Certificates that have led to an anchor, by their fingerprints: reading one and its key takes as long as verifying a proof. */
const known = new Map<string, X509Certificate>()
/** Remembers verified issuers of a certificate. A signature stays right; times, uses and anchors are checked each time. */
const signers = new WeakMap<X509Certificate, WeakSet<X509Certificate>>()

const fingerprintOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

function read(bytes: Uint8Array): X509Certificate {
  const before = known.get(fingerprintOf(bytes))
  if (before !== undefined) return before
  try {
    return new X509Certificate(bytes)
  } catch (error) {
    throw new Refused('malformed', 'no certificate', { cause: error })
  }
}

/** The oldest go first; nothing that leads to no anchor comes here, so that strangers push none out. */
function remember(certificates: readonly X509Certificate[]): void {
  for (const certificate of certificates) known.set(fingerprintOf(certificate.raw), certificate)
  for (const name of known.keys()) {
    if (known.size <= MOST_KNOWN) return
    known.delete(name)
  }
}

/** A certificate may have been issued a moment ago, by the authority's clock. */
const isInTime = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= later(at, PARTNER_CLOCK_MS) && at <= validToDate

/** Compares names and key usage, and verifies the signature. */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && isSignedBy(certificate, issuer)

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const verified = signers.get(certificate) ?? new WeakSet()
  if (verified.has(issuer)) return true
  const isSigned = certificate.verify(issuer.publicKey)
  if (isSigned) signers.set(certificate, verified.add(issuer))
  return isSigned
}

/** The signer's certificate, once its chain has led to an anchor. @throws Refused */
export function verifyCertificates({ certificates, anchors, usages, now }: CertificateChain): X509Certificate {
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
  remember(chain)
  return signer
}

type Validity = {
  /** Absent: the document does not say when it was signed. */
  signed: Date | undefined
  validFrom: Date | undefined
  validUntil: Date
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Checks when a document was signed and is valid. Issuers round the latter to a day, so that it names no person. @throws Refused */
export function checkValidity({ signed, validFrom, validUntil }: Validity, signer: X509Certificate, now: Date): void {
  must(validUntil >= later(now, -PARTNER_CLOCK_MS), 'expired', 'no longer valid')
  for (const beginning of [signed, validFrom])
    must(beginning === undefined || beginning <= later(now, PARTNER_CLOCK_MS), 'not_valid_yet', 'not valid yet')
  const isInTime =
    signed === undefined || (dayOf(signed) >= dayOf(signer.validFromDate) && signed <= signer.validToDate)
  must(isInTime, 'not_trusted', 'signed out of the time of the certificate')
}
