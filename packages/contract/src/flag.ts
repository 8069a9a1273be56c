/** Whether a flag is on, in the words of any program. */
export const isOn = (text: string | undefined): boolean => /^(?:true|1|yes|on)$/i.test(text ?? '')
