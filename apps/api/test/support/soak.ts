export const isSoak = process.env['SOAK'] === '1'

/** How often something is tried: few times in `npm test`, all of them in `npm run test:soak`. */
export const soak = (few: number, all: number): number => (isSoak ? all : few)
