import 'reflect-metadata'
import { KeyObject } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const HASH = 'SHA-256'
const ALGORITHMS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: HASH },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 3072, publicExponent: Uint8Array.of(1, 0, 1), hash: HASH },
} as const

export const newKeys = (kind: keyof typeof ALGORITHMS = 'ec'): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHMS[kind], true, ['sign', 'verify'])
export const privatePem = ({ privateKey }: CryptoKeyPair): string =>
  KeyObject.from(privateKey).export({ format: 'pem', type: 'pkcs8' }).toString()

export type Named = { name: string; keys: CryptoKeyPair }
type Certificate = Named & {
  from: Date
  until: Date
  /** Who issues it; itself when left out. */
  by?: Named
  isAuthority?: boolean
  /** Its extended key usage. */
  usage?: string
}

const nameOf = ({ name }: Named) => [{ O: ['Avouch Sandbox'] }, { CN: [name] }]

/** A certificate in PEM, with the extensions that a check of proofs of age looks at. */
export async function certificateOf(certificate: Certificate): Promise<string> {
  const { keys, from, until, by = certificate, isAuthority = false, usage } = certificate
  const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags
  const made = await x509.X509CertificateGenerator.create({
    subject: nameOf(certificate),
    issuer: nameOf(by),
    notBefore: from,
    notAfter: until,
    publicKey: keys.publicKey,
    signingKey: by.keys.privateKey,
    signingAlgorithm: { name: by.keys.privateKey.algorithm.name, hash: HASH },
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined, true),
      new x509.KeyUsagesExtension(isAuthority ? keyCertSign | cRLSign : digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(by.keys.publicKey),
      ...(usage === undefined ? [] : [new x509.ExtendedKeyUsageExtension([usage])]),
    ],
  })
  return `${made.toString('pem')}\n`
}
