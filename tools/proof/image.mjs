import { execa } from 'execa'
import { chmodSync, copyFileSync, cpSync, mkdirSync, statSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'
import { inRoot, PATH_OF_MACHINE, ROOT } from '../setup/paths.mjs'
import { read } from '../check/tree.mjs'

/** @typedef {{ word: string, text: string }} Step */
/** @typedef {{ uid: number, gid: number }} User */
/** @typedef {{ folder: string, workdir: string, user: User, env: Record<string, string> }} Stage */
/** @typedef {Stage & { entrypoint: string[], command: string[], healthcheck: string[], stopSignal: string }} Image */

const ROOT_USER = { uid: 0, gid: 0 }
/** The user that the image of Node brings. */
const NODE_USER = { uid: 1000, gid: 1000 }
/** Paths that an image of ours has for its own; every other one is the machine's. */
const OWN_PATHS = /(?<![\w./-])\/(?:src|opt\/avouch|tmp\/avouch)(?![\w-])/g

/** How this machine reaches the registry, as an engine hands it to a build. */
const NETWORK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:(?:https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
  ),
)

/** The steps of a file, without comments, continued lines as one. @param {string} name @returns {Step[]} */
export const stepsOf = (name) =>
  read(name)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, word = '', text = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      return word === '' ? [] : [{ word, text }]
    })

/** The words of a step that is written as a list. @param {string} text @returns {string[]} */
export const listIn = (text) => JSON.parse(/\[.*\]/.exec(text)?.[0] ?? '[]')

const ignored = read('.dockerignore').trim().split('\n')

/** Copies paths of the context as .dockerignore leaves them. @param {string} from @param {string} to */
function copyContext(from, to) {
  const isCopied = (/** @type {string} */ path) => !ignored.some((glob) => matchesGlob(relative(ROOT, path), glob))
  cpSync(inRoot(from), to, { recursive: true, filter: isCopied, verbatimSymlinks: true })
}

/** @param {string} text @param {Record<string, string>} env */
const withValues = (text, env) => text.replaceAll(/\$\{?([A-Z_]+)\}?/g, (_, name) => env[name] ?? '')

/** @param {string} text @returns {User} */
function userOf(text) {
  const [uid = 0, gid = 0] = text
    .replaceAll(/\bnode\b/g, '1000')
    .split(':')
    .map(Number)
  return { uid, gid: gid || uid }
}

/** @param {Stage} stage @param {string} text */
export const inStage = ({ folder }, text) => text.replaceAll(OWN_PATHS, (path) => join(folder, path))

/**
 * Runs a program as a container of the stage would, in its folder below a temporary one.
 * @param {Stage} stage @param {string[]} words @param {Record<string, string>} [env]
 */
export const runIn = (stage, words, env = {}) => {
  const [program = '', ...args] = words.map((word) => inStage(stage, word))
  const home = join(stage.folder, 'home')
  const path = [join(stage.folder, 'bin'), PATH_OF_MACHINE].join(':')
  return execa(program, args, {
    cwd: inStage(stage, stage.workdir),
    env: { ...NETWORK, PATH: path, HOME: home, TMPDIR: home, ...stage.env, ...env },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    ...stage.user,
  })
}

/** @param {string} path @param {User} user */
const give = (path, { uid, gid }) => execa('chown', ['-R', `${uid}:${gid}`, path])

/** A folder as the image of Node is: its program, npm of the machine, and nothing of ours. @param {string} folder @returns {Stage} */
function nodeImage(folder) {
  for (const name of ['bin', 'home']) mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'home'), 0o1777)
  copyFileSync(process.execPath, join(folder, 'bin', 'node'))
  return { folder, workdir: '/', user: ROOT_USER, env: {} }
}

/** @param {Stage} stage @param {string} text @param {Record<string, Stage>} stages */
async function copy(stage, text, stages) {
  const words = text.split(' ')
  const option = (/** @type {string} */ name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.pop() ?? ''
  const path = inStage(stage, target.startsWith('/') ? target : join(stage.workdir, target))
  const from = stages[option('from') ?? '']
  for (const source of paths) {
    if (from) {
      cpSync(inStage(from, source), path, { recursive: true })
      continue
    }
    const isFolder = statSync(inRoot(source)).isDirectory()
    if (!isFolder) mkdirSync(target.endsWith('/') ? path : join(path, '..'), { recursive: true })
    copyContext(source, !isFolder && target.endsWith('/') ? join(path, basename(source)) : path)
  }
  await give(path, userOf(option('chown') ?? '0:0'))
}

/**
 * Makes an image's folder by the steps of a file, one after the other.
 * @param {string} file @param {string} parent an empty folder @param {Record<string, string>} args @param {(text: string) => void} say
 * @returns {Promise<Image>}
 */
export async function makeImage(file, parent, args, say) {
  /** @type {Record<string, Stage>} */
  const stages = {}
  let stage = nodeImage(join(parent, 'none'))
  const image = { entrypoint: /** @type {string[]} */ ([]), command: [''], healthcheck: [''], stopSignal: 'SIGTERM' }
  /** @type {Record<string, (text: string) => unknown>} */
  const words = {
    FROM: (text) => {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? 'last'
      stage = stages[name] = nodeImage(join(parent, name))
    },
    WORKDIR: (text) => {
      stage.workdir = text
      mkdirSync(inStage(stage, text), { recursive: true })
    },
    USER: (text) => (stage.user = userOf(text)),
    ARG: (text) => Object.assign(stage.env, { [text]: args[text] ?? '' }),
    ENV: (text) => {
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S*)/g))
        stage.env[name] = inStage(stage, withValues(value, stage.env))
    },
    COPY: (text) => copy(stage, text, stages),
    RUN: async (text) => {
      const shell = ['sh', '-ec', text.replaceAll(/\bchown node:node/g, `chown ${NODE_USER.uid}:${NODE_USER.gid}`)]
      const { exitCode, all } = await runIn(stage, text.startsWith('[') ? listIn(text) : shell)
      if (exitCode !== 0) throw new Error(`RUN ${text} ended with ${exitCode}:\n${all.slice(-2_000)}`)
    },
    HEALTHCHECK: (text) => (image.healthcheck = listIn(text)),
    STOPSIGNAL: (text) => (image.stopSignal = text),
    ENTRYPOINT: (text) => (image.entrypoint = listIn(text)),
    CMD: (text) => (image.command = listIn(text)),
    EXPOSE: () => {},
  }
  for (const { word, text } of stepsOf(file)) {
    const from = performance.now()
    const run = words[word]
    if (run === undefined) throw new Error(`${file} has the step ${word}, which this test can't run.`)
    await run(text)
    say(`${file}: ${word} ${text.slice(0, 70)}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  return { ...stage, ...image }
}
