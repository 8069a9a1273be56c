import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runTool } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'

/** Forms that a translated page could not follow. */
const REFUSED = {
  'text beside an element': '<p>{text}<b /></p>',
  'text beside what is not there yet': '<p>{no ? <b /> : null}{text}</p>',
  'words beside an element': '<p>words<b /></p>',
  'two texts': '<p>{text} {text}</p>',
  'a list of texts': '<p>{[text]}</p>',
  'a text in a fragment': '<Fragment>{text}</Fragment>',
  'a text in a component of a library': '<StrictMode>{text}</StrictMode>',
  'a text beside the children of a component': '<Box>{text}<b /></Box>',
  'children that may be a text beside an element': '<p>{children}<b /></p>',
  'a component that is a text': '<p><Words /></p>',
}
const ALLOWED = {
  'a text alone': '<p>{text}</p>',
  'a text or none': '<p>{no ? text : null}</p>',
  'children alone': '<p>{children}</p>',
  'elements, a list of them, and none': '<p><b />{[text].map((one) => <b key={one} />)}{no ? <b /> : null}</p>',
}
const HEAD = `import type { Content } from '@avouch/design/jsx-runtime'
import { Fragment, StrictMode } from 'react'
declare const text: string, no: boolean, children: Content
export const all = { Fragment, StrictMode, text, no, children }
export const Words = () => text
export const Box = ({ children }: { children: Content }) => <p>{children}</p>
`
const OPTIONS = { module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx', jsxImportSource: '@avouch/design' }

const folder = mkdtempSync(join(tmpdir(), 'avouch-children-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('LANG-10 a text that has no element of its own does not compile', async () => {
  const rows = Object.entries({ ...REFUSED, ...ALLOWED })
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
  for (const [n, [, code]] of rows.entries())
    writeFileSync(join(folder, `row${n}.tsx`), `${HEAD}export const Row = () => ${code}\n`)
  const project = { extends: inRoot('tsconfig.base.json'), compilerOptions: OPTIONS }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const { output } = await runTool('tsc', ['-p', folder, '--pretty', 'false'])
  const wrong = new Set(Array.from(output.matchAll(/row(\d+)\.tsx/g), ([, n]) => rows[Number(n)]?.[0]))
  expect([...wrong]).toEqual(Object.keys(REFUSED))
})
