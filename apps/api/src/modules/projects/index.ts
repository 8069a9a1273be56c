export { Projects } from './projects.ts'
