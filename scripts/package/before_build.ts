/**
 * Tells electron-builder that the payload is complete: otherwise it asks npm repeatedly for every module of the
 * sources.
 */
export default async function beforeBuild(): Promise<boolean> {
  return false
}
