export { createExistence, type Existence } from './existence.ts'
