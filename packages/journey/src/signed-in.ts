/** Pages of the own account: a sign-in for one of them begins no check. */
export const ACCOUNT_PAGES = ['/account', '/account/security', '/account/data'] as const
export type AccountPage = (typeof ACCOUNT_PAGES)[number]

/** Leads from a sign-in to the page of the account that needed it, else to the check. @param page as stored: any text */
export const screenSignedIn = (page: string | undefined): AccountPage | '/check' =>
  ACCOUNT_PAGES.find((one) => one === page) ?? '/check'
