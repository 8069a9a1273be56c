import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { lastLines, runNpm, run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'

const SOURCES = inRoot('packages', 'provider-sdk')
/** Imports of a website: the name behind the package's, and the file. */
const ENTRIES = { '.': 'index', './button': 'button', './react': 'react' }

/** The package.json that is published: of the workspace, with the built files. */
function manifest() {
  const { private: _, devDependencies: __, ...own } = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8'))
  const entries = Object.entries(ENTRIES).map(([path, name]) => {
    const imported = { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
    return [path, { import: imported, require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` } }]
  })
  const files = { './button.global.js': './dist/button.global.js', './package.json': './package.json' }
  return { ...own, bin: { avouch: './dist/avouch.js' }, exports: { ...Object.fromEntries(entries), ...files } }
}

/** One declaration for `import`, one for `require`: each names its neighbours by its own ending. @param {string} dist */
async function declare(dist) {
  const { code, output } = await run('tsc', ['-p', join(SOURCES, 'tsconfig.build.json'), '--outDir', dist])
  if (code !== 0) throw new UserError(`The package's types do not build:\n${lastLines(output, 25)}`)
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, file), 'utf8')
    const naming = (/** @type {string} */ ending) =>
      text.replaceAll(/((?:from |import\()(['"])\.\/[\w-]+)\.ts\2/g, `$1.${ending}$2`)
    writeFileSync(join(dist, file), naming('js'))
    writeFileSync(join(dist, file.replace('.d.ts', '.d.cts')), naming('cjs'))
  }
}

/** Builds the folder that is published: ES modules, CommonJS, types, the button as a plain script, and the command. @param {string} folder */
async function buildPackage(folder) {
  const dir = join(folder, 'dist')
  const input = Object.fromEntries(Object.values(ENTRIES).map((name) => [name, `src/${name}.ts`]))
  const resolved = { mainFields: ['module', 'main'] }
  /** @type {import('rolldown').BuildOptions} */
  const common = { cwd: SOURCES, platform: 'neutral', logLevel: 'warn', external: ['react'], resolve: resolved }
  const cjs = { entryFileNames: '[name].cjs', chunkFileNames: 'part-[name].cjs' }
  const script = { file: join(dir, 'button.global.js'), minify: true }
  const command = { file: join(dir, 'avouch.js') }
  await build([
    {
      ...common,
      input,
      external: ['react', 'jose', 'standardwebhooks'],
      output: { dir, chunkFileNames: 'part-[name].js' },
    },
    // Without dependencies: Node 20 cannot require what is an ES module only.
    { ...common, input, output: { dir, format: 'cjs', exports: 'named', ...cjs } },
    { ...common, input: 'src/script.ts', output: { format: 'iife', ...script } },
    { ...common, input: 'cli/main.ts', platform: 'node', output: command },
  ])
  await declare(dir)
  for (const path of ['README.md', 'CHANGELOG.md']) cpSync(join(SOURCES, path), join(folder, path))
  cpSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
}

/** Builds the package for providers and packs it, as it is published. @param {string} into the folder of the archive, which is named */
export async function packPackage(into) {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-package-'))
  try {
    await buildPackage(folder)
    mkdirSync(into, { recursive: true })
    const asked = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into]
    const { code, output } = await runNpm(asked, { cwd: folder })
    const name = lastLines(output, 1).trim()
    if (code !== 0 || !name.endsWith('.tgz')) throw new UserError(`npm pack failed:\n${lastLines(output, 15)}`)
    return join(into, name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) console.log(await packPackage(resolve(process.argv[2] ?? '.')))
