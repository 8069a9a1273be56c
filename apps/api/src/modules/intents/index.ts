export { createIntents, type Intents } from './intents.ts'
