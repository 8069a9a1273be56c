import { isDeepStrictEqual } from 'node:util'
import { filesBelow, read } from './tree.mjs'

/** What is installed: one version, the same everywhere. */
const INSTALLED = ['dependencies', 'devDependencies', 'optionalDependencies']
/** A package says which versions of its peers it works with. */
const KINDS = [...INSTALLED, 'peerDependencies']

/** What a clean install would refuse: a package.json that says other than the lock file. */
export async function checkLock() {
  const { packages } = JSON.parse(read('package-lock.json'))
  return filesBelow()
    .filter((path) => /^(?:(?:apps|packages)\/[^/]+\/)?package\.json$/.test(path))
    .flatMap((path) => {
      const own = JSON.parse(read(path))
      const locked = packages[path.replace(/\/?package\.json$/, '')]
      if (!locked) return [`${path}: not in package-lock.json (npm install writes it)`]
      return [
        ...KINDS.filter((kind) => !isDeepStrictEqual(own[kind] ?? {}, locked[kind] ?? {})).map(
          (kind) => `${path}: its ${kind} differ from package-lock.json (npm install writes it)`,
        ),
        ...INSTALLED.flatMap((kind) => Object.entries(own[kind] ?? {}))
          .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))
          .map(([name, version]) => `${path}: ${name} is ${version}, not one exact version`),
      ]
    })
}
