/** The documentation site's pages in their order of reading; each is docs/NAME.md, its title the first heading. */
export const sections: Array<{ title: string; pages: string[] }> = [
  { title: 'Tutorials', pages: ['index', 'tour', 'tutorial/index', 'tutorial/units', 'tutorial/zopfli', 'tutorial/lp_solve'] },
  {
    title: 'How to',
    pages: [
      'installing',
      'recording',
      'parallel',
      'trace',
      'comparing',
      'exporting',
      'markers',
      'remote',
      'desktop',
      'containers',
      'machines',
      'clusters',
      'continuous-integration',
      'faq',
      'adding-a-tool',
    ],
  },
  { title: 'Reference', pages: ['tools', 'metrics', 'features', 'limits', 'exit-codes', 'file-format', 'rpc'] },
  { title: 'Explanation', pages: ['advice', 'value-profiling', 'hardware-sampling', 'measurements', 'validation', 'study', 'findings-tried', 'reliability'] },
  { title: 'Lab notes', pages: ['lab/judged-advice', 'lab/engine-costs', 'lab/sample-costs', 'lab/earlier-study'] },
]
