/** x86-64 in Intel syntax, as the disassembler writes it. */
import type { languages } from 'monaco-editor/editor/editor.api.js'

export const assemblyConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: ';' },
  brackets: [['[', ']']],
}

export const assembly: languages.IMonarchLanguage = {
  ignoreCase: true,
  registers:
    /\b(?:[re]?(?:[abcd]x|[sd]i|[sb]p|ip)|[abcd][hl]|[sd]il|[sb]pl|r(?:[89]|1[0-5])[bwd]?|[xyz]mm(?:[12]?\d|3[01]|\d)|mm[0-7]|st[0-7]?|[cdefgs]s|k[0-7])\b/,
  tokenizer: {
    root: [
      [/;.*$/, 'comment'],
      [/^\s*(?:(?:rep(?:n?[ez])?|lock|bnd|xacquire|xrelease)\s+)?[a-z][a-z0-9.]*/, 'keyword'],
      [/\b(?:byte|word|dword|qword|fword|tbyte|xmmword|ymmword|zmmword|ptr|short|near|far)\b/, 'string'],
      [/@registers/, 'register'],
      [/-?(?:0x[0-9a-f]+|\d+)\b/, 'number'],
      [/[[\],+*:-]/, 'delimiter'],
      [/[a-z_.$@?][\w.$@?]*/, 'identifier'],
    ],
  },
}
