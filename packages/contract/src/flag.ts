/** Reads a flag in the words of any program. */
export const isOn = (text: string | undefined): boolean => /^(?:true|t|1|yes|y|on)$/i.test(text ?? '')
