export { createSignIn, type SignIn } from './sign-in.ts'
