/** The used part of the generator, which brings no types. */
declare module '@11ty/eleventy' {
  export type Config = {
    ignores: Set<string>
    addTemplate: (path: string, content: string) => void
    addGlobalData: (name: string, value: () => (data: { page: { filePathStem: string } }) => string) => void
    addTransform: (name: string, transform: (this: { page: { url: string } }, content: string) => string) => void
    addPassthroughCopy: (paths: Record<string, string>) => void
    setLibrary: (extension: string, library: object) => void
    on: (event: 'eleventy.after', listener: (site: { directories: { output: string } }) => void) => void
  }
  export default class Eleventy {
    constructor(input: string, output: string, options: { quietMode: boolean; configPath: string })
    write(): Promise<unknown>
  }
}
