/** Above a source that is newer than the program. */
export function SourceChanged() {
  const text = 'The file changed since the program was built: lines may have moved.'
  return (
    <div className="side-warning" role="status" title={text}>
      {text}
    </div>
  )
}
