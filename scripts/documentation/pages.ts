/** The documentation site's pages in their order of reading; each is docs/NAME.md, its title the first heading. */
export const sections: Array<{ title: string; pages: string[] }> = [
  { title: 'Begin', pages: ['index', 'installing', 'tools', 'tour', 'faq'] },
  { title: 'Tutorial', pages: ['tutorial/index', 'tutorial/units', 'tutorial/zopfli', 'tutorial/lp_solve'] },
  { title: 'Use', pages: ['advice', 'trace', 'comparing', 'exporting', 'markers', 'parallel', 'remote', 'desktop', 'features'] },
  { title: 'Elsewhere', pages: ['containers', 'machines', 'clusters', 'continuous-integration'] },
  { title: 'Numbers', pages: ['metrics', 'limits', 'measurements', 'engine-costs', 'validation', 'findings-tried', 'study', 'earlier-study', 'reliability', 'value-profiling', 'hardware-sampling'] },
  { title: 'Reference', pages: ['exit-codes', 'file-format', 'rpc'] },
]
