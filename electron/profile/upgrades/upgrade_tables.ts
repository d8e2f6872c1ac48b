/**
 * Profiles of older versions are read as they are and lifted, version by version, to the current one; files are never
 * changed.
 */
import type { ProfileTables } from '../../../shared/profile/profile.ts'

/** Turns the tables of one version into those of the next. */
type Upgrader = (tables: ProfileTables) => ProfileTables

/** Version 1 knew only dead stores: no data objects, and otherwise zeros have the right meaning. */
function from1To2(tables: ProfileTables): ProfileTables {
  return { ...tables, pairs: { ...tables.pairs, object: new Int32Array(tables.pairs.length).fill(-1) } }
}

/** Version 2 knew only samplers: no measured scopes, and otherwise zeros and empty tables have the right meaning. */
function from2To3(tables: ProfileTables): ProfileTables {
  return { ...tables, pairs: { ...tables.pairs, scope: new Int32Array(tables.pairs.length).fill(-1) } }
}

/** Version 3 knew no values: an empty table. */
const from3To4: Upgrader = (tables) => tables

/** Version 4 knew no times of waste (an empty table), and stored neither sources nor notes. */
const from4To5: Upgrader = (tables) => tables

/** Version 5 did not store the data of reuses. */
function from5To6(tables: ProfileTables): ProfileTables {
  const { reuses, censored } = tables
  return {
    ...tables,
    reuses: { ...reuses, object: new Int32Array(reuses.length).fill(-1) },
    censored: { ...censored, object: new Int32Array(censored.length).fill(-1) },
  }
}

/** Version 6 stored no derived data; it is computed on opening. */
const from6To7: Upgrader = (tables) => tables

/** Version 7 did not store CPU time: an empty table. */
const from7To8: Upgrader = (tables) => tables

/** Version 8 knew no checksums of sources: an empty table. */
const from8To9: Upgrader = (tables) => tables

/** Version 9 did not store executed instructions: an empty table. */
const from9To10: Upgrader = (tables) => tables

/** Version 10 stored no trace (an empty table), and knew no frames that tail calls removed. */
const from10To11: Upgrader = (tables) => tables

/** Version 11 did not know waiting: zeros. */
const from11To12: Upgrader = (tables) => tables

/** UPGRADERS[0] lifts version 1 to 2, and so on. */
const UPGRADERS: readonly Upgrader[] = [from1To2, from2To3, from3To4, from4To5, from5To6, from6To7, from7To8, from8To9, from9To10, from10To11, from11To12]

export function upgradeTables(tables: ProfileTables, version: number, upgraders = UPGRADERS): ProfileTables {
  return upgraders.slice(version - 1).reduce((lifted, upgrade) => upgrade(lifted), tables)
}
