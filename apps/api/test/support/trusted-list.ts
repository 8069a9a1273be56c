import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompactSign } from 'jose'
import { AV } from './age-office.ts'
import { type Authority, makeCertificate } from './certificates.ts'

const SERVICE = 'http://uri.etsi.org/TrstSvc/Svctype/EAA'
export const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'
export const WITHDRAWN = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn'
const DAY_MS = 86_400_000

const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
/** By the end of an algorithm's address. */
const hashOf = (address: string) => /sha(?:1|384|512)/.exec(address)?.[0] ?? 'sha256'
const seconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

type Service = { type?: string; status?: string; certificate: Uint8Array }
export type ListWish = {
  sequence?: number | string | boolean | null | number[]
  issued?: Date
  next?: Date
  services: readonly Service[]
  signer: Authority
  /** Signed by this key instead of the signer's. */
  key?: KeyObject
  /** Changes the text before, and after it is signed. */
  before?: (content: string) => string
  after?: (xml: string) => string
  transforms?: string[]
  digest?: string
  /** The algorithm of the signature. */
  algorithm?: string
  uri?: string
  /** How often the reference is there. */
  references?: number
  /** Further entities of a list as JSON, in addition to the services. */
  entities?: readonly unknown[]
}

const serviceXml = ({ type = SERVICE, status = GRANTED, certificate }: Service): string =>
  `<TSPService><ServiceInformation><ServiceTypeIdentifier>${type}</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${Buffer.from(certificate).toString('base64')}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>${status}</ServiceStatus></ServiceInformation></TSPService>`

/** A list of ETSI TS 119 612, written as exclusive canonicalization would write it. */
export function xmlList(wish: ListWish): string {
  const { sequence = 1, issued = new Date(), services, signer, key = signer.keys.privateKey } = wish
  const { next = new Date(issued.getTime() + 30 * DAY_MS), uri = '', transforms = [ENVELOPED, C14N] } = wish
  const open = `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list">`
  const scheme = `<SchemeInformation><TSLSequenceNumber>${String(sequence)}</TSLSequenceNumber><ListIssueDateTime>${seconds(issued)}</ListIssueDateTime><NextUpdate><dateTime>${seconds(next)}</dateTime></NextUpdate></SchemeInformation>`
  const content = `${scheme}<TrustServiceProviderList>${services.map(serviceXml).join('')}</TrustServiceProviderList>`
  const inside = wish.before?.(content) ?? content
  const close = '</TrustServiceStatusList>'
  const list = transforms.map((name) => `<ds:Transform Algorithm="${name}"></ds:Transform>`).join('')
  const { digest: digestMethod = SHA256, references = 1 } = wish
  const digested = createHash(hashOf(digestMethod))
    .update(open + inside + close)
    .digest('base64')
  const digest = `<ds:DigestMethod Algorithm="${digestMethod}"></ds:DigestMethod><ds:DigestValue>${digested}</ds:DigestValue>`
  const reference = `<ds:Reference URI="${uri}"><ds:Transforms>${list}</ds:Transforms>${digest}</ds:Reference>`
  const kind = key.asymmetricKeyType === 'rsa' ? 'rsa' : 'ecdsa'
  const { algorithm = `http://www.w3.org/2001/04/xmldsig-more#${kind}-sha256` } = wish
  const signedInfo = `<ds:SignedInfo ${DS}><ds:CanonicalizationMethod Algorithm="${C14N}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${algorithm}"></ds:SignatureMethod>${reference.repeat(references)}</ds:SignedInfo>`
  const padding = algorithm.endsWith('MGF1')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {}
  const by = { key, dsaEncoding: 'ieee-p1363', ...padding } as const
  const value = sign(hashOf(algorithm), Buffer.from(signedInfo), by).toString('base64')
  const certificate = signer.certificate.toString('base64')
  const signature = `<ds:Signature ${DS}>${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
  const xml = `${open}${inside}${signature}${close}`
  return wish.after?.(xml) ?? xml
}

/** A list of ETSI TS 119 602. `header`: signed in addition to the usual members, or instead of them. */
export function jsonList(wish: ListWish, header: object = {}): Promise<string> {
  const { sequence = 1, issued = new Date(), next, services, signer, key, entities = [] } = wish
  const body = {
    LoTE: {
      ListAndSchemeInformation: {
        LoTESequenceNumber: sequence,
        ListIssueDateTime: seconds(issued),
        NextUpdate: seconds(next ?? new Date(issued.getTime() + 30 * DAY_MS)),
      },
      TrustedEntitiesList: [
        ...entities,
        ...services.map(({ type = SERVICE, status = GRANTED, certificate }) => ({
          TrustedEntityServices: [
            {
              ServiceInformation: {
                ServiceTypeIdentifier: type,
                ServiceStatus: status,
                ServiceDigitalIdentity: { X509Certificates: [{ val: Buffer.from(certificate).toString('base64') }] },
              },
            },
          ],
        })),
      ],
    },
  }
  return new CompactSign(Buffer.from(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'ES256', x5c: [signer.certificate.toString('base64')], ...header })
    .sign(key ?? signer.keys.privateKey, { crit: { unheard: true } })
}

/** Publishes a list on a free port, and the settings of a server that takes it. */
export async function publish(format: string, signer: Authority) {
  let text = ''
  let status = 404
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.writeHead(status, { location: '/elsewhere', 'retry-after': '300' }).end(text)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`
  const folder = mkdtempSync(join(tmpdir(), 'avouch-lists-'))
  const path = join(folder, 'lists.json')
  const setting = { format, docTypes: [AV] }
  /** Writes the settings, which hold from the next start on. */
  const pins = (...of: Authority[]) => {
    const signers = of.map(({ certificate }) => createHash('sha256').update(certificate).digest('hex'))
    writeFileSync(path, JSON.stringify([{ url, signers, serviceTypes: [SERVICE], statuses: [GRANTED], ...setting }]))
  }
  pins(signer)
  return {
    url,
    settings: { TRUST_LISTS_FILE: path },
    pins,
    setting,
    asked: () => asked,
    says: (said: string, answers = 200) => void ([text, status] = [said, answers]),
    async close() {
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A signer with an RSA key. */
export function createRsaSigner(name = 'List'): Authority {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return makeCertificate({ name, keys })
}
