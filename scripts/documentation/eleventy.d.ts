/** Of @11ty/eleventy, which brings no types: what is used here. */
declare module '@11ty/eleventy' {
  export interface Configuration {
    setUseGitIgnore(used: boolean): void
    setTemplateFormats(formats: string[]): void
    addGlobalData(name: string, value: unknown): void
    amendLibrary(name: 'md', change: (library: never) => void): void
    addTransform(name: string, transform: (this: never, content: string) => string): void
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: false; config(configuration: Configuration): { markdownTemplateEngine: false } },
    )
    write(): Promise<unknown>
  }
}
