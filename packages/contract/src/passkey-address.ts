/** Apart from its endpoint: the log-in page calls it before it loads the API client. */
export const PASSKEY_OPTIONS_PATH = '/auth/public/app/passkey/options'
