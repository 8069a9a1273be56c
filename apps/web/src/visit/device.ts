/**
 * A phone: a finger on a small screen, held upright or across. There the app is on the same device, and nothing is scanned.
 * The style `phone` asks the same.
 */
export const isPhone = (): boolean =>
  window.matchMedia('(pointer: coarse) and (max-width: 819px), (pointer: coarse) and (max-height: 499px)').matches
