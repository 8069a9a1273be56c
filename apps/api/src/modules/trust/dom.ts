/** As much of an XML document as is read here. */
export type XmlElement = {
  nodeType: number
  localName: string | null
  namespaceURI: string | null
  textContent: string | null
  parentNode: unknown
  childNodes: ArrayLike<XmlElement>
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}
export type XmlDocument = Pick<XmlElement, 'getElementsByTagNameNS'> & { documentElement: XmlElement | null }

type Refuse = (message: string) => never
type Dom = {
  DOMParser: new (options: {
    errorHandler: Record<'warning' | 'error' | 'fatalError', Refuse>
  }) => {
    parseFromString(xml: string, type: 'text/xml'): XmlDocument
  }
}

/** The parser that verifies signatures. */
export async function loadDom(): Promise<Dom> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- its own types declare those of browsers for the whole server
  return (await import('@xmldom/xmldom' as string)) as Dom
}
