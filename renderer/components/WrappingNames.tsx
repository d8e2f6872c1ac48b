import { Fragment } from 'react'

/** Characters after which a long name may continue on the next line. */
const BREAKS = /(?<=::|[<,](?! ))(?=[^\s>])/

/** A sentence whose long names of functions wrap between their parts, never within a word. Copied text stays the same. */
export function WrappingNames({ text }: { text: string }) {
  return text.split(BREAKS).map((part, index) => (
    // eslint-disable-next-line react/no-array-index-key -- parts of one text have no other key
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))
}
