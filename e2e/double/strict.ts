/**
 * The double has only the members that it implements: any other member throws, so that the app cannot rely on something
 * that the double merely leaves undefined.
 */
import { EventEmitter } from 'node:events'

/** Looked for by `await` and by serialisation on any object. */
const languageMembers = new Set(['then', 'toJSON'])

export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, property, receiver) {
      if (property in object || typeof property === 'symbol' || languageMembers.has(property)) return Reflect.get(object, property, receiver) as unknown
      throw new Error(`${name}.${property} is not implemented by the Electron double`)
    },
  })
}

/** A base class may return another object from its constructor, which becomes `this` of the derived class: every instance is strict. */
export class StrictEmitter extends EventEmitter {
  constructor(name: string) {
    super()
    return strict(name, this)
  }
}
