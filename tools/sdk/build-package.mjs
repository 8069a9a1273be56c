import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { lastLines, runTool } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'

const SOURCES = inRoot('packages', 'provider-sdk')
/** What a website imports: the name behind the package's, and the file. */
const ENTRIES = { '.': 'index', './button': 'button', './react': 'react' }
/** Beside the code, as they are. */
const PAPERS = ['README.md', 'CHANGELOG.md']

/** @param {string} name */
const source = (name) => join(SOURCES, 'src', `${name}.ts`)
const input = Object.fromEntries(Object.values(ENTRIES).map((name) => [name, source(name)]))

/** One declaration for `import`, one for `require`: each names its neighbours by its own ending. @param {string} dist */
function declareTwice(dist) {
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, file), 'utf8')
    const naming = (/** @type {string} */ ending) =>
      text.replaceAll(/((?:from |import\()(['"])\.\/[\w-]+)\.ts\2/g, `$1.${ending}$2`)
    writeFileSync(join(dist, file), naming('js'))
    writeFileSync(join(dist, file.replace('.d.ts', '.d.cts')), naming('cjs'))
  }
}

/** @param {string} dist */
async function declare(dist) {
  const { code, output } = await runTool('tsc', ['-p', join(SOURCES, 'tsconfig.build.json'), '--outDir', dist])
  if (code !== 0) throw new UserError(`The package's types do not build:\n${lastLines(output, 25)}`)
  declareTwice(dist)
}

/** The package.json that is published: of the workspace, with the built files. */
function manifest() {
  const {
    private: _,
    devDependencies: __,
    exports: ___,
    ...own
  } = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8'))
  const paths = (/** @type {string} */ name) => ({
    import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  })
  const entries = Object.entries(ENTRIES).map(([path, name]) => [path, paths(name)])
  return {
    ...own,
    bin: { avouch: './dist/avouch.js' },
    exports: {
      ...Object.fromEntries(entries),
      './button.global.js': './dist/button.global.js',
      './package.json': './package.json',
    },
  }
}

/**
 * Builds the folder that is published: ES modules, CommonJS, types, the button as a plain script, and the command.
 * @param {string} folder is emptied first
 */
export async function buildPackage(folder) {
  const dist = join(folder, 'dist')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const common = { input, platform: /** @type {const} */ ('neutral'), logLevel: /** @type {const} */ ('warn') }
  const resolve = { mainFields: ['module', 'main'] }
  const modules = { ...common, external: ['react', 'jose', 'standardwebhooks'] }
  await build({
    ...modules,
    output: { dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
  })
  // Without dependencies: Node 20 cannot require what is an ES module only.
  await build({
    ...common,
    resolve,
    external: ['react'],
    output: {
      dir: dist,
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'part-[name].cjs',
    },
  })
  await build({
    ...common,
    input: source('script'),
    output: { file: join(dist, 'button.global.js'), format: 'iife', minify: true },
  })
  // The command, for Node alone.
  await build({
    ...common,
    input: join(SOURCES, 'cli', 'main.ts'),
    platform: 'node',
    output: { file: join(dist, 'avouch.js'), format: 'esm' },
  })
  await declare(dist)
  for (const name of PAPERS) cpSync(join(SOURCES, name), join(folder, name))
  cpSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
}
