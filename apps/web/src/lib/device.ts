/** A phone: a finger on a small screen. There the app is on the same device, and nothing is scanned. */
export const isPhone = (): boolean => window.matchMedia('(pointer: coarse) and (max-width: 819px)').matches
