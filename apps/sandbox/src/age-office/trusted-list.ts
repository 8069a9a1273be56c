import { createHash, X509Certificate } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { SignedXml } from 'xml-crypto'
import type { OfficeKeys } from './office-keys.ts'

const SERVICE_TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/EAA'
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'

const LIFE_MS = 30 * 24 * HOUR_MS
const LIST = 'xmlns="http://uri.etsi.org/02231/v2#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag"'
const NAMESPACES = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties'

const derOf = (pem: string) => new X509Certificate(pem).raw
const seconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`
const named = (tag: string, name: string) => `<${tag}><Name xml:lang="en">${name}</Name></${tag}>`

function content({ authority }: OfficeKeys, sequence: number): string {
  const issued = sequence * HOUR_MS
  const certificate = derOf(authority.certificate).toString('base64')
  return [
    '<SchemeInformation><TSLVersionIdentifier>5</TSLVersionIdentifier>',
    `<TSLSequenceNumber>${sequence}</TSLSequenceNumber>`,
    '<TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric</TSLType>',
    named('SchemeOperatorName', 'Avouch Sandbox'),
    `<ListIssueDateTime>${seconds(issued)}</ListIssueDateTime>`,
    `<NextUpdate><dateTime>${seconds(issued + LIFE_MS)}</dateTime></NextUpdate></SchemeInformation>`,
    '<TrustServiceProviderList><TrustServiceProvider>',
    `<TSPInformation>${named('TSPName', 'Age office of the sandbox')}</TSPInformation>`,
    '<TSPServices><TSPService><ServiceInformation>',
    `<ServiceTypeIdentifier>${SERVICE_TYPE}</ServiceTypeIdentifier>`,
    named('ServiceName', 'Proofs of age'),
    `<ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity>`,
    `<ServiceStatus>${GRANTED}</ServiceStatus><StatusStartingTime>${seconds(issued - LIFE_MS)}</StatusStartingTime>`,
    '</ServiceInformation></TSPService></TSPServices></TrustServiceProvider></TrustServiceProviderList>',
  ].join('')
}

/** Time and certificate, which XAdES signs too. */
function signedProperties(certificate: string, at: number): string {
  const digest = createHash('sha256').update(derOf(certificate)).digest('base64')
  return [
    `<xades:QualifyingProperties ${NAMESPACES} Target="#signature">`,
    '<xades:SignedProperties Id="signed-properties"><xades:SignedSignatureProperties>',
    `<xades:SigningTime>${seconds(at)}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>`,
    `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${digest}</ds:DigestValue>`,
    '</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties>',
    '</xades:SignedProperties></xades:QualifyingProperties>',
  ].join('')
}

/** Signs a trusted list (ETSI TS 119 612) that names the office. Its bytes change each full hour, with its number. */
export function trustedList(keys: OfficeKeys, now: Date): string {
  const sequence = Math.floor(now.getTime() / HOUR_MS)
  const { privateKey, certificate: publicCert } = keys.list
  const objects = [{ content: signedProperties(publicCert, sequence * HOUR_MS) }]
  const algorithms = { signatureAlgorithm: RSA_SHA256, canonicalizationAlgorithm: C14N } as const
  const list = new SignedXml({ privateKey, publicCert, objects, ...algorithms })
  const digestAlgorithm = SHA256
  list.addReference({ xpath: '/*', uri: '', isEmptyUri: true, transforms: [ENVELOPED, C14N], digestAlgorithm })
  const xpath = "//*[local-name()='SignedProperties']"
  list.addReference({ xpath, type: SIGNED_PROPERTIES, transforms: [C14N], digestAlgorithm })
  const text = `<TrustServiceStatusList ${LIST}>${content(keys, sequence)}</TrustServiceStatusList>`
  list.computeSignature(text, { prefix: 'ds', attrs: { Id: 'signature' } })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${list.getSignedXml()}`
}
