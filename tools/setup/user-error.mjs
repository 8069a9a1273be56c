/** Something the reader can mend. Its message is one clear line and needs no stack. */
export class UserError extends Error {}
