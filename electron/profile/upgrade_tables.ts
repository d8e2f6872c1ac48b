/**
 * Profiles of older versions are read as they are and lifted, version by version, to what this one knows; files are
 * never changed. Version 1 is the first, so there is nothing to lift yet.
 */
import type { ProfileTables } from '../../shared/profile/profile.ts'

/** Turns the tables of one version into those of the next. */
export type Upgrader = (tables: ProfileTables) => ProfileTables

/** UPGRADERS[0] lifts version 1 to 2, and so on. */
const UPGRADERS: readonly Upgrader[] = []

export function upgradeTables(tables: ProfileTables, version: number, upgraders = UPGRADERS): ProfileTables {
  return upgraders.slice(version - 1).reduce((lifted, upgrade) => upgrade(lifted), tables)
}
