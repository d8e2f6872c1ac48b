/** What to do about each kind of chain: for findings and for single pairs. */
import type { Doubt } from './doubts.ts'

/**
 * links: from one element to the next, until one has the key; sorted: until a key passes a limit; slots: those of an open hash table, until one has the key; best: all
 * elements, some of which the loop looks at more closely, as compressors do for the longest match; tree: the nodes of an ordered container
 * of the C++ standard library, down to the key.
 */
export type ChainKind = 'links' | 'sorted' | 'slots' | 'best' | 'tree'

interface ChainWords {
  remedy: string
  doubt: Doubt
}

export const CHAIN_WORDS: Record<ChainKind, ChainWords> = {
  links: {
    remedy:
      'Make chains shorter: give a hash table more buckets or a better hash function, or replace a plain list with a table. Or keep the keys side by side in an array.',
    doubt: {
      either: ['chains are too long', 'the same key is looked up again and again'],
      check: 'a larger table, or remembering the last result, shortens the walk',
    },
  },
  sorted: {
    remedy: 'Begin nearer to the limit: keep the keys side by side in a sorted array and search it by halves, or keep links that skip many elements.',
    doubt: {
      either: ['most elements are only passed on the way', 'the loop works with most of them'],
      check: 'the loop leaves out most elements',
    },
  },
  slots: {
    remedy: 'Keep more slots empty (a larger table), or use a better hash function, so that fewer keys collide.',
    doubt: {
      either: ['too few slots are empty, or too many keys collide', 'the same key is looked up again and again'],
      check: 'a larger table, another hash function, or remembering the last result shortens the search',
    },
  },
  tree: {
    remedy:
      'Where nothing needs the keys in order, use a hash table (std::unordered_map or std::unordered_set), or a vector if no key is ever looked up. Where all keys are known before the first search, sort a vector once. Where the same key comes again, keep what the search has found.',
    doubt: {
      either: ['a hash table or a sorted vector finds the key in fewer steps', 'the program needs the keys in order while they change'],
      check: 'any code goes through the keys in order',
    },
  },
  best: {
    remedy:
      'Visit fewer elements: limit the number of steps, stop at an element that is good enough, or hash more bytes, so that chains are shorter. Make each step cheaper: first compare what only a better element can match, keep the compared bytes beside the link, and make links small enough for the cache.',
    doubt: {
      either: ['it looks for the best element, such as the longest match, and can stop earlier', 'it needs every element, such as all edges of a node'],
      check: 'the result is good enough after fewer steps',
    },
  },
}
