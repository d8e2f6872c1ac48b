/** Requests that must not overtake each other. */
const turns = new WeakMap<object, Promise<unknown>>()

/** Changes of one owner's data go to the host one after the other: an answer that passed a later one would undo it in the window. */
export function inTurn<T>(owner: object, change: () => Promise<T>): Promise<T> {
  const mine = (turns.get(owner) ?? Promise.resolve()).then(change)
  turns.set(
    owner,
    mine.catch(() => {}),
  )
  return mine
}
