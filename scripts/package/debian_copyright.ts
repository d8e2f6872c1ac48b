/** /usr/share/doc/hagstone/copyright, in the form that Debian's tools read. */

/** @param licence the text of Hagstone's own: a title, who holds the rights, the terms */
export function debianCopyright(licence: string): string {
  const [, holder = '', ...terms] = licence.trim().split(/\n\n/)
  const indented = (text: string): string =>
    text
      .split('\n')
      .map((line) => (line === '' ? ' .' : ` ${line}`))
      .join('\n')
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Hagstone
Source: https://hagstone.github.io

Files: *
Copyright: ${holder.replace(/^Copyright \(c\) /, '')}
License: Expat

Files: opt/Hagstone/resources/app/build/*
Copyright: ${holder.replace(/^Copyright \(c\) /, '')}, and others
License: Expat and others
Comment: Bundles, which contain works of others: THIRD_PARTY_NOTICES.txt in
 /opt/Hagstone/resources/app.

Files: opt/Hagstone/resources/app/build/native/exhaustive/*
Copyright: ${holder.replace(/^Copyright \(c\) /, '')}
 2000-2022 Valgrind developers
License: GPL-2+
Comment: A program of its own, which contains Valgrind's core. SOURCES.md in
 /opt/Hagstone/resources/app/native/exhaustive says where its sources are.

Files: opt/Hagstone/resources/app/build/native/symbols/lib/*
Copyright: 1995-2022 Red Hat, Inc. and others
License: GPL-2+ or LGPL-3+
Comment: libdw and libelf of elfutils, unchanged and linked dynamically.

Files: opt/Hagstone/hagstone-app
Copyright: Electron contributors, GitHub Inc., the Chromium authors
License: Expat and others
Comment: LICENSE.electron.txt and LICENSES.chromium.html in /opt/Hagstone.

License: Expat
${indented(terms.join('\n\n'))}

License: GPL-2+
 On Debian systems the text is in /usr/share/common-licenses/GPL-2.

License: LGPL-3+
 On Debian systems the text is in /usr/share/common-licenses/LGPL-3.
`
}
