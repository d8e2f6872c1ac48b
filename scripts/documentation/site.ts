/** Builds the documentation site of docs/ with Eleventy: a page per document, links and pictures relative, no script. */
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Eleventy } from '@11ty/eleventy'
import { sections } from './pages.ts'

const repository = resolve(import.meta.dirname, '../..')
const documents = join(repository, 'docs')

interface Token {
  tag: string
  type: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}
interface MarkdownLibrary {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } }
}
interface Page {
  content: string
  page: { fileSlug: string; inputPath: string }
}

/** @param output directory; earlier pages in it stay */
export async function buildSite(output: string): Promise<void> {
  const eleventy = new Eleventy(documents, output, {
    quietMode: true,
    configPath: false,
    config(configuration) {
      configuration.setUseGitIgnore(false)
      configuration.setTemplateFormats(['md'])
      configuration.addGlobalData(
        'permalink',
        () =>
          ({ page }: Page) =>
            `${nameOf(page.inputPath)}.html`,
      )
      configuration.amendLibrary('md', (library: MarkdownLibrary) => {
        library.core.ruler.push('site', ({ tokens }) => {
          nameHeadings(tokens)
          linkPages(tokens)
        })
      })
      configuration.addTransform('page', function (this: { page: Page['page'] }, content: string) {
        return pageHtml(nameOf(this.page.inputPath), content)
      })
      // Documents show braces of other languages.
      return { markdownTemplateEngine: false }
    },
  })
  await eleventy.write()
  for (const pictures of ['screenshots', 'study']) cpSync(join(documents, pictures), join(output, pictures), { recursive: true })
  for (const name of readdirSync(join(documents, 'tutorial')).filter((file) => file.endsWith('.patch')))
    copyFileSync(join(documents, 'tutorial', name), join(output, 'tutorial', name))
  copyFileSync(join(repository, 'resources/icons/hagstone.svg'), join(output, 'hagstone.svg'))
  copyFileSync(join(import.meta.dirname, 'site.css'), join(output, 'site.css'))
}

function nameOf(inputPath: string): string {
  return relative(documents, resolve(inputPath)).replace(/\.md$/, '')
}

/** The first heading of a document; its name where it has none or is missing. */
export function titleOf(name: string): string {
  const path = join(documents, `${name}.md`)
  return (existsSync(path) ? /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] : null) ?? name
}

/** Headings get the names by which the documents link to them, as on GitHub. */
function nameHeadings(tokens: Token[]): void {
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open')
      token.attrSet(
        'id',
        (tokens[at + 1]?.content ?? '')
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      )
  })
}

/** Documents link to each other's files, often by the file's name, for which a page's title stands here. */
function linkPages(tokens: Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const address = token.type === 'link_open' ? token.attrGet('href') : null
    const name = address === null || /^[a-z]+:/.test(address) ? undefined : /^(?:[\w-]+\/|\.\.\/)?([\w-]+)\.md(?=#|$)/.exec(address)?.[1]
    if (address !== null && name !== undefined) {
      token.attrSet('href', address.replace(/\.md(?=#|$)/, '.html'))
      const text = tokens[at + 1]
      if (text?.content === `${name}.md`) text.content = titleOf(name)
    }
    linkPages(token.children ?? [])
  }
}

function pageHtml(name: string, content: string): string {
  const root = '../'.repeat(name.split('/').length - 1)
  const link = (page: string): string => `<li><a href="${root}${page}.html"${page === name ? ' aria-current="page"' : ''}>${escaped(titleOf(page))}</a></li>`
  const navigation = sections.map(({ title, pages }) => `<h2>${title}</h2>\n<ul>\n${pages.map(link).join('\n')}\n</ul>`).join('\n')
  const parts = [...content.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)].map(([, id = '', text = '']) => `<li><a href="#${id}">${text}</a></li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(titleOf(name))} · Hagstone</title>
<link rel="icon" href="${root}hagstone.svg">
<link rel="stylesheet" href="${root}site.css">
</head>
<body>
<p class="to-pages"><a href="#pages">All pages</a></p>
<nav id="pages" aria-label="Pages">
<p><a href="${root}index.html"><img src="${root}hagstone.svg" alt="" width="24" height="24"> Hagstone</a></p>
${navigation}
</nav>
<main>
${withParts(content, parts)}</main>
</body>
</html>
`
}

/** Long pages say after their title what parts they have. */
const MANY_PARTS = 6

function withParts(content: string, parts: string[]): string {
  if (parts.length < MANY_PARTS) return content
  return content.replace('</h1>', () => `</h1>\n<details class="parts">\n<summary>On this page</summary>\n<ul>\n${parts.join('\n')}\n</ul>\n</details>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
