/** The hash of a browser's cookie; null stands for a caller that sends none. */
export type Device = Buffer | null

/** What was begun in a browser goes on there; what was begun without a cookie goes on anywhere. */
export const isSameDevice = (begunOn: Device, device: Device): boolean =>
  begunOn === null || (device !== null && begunOn.equals(device))
