export * from './intent.ts'
export * from './kyc.ts'
export * from './return.ts'
export * from './sign-in.ts'
