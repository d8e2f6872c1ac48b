/**
 * Profiles of older versions are read as they are and lifted, version by version, to what this one knows; files are
 * never changed.
 */
import type { ProfileTables } from '../../../shared/profile/profile.ts'

/** Turns the tables of one version into those of the next. */
type Upgrader = (tables: ProfileTables) => ProfileTables

/** Version 1 knew dead stores only: no data objects, and nothing else that a zero does not say. */
function from1To2(tables: ProfileTables): ProfileTables {
  return { ...tables, pairs: { ...tables.pairs, object: new Int32Array(tables.pairs.length).fill(-1) } }
}

/** Version 2 knew samplers only: no measured scopes, and nothing else that a zero or an empty table does not say. */
function from2To3(tables: ProfileTables): ProfileTables {
  return { ...tables, pairs: { ...tables.pairs, scope: new Int32Array(tables.pairs.length).fill(-1) } }
}

/** Version 3 knew no values, and what it lacks an empty table says. */
const from3To4: Upgrader = (tables) => tables

/** Version 4 knew no times of waste, which an empty table says, and held neither sources nor notes. */
const from4To5: Upgrader = (tables) => tables

/** Version 5 did not know which data reuses are of. */
function from5To6(tables: ProfileTables): ProfileTables {
  const { reuses, censored } = tables
  return {
    ...tables,
    reuses: { ...reuses, object: new Int32Array(reuses.length).fill(-1) },
    censored: { ...censored, object: new Int32Array(censored.length).fill(-1) },
  }
}

/** Version 6 did not hold what follows from the rest, which is made when it is opened. */
const from6To7: Upgrader = (tables) => tables

/** Version 7 did not keep where the CPU time went, which an empty table says. */
const from7To8: Upgrader = (tables) => tables

/** Version 8 knew no sums of sources, which an empty table says. */
const from8To9: Upgrader = (tables) => tables

/** Version 9 did not keep where instructions were executed, which an empty table says. */
const from9To10: Upgrader = (tables) => tables

/** Version 10 kept no trace, which an empty table says, and knew no frames that tail calls removed. */
const from10To11: Upgrader = (tables) => tables

/** Version 11 knew nothing of waiting, which zeros say. */
const from11To12: Upgrader = (tables) => tables

/** UPGRADERS[0] lifts version 1 to 2, and so on. */
const UPGRADERS: readonly Upgrader[] = [from1To2, from2To3, from3To4, from4To5, from5To6, from6To7, from7To8, from8To9, from9To10, from10To11, from11To12]

export function upgradeTables(tables: ProfileTables, version: number, upgraders = UPGRADERS): ProfileTables {
  return upgraders.slice(version - 1).reduce((lifted, upgrade) => upgrade(lifted), tables)
}
