/** Reads a flag in the words of any program. */
export const isOn = (text: string | undefined): boolean => /^(?:true|1|yes|on)$/i.test(text ?? '')
