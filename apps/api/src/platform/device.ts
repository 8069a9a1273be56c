/** The hash of a browser's cookie; null stands for a caller that sends none. */
export type Device = Buffer | null

/** Compares browsers: a flow that began in one goes on there; one that began without a cookie goes on anywhere. */
export const isSameDevice = (begunOn: Device, device: Device): boolean =>
  begunOn === null || (device !== null && begunOn.equals(device))
