export { createSignIn, type SignIn } from './sign-in.ts'
export { createSignInStore } from './sign-in-store.ts'
