/** Free-form Fortran (2018) and the fixed-form comments that older files still have. */
import type { languages } from 'monaco-editor/editor/editor.api.js'

export const fortranConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '!' },
  brackets: [['(', ')'], ['[', ']']],
}

export const fortran: languages.IMonarchLanguage = {
  ignoreCase: true,
  keywords: [
    'abstract', 'allocatable', 'allocate', 'associate', 'backspace', 'bind', 'block', 'call', 'case', 'character', 'class', 'close', 'codimension',
    'common', 'complex', 'concurrent', 'contains', 'contiguous', 'continue', 'critical', 'cycle', 'data', 'deallocate', 'default', 'deferred', 'dimension',
    'do', 'double', 'elemental', 'else', 'elseif', 'elsewhere', 'end', 'endassociate', 'endblock', 'enddo', 'endforall', 'endfunction', 'endif',
    'endinterface', 'endmodule', 'endprogram', 'endselect', 'endsubroutine', 'endtype', 'endwhere', 'entry', 'enum', 'enumerator', 'equivalence', 'error',
    'exit', 'extends', 'external', 'final', 'forall', 'format', 'function', 'generic', 'goto', 'if', 'implicit', 'import', 'impure', 'in', 'include',
    'inout', 'inquire', 'integer', 'intent', 'interface', 'intrinsic', 'is', 'kind', 'len', 'local', 'logical', 'module', 'namelist', 'non_intrinsic',
    'none', 'nopass', 'nullify', 'only', 'open', 'operator', 'optional', 'out', 'parameter', 'pass', 'pause', 'pointer', 'precision', 'print', 'private',
    'procedure', 'program', 'protected', 'public', 'pure', 'read', 'real', 'recursive', 'result', 'return', 'rewind', 'save', 'select', 'sequence',
    'stop', 'submodule', 'subroutine', 'sync', 'target', 'then', 'to', 'type', 'use', 'value', 'volatile', 'wait', 'where', 'while', 'write',
  ],
  tokenizer: {
    root: [
      [/^[c*](?=\s|$).*$/, 'comment'],
      [/!.*$/, 'comment'],
      [/^\s*#.*$/, 'keyword'],
      [/\.(?:true|false|and|or|not|eqv|neqv|eq|ne|lt|le|gt|ge)\./, 'keyword'],
      [/(?:\d+\.?\d*|\.\d+)(?:[ed][+-]?\d+)?(?:_\w+)?/, 'number'],
      [/'(?:[^']|'')*'/, 'string'],
      [/"(?:[^"]|"")*"/, 'string'],
      [/[a-z]\w*/, { cases: { '@keywords': 'keyword', '@default': 'identifier' } }],
    ],
  },
}
