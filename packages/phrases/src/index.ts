export * from './translate.ts'
