/** The part of @11ty/eleventy that is used here. The package has no types. */
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
