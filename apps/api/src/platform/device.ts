/** The hash of a browser's cookie; null stands for a caller that sends none. */
export type Device = Buffer | null

/** Compares browsers: a flow that began in one continues only there; one that began without a cookie continues anywhere. */
export const isSameDevice = (begunOn: Device, device: Device): boolean =>
  begunOn === null || (device !== null && begunOn.equals(device))
