import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import type { SignedXml } from 'xml-crypto'
import { check, ListRefused, readMoment, need, type TrustedList } from './list.ts'

/** As much of an XML document as is read here. */
type XmlElement = {
  nodeType: number
  localName: string | null
  namespaceURI: string | null
  textContent: string | null
  parentNode: unknown
  childNodes: ArrayLike<XmlElement>
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}
type XmlDocument = Pick<XmlElement, 'getElementsByTagNameNS'> & { documentElement: XmlElement | null }

type Refuse = (message: string) => never
type Dom = {
  DOMParser: new (options: {
    errorHandler: Record<'warning' | 'error' | 'fatalError', Refuse>
  }) => {
    parseFromString(xml: string, type: 'text/xml'): XmlDocument
  }
}

/** The parser that verifies signatures. */
async function loadDom(): Promise<Dom> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- its own types declare those of browsers for the whole server
  return (await import('@xmldom/xmldom' as string)) as Dom
}

const LIST = 'http://uri.etsi.org/02231/v2#'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${DSIG}enveloped-signature`
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties'
const MORE_ALGORITHMS = 'http://www.w3.org/2001/04/xmldsig-more#'
const MGF1 = 'http://www.w3.org/2007/05/xmldsig-more#'
const ENC = 'http://www.w3.org/2001/04/xmlenc#'
/** Lists of whole countries have a third of it. It bounds the depth as well. */
const MOST_TAGS = 200_000
const DTD = /<!(?:DOCTYPE|ENTITY)/i

async function parse(xml: string): Promise<XmlDocument> {
  const refuse = (message: string): never => {
    throw new ListRefused(`not well-formed: ${message.slice(0, 80)}`)
  }
  const { DOMParser } = await loadDom()
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  try {
    return parser.parseFromString(xml, 'text/xml')
  } catch (error) {
    throw error instanceof ListRefused ? error : new ListRefused('not well-formed')
  }
}

const elements = (node: XmlDocument | XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(node.getElementsByTagNameNS(namespace, name))

const childrenOf = (node: XmlElement): XmlElement[] =>
  Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1)

function only(node: XmlDocument | XmlElement, namespace: string, name: string): XmlElement {
  const found = elements(node, namespace, name)
  check(found.length === 1, `${found.length} elements ${name}`)
  return need(found[0], name)
}

const textIn = (node: XmlElement): string => (node.textContent ?? '').trim()
const bytesIn = (node: XmlElement): Buffer => Buffer.from(textIn(node).replaceAll(/\s/g, ''), 'base64')

/** The certificate in the signature, which has to be one of those that are pinned. */
function signerOf(signature: XmlElement, pins: readonly string[]): Buffer {
  const [first] = elements(signature, DSIG, 'X509Certificate')
  const bytes = bytesIn(need(first, 'no certificate of the signer'))
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  check(pins.includes(fingerprint), `signed by another certificate: ${fingerprint}`)
  return bytes
}

const algorithmsOf = (reference: XmlElement): string[] =>
  elements(reference, DSIG, 'Transform').map((transform) => transform.getAttribute('Algorithm') ?? '')

/** The whole document, and the signature's own properties: what else is signed proves nothing about the list. */
function checkReferences(document: XmlDocument, signature: XmlElement): void {
  const [whole, properties, ...others] = elements(only(signature, DSIG, 'SignedInfo'), DSIG, 'Reference')
  check(whole?.getAttribute('URI') === '', 'the first reference is not the whole document')
  check(
    algorithmsOf(need(whole, 'no reference')).join() === [ENVELOPED, C14N].join(),
    'other transforms of the document',
  )
  check(others.length === 0, 'more references')
  if (properties === undefined) return
  check(properties.getAttribute('Type') === SIGNED_PROPERTIES, 'a reference to something else')
  check(algorithmsOf(properties).join() === C14N, 'other transforms of the properties')
  const id = need(/^#(.+)$/.exec(properties.getAttribute('URI') ?? '')?.[1], 'a reference without an id')
  const isIt = (element: XmlElement) => ['Id', 'ID', 'id'].some((name) => element.getAttribute(name) === id)
  const everywhere = elements(document, '*', '*').filter(isIt)
  const inside = elements(signature, '*', 'SignedProperties').filter(isIt)
  check(everywhere.length === 1 && inside.length === 1, 'properties that are not its own')
}

/** The properties of these names: the library takes what it does not find for unknown. */
const pick = <T extends object>(from: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T

/** SHA-384 and ECDSA are ours: the library lacks them. */
const digestBy = (name: string, hash: string) =>
  class {
    getAlgorithmName = () => name
    getHash = (xml: string): string => createHash(hash).update(xml).digest('base64')
  }
const signatureBy = (name: string, hash: string, options: { padding?: number } = {}) =>
  class {
    getAlgorithmName = () => name
    getSignature = (): never => {
      throw new Error('lists are not signed here')
    }
    verifySignature = (material: string, key: string, value: string): boolean =>
      verify(hash, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363', ...options }, Buffer.from(value, 'base64'))
  }
const named = <T>(name: string, make: (name: string) => T): [string, T] => [name, make(name)]

const HASHES = Object.fromEntries([
  named(`${ENC}sha256`, (name) => digestBy(name, 'sha256')),
  named(`${MORE_ALGORITHMS}sha384`, (name) => digestBy(name, 'sha384')),
  named(`${ENC}sha512`, (name) => digestBy(name, 'sha512')),
])
const SIGNATURES = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].flatMap((hash) => [
    named(`${MORE_ALGORITHMS}rsa-${hash}`, (name) => signatureBy(name, hash)),
    named(`${MORE_ALGORITHMS}ecdsa-${hash}`, (name) => signatureBy(name, hash)),
    named(`${MGF1}${hash}-rsa-MGF1`, (name) => signatureBy(name, hash, { padding: constants.RSA_PKCS1_PSS_PADDING })),
  ]),
)

/** Returns what the library found to be signed. Nothing else of the text is read. */
async function signedPart(xml: string, pins: readonly string[]): Promise<{ signed: string; signer: Buffer }> {
  check(!DTD.test(xml), 'it has a document type')
  check(xml.split('<').length <= MOST_TAGS, `more than ${MOST_TAGS} tags`)
  const document = await parse(xml)
  const root = need(document.documentElement, 'no root')
  const signature = only(document, DSIG, 'Signature')
  check(signature.parentNode === root, 'the signature is not in the root')
  checkReferences(document, signature)
  const signer = signerOf(signature, pins)
  const { SignedXml: Verifier } = await import('xml-crypto')
  const verifier: SignedXml = new Verifier({
    publicCert: new X509Certificate(signer).toString(),
    getCertFromKeyInfo: () => null,
  })
  verifier.SignatureAlgorithms = SIGNATURES
  verifier.HashAlgorithms = HASHES
  verifier.CanonicalizationAlgorithms = pick(verifier.CanonicalizationAlgorithms, [C14N, ENVELOPED])
  try {
    verifier.loadSignature(signature)
    check(verifier.checkSignature(xml), 'the signature is wrong')
  } catch (error) {
    throw error instanceof ListRefused ? error : new ListRefused('the signature is wrong')
  }
  return { signed: need(verifier.getSignedReferences()[0], 'nothing is signed'), signer }
}

/** @returns undefined where its type or status is missing */
function serviceOf(information: XmlElement) {
  const own = (name: string) => childrenOf(information).filter(({ localName }) => localName === name)
  const [type, status] = [own('ServiceTypeIdentifier')[0], own('ServiceStatus')[0]]
  if (type === undefined || status === undefined) return undefined
  return {
    type: textIn(type),
    status: textIn(status),
    certificates: own('ServiceDigitalIdentity').flatMap((one) => elements(one, LIST, 'X509Certificate').map(bytesIn)),
  }
}

/** A trusted list of ETSI TS 119 612, signed with a pinned certificate. @throws ListRefused */
export async function readXmlList(xml: string, pins: readonly string[]): Promise<TrustedList> {
  const { signed, signer } = await signedPart(xml, pins)
  const list = await parse(signed)
  const root = need(list.documentElement, 'no root')
  check(root.namespaceURI === LIST && root.localName === 'TrustServiceStatusList', 'not a trusted list')
  const sequence = Number(textIn(only(list, LIST, 'TSLSequenceNumber')))
  check(Number.isSafeInteger(sequence) && sequence > 0, 'no sequence number')
  const nextUpdate = only(only(list, LIST, 'NextUpdate'), LIST, 'dateTime')
  const entries = elements(list, LIST, 'ServiceInformation').map(serviceOf)
  const services = entries.filter((one) => one !== undefined)
  return {
    sequence,
    issuedAt: readMoment(textIn(only(list, LIST, 'ListIssueDateTime')), 'no time of issue'),
    nextUpdate: readMoment(textIn(nextUpdate), 'no time of the next list'),
    signer,
    unreadable: entries.length - services.length,
    services,
  }
}
