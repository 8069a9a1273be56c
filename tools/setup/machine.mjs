import { accessSync, constants, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { lastLines, run } from './command.mjs'
import { UserError } from './user-error.mjs'
import { PATH_OF_MACHINE } from './paths.mjs'
import { step } from './say.mjs'

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} name */
const onPath = (name) =>
  PATH_OF_MACHINE.split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)

/** @param {string[]} names @returns {string | undefined} */
function findBrowser(names) {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new UserError(`CHROMIUM_PATH=${chosen} is not a program.`)
  }
  return names.map(onPath).find(Boolean)
}

const WINDOWED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The folder with initdb and postgres; the newest one when there are several. @returns {string | undefined} */
function findPostgres() {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a))
  const others = [onPath('postgres')].flatMap((path) => (path ? [dirname(path)] : []))
  return [...debian, ...others].find(
    (folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')),
  )
}

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
    find: () => findBrowser(['chromium-headless-shell', 'chrome-headless-shell']),
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    what: "Chromium's headless shell",
    or: ' or name a Chromium with CHROMIUM_PATH',
  },
  firefox: { find: () => onPath('firefox-esr'), packages: ['firefox-esr'], what: 'Firefox ESR', or: '' },
  /** Safari's engine: in a window, which needs a screen, and in the language of the system. */
  webkit: {
    find: () => (['Xvfb', 'localedef'].every(onPath) ? onPath('WebKitWebDriver') : undefined),
    packages: ['webkit2gtk-driver', 'xvfb', 'locales', 'hyphen-de', 'hyphen-en-us', 'fonts-liberation'],
    what: 'WebKitGTK and a screen for it',
    or: '',
  },
  /** Sends requests, and takes little of the processor for it. */
  wrk: { find: () => onPath('wrk'), packages: ['wrk'], what: 'wrk', or: '' },
  /** Debian has it where only root looks. */
  haproxy: {
    find: () => onPath('haproxy') ?? ['/usr/sbin/haproxy'].find(isProgram),
    packages: ['haproxy'],
    what: 'HAProxy',
    or: '',
  },
  postgres: { find: findPostgres, packages: ['postgresql'], what: 'a PostgreSQL server', or: '' },
}

/**
 * Finds a program that tests need, or installs it where that is ours to do.
 * @param {keyof typeof NEEDS} name
 */
export async function requireProgram(name) {
  const need = NEEDS[name]
  const found = need.find()
  if (found) return found
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new UserError(`The tests need ${need.what}: install ${need.packages.join(', ')}${need.or}.`)
  }
  if (name === 'postgres') withoutCluster()
  await step(`Installing ${need.packages.join(', ')}`, () => aptInstall(need.packages))
  const installed = need.find()
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
