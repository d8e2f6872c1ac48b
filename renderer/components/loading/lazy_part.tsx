import { lazy, type ComponentType } from 'react'
import { failureText } from '../../application/failure.ts'

/** A script of the page did not load. Chromium remembers that: only a reload asks for the script again. */
export class MissingScript extends Error {}

/** How often a person, or another choice, tried again to draw what had failed. */
export const retries = { count: 0 }

/** A component whose script is loaded when it is first drawn. Unlike with React's lazy(), the next of the `retries` loads it again, in browsers that do so. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  let failedAt: number | null = null
  const start = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        failedAt = retries.count
        throw new MissingScript(
          `its script did not load (${failureText(error)}). Hagstone may have ended or been updated. Reload the page: it shows the same again.`,
        )
      }),
    ) as unknown as ComponentType<Props>
  let Part = start()
  return function LazyPart(props: Props) {
    // React draws a component again at once when it failed.
    if (failedAt !== null && failedAt !== retries.count) {
      failedAt = null
      Part = start()
    }
    return <Part {...props} />
  }
}
