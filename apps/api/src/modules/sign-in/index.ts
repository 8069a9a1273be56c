export { createAccountExistsNotice } from './account-exists.ts'
export { createSignIn, type SignIn } from './sign-in.ts'
