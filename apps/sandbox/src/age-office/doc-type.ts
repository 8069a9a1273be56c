/** The European proof of age: the type of the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** European identity data: as mdoc the type and the namespace, as SD-JWT the type. */
export const PID = 'eu.europa.ec.eudi.pid.1'
export const PID_VCT = 'urn:eudi:pid:1'
