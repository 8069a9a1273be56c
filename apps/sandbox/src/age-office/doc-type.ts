/** The European proof of age: the type of the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
