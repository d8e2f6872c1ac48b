/** Where the source of the GPL parts of a package is: the exhaustive engine contains Valgrind's core. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Name and version of Debian's source package that the installed Valgrind was built from. Throws where there is none. */
export function valgrindSource(): { source: string; version: string } {
  const [source = '', version = ''] = execFileSync('dpkg-query', ['--show', '--showformat', '${source:Package} ${source:Version}', 'valgrind'], {
    encoding: 'utf8',
  }).split(' ')
  return { source, version }
}

/** Writes which sources, in which versions, made the engine of this build, and how anyone gets them. */
export function writeExhaustiveSources(path: string): void {
  const { source, version } = valgrindSource()
  writeFileSync(
    path,
    `# Sources of the exhaustive engine

\`hagstone-amd64-linux\` is a program of its own that Valgrind runs. It is made of Hagstone's \`native/exhaustive\` and
\`native/common\` and of Valgrind's core, and stands under the GNU General Public License, version 2 or later
(\`LICENSE\` beside this file). Beside it lie \`vgpreload_core-amd64-linux.so\` and \`default.supp\`, unchanged from Valgrind.
\`libdw\` and \`libelf\`, which the symboliser links dynamically, stand under the GNU Lesser General Public License.

The complete sources of this build are in \`hagstone-exhaustive-sources.tar.xz\`, which is offered wherever this package
is offered (\`npm run package -- sources\` makes it):

- Hagstone's own at the version of this package,
- Debian's source package \`${source}\` ${version}: \`apt-get source ${source}=${version}\`.
`,
  )
}
