/** Tells electron-builder that the payload holds all it needs: it would ask npm, again and again, for every module of the sources. */
export default async function beforeBuild(): Promise<boolean> {
  return false
}
