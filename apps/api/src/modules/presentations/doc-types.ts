/** The European proof of age (mdoc): the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** European identity data (PID) as mdoc: the document, and the namespace that is asked. */
export const PID = 'eu.europa.ec.eudi.pid.1'
/** The same as SD-JWT VC. A country may have a type of its own, behind a colon. */
export const PID_VCT = 'urn:eudi:pid'
