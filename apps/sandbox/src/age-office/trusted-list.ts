import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { OfficeKeys } from './office-keys.ts'

/** What the list calls the service of the office, and its status. */
const SERVICE_TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/EAA'
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'

const LIFE_MS = 30 * 24 * HOUR_MS
const LIST = 'http://uri.etsi.org/02231/v2#'
const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const XADES = 'xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties'

const derOf = (pem: string) => new X509Certificate(pem).raw
const seconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`
const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/*
 * What is signed is written as exclusive canonicalization would write it: every element with its closing tag, attributes
 * in order, namespaces where they are used. So it needs no other form before it is signed.
 */

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

function signedProperties(certificate: Uint8Array, at: number): string {
  const hash = `<ds:DigestMethod ${DS} Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue ${DS}>${digest(certificate)}</ds:DigestValue>`
  return [
    `<xades:SignedProperties ${XADES} Id="signed-properties"><xades:SignedSignatureProperties>`,
    `<xades:SigningTime>${seconds(at)}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert>`,
    `<xades:CertDigest>${hash}</xades:CertDigest></xades:Cert></xades:SigningCertificateV2>`,
    '</xades:SignedSignatureProperties></xades:SignedProperties>',
  ].join('')
}

function reference(attributes: string, transforms: readonly string[], signed: string): string {
  const list = transforms.map((name) => `<ds:Transform Algorithm="${name}"></ds:Transform>`).join('')
  const hash = `<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${digest(signed)}</ds:DigestValue>`
  return `<ds:Reference ${attributes}><ds:Transforms>${list}</ds:Transforms>${hash}</ds:Reference>`
}

/**
 * A trusted list (ETSI TS 119 612) that names the office, signed. It is another one each hour, with the hour as its
 * sequence number; within the hour it is byte for byte the same.
 */
export function trustedList(keys: OfficeKeys, now: Date): string {
  const sequence = Math.floor(now.getTime() / HOUR_MS)
  const certificate = derOf(keys.list.certificate)
  const open = `<TrustServiceStatusList xmlns="${LIST}" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag">`
  const inside = content(keys, sequence)
  const close = '</TrustServiceStatusList>'
  const properties = signedProperties(certificate, sequence * HOUR_MS)
  const signedInfo = [
    `<ds:SignedInfo ${DS}><ds:CanonicalizationMethod Algorithm="${C14N}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${RSA_SHA256}"></ds:SignatureMethod>`,
    reference('URI=""', [ENVELOPED, C14N], open + inside + close),
    reference(`Type="${SIGNED_PROPERTIES}" URI="#signed-properties"`, [C14N], properties),
    '</ds:SignedInfo>',
  ].join('')
  const value = sign('sha256', Buffer.from(signedInfo), createPrivateKey(keys.list.privateKey)).toString('base64')
  const signature = [
    `<ds:Signature ${DS} Id="signature">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    `<ds:Object><xades:QualifyingProperties ${XADES} Target="#signature">${properties}</xades:QualifyingProperties></ds:Object>`,
    '</ds:Signature>',
  ].join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}${inside}${signature}${close}`
}
