/** The tree of a kind over a profile, in the shape that a window requests. */
import { runCostTotal } from '../../../../shared/metrics/run_cost.ts'
import { UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import type { TreeKind, TreeShape } from '../../../../shared/rpc/trees.ts'
import { BottomUpModel } from './bottom_up_model.ts'
import { isPlain } from './charged_pairs.ts'
import { FlatModel } from './flat_model.ts'
import { FoldedModel, type FoldTotal } from './folded_model.ts'
import { hasRunCost, reshaped, toolTotal, type LoadedProfile } from '../loaded_profile.ts'
import { TopDownModel } from './top_down_model.ts'
import type { TreeModel } from './tree_model.ts'

const MODELS: Record<TreeKind, new (loaded: LoadedProfile, progress: Progress, startUp: ReadonlySet<number>, foldRecursion: boolean) => TreeModel> = {
  'top-down': TopDownModel,
  'bottom-up': BottomUpModel,
  flat: FlatModel,
}

/** Functions call each other, so their inclusive values overlap; the callers of one, and contexts, do not. */
const OVERLAPS: Record<TreeKind, (parent: number) => boolean> = { 'top-down': () => false, 'bottom-up': (parent) => parent < 0, flat: () => true }

/** The profile in the shape of the tree: the same object if it is the profile itself. */
export function shapedProfile(loaded: LoadedProfile, { transforms = [], blame = 'earlier', threads }: TreeShape, progress = UNOBSERVED): LoadedProfile {
  const charge = { blame, threads: threads ?? null }
  return transforms.length === 0 && isPlain(charge) ? loaded : reshaped(loaded, transforms, charge, progress)
}

export function shapedModel(
  kind: TreeKind,
  loaded: LoadedProfile,
  { foldBelow = 0, foldStartUp = false, foldRecursion = false }: Pick<TreeShape, 'foldBelow' | 'foldStartUp' | 'foldRecursion'>,
  progress = UNOBSERVED,
): TreeModel {
  const startUp = foldStartUp ? loaded.startUpRows() : new Set<number>()
  const model = new MODELS[kind](loaded, progress, startUp, foldRecursion)
  return foldBelow > 0 ? new FoldedModel(model, totalOf(loaded), foldBelow, OVERLAPS[kind]) : model
}

/**
 * The whole for shares of folded rows: waste and use, and waste alone; or the observations of a tool that has neither.
 */
function totalOf(loaded: LoadedProfile): FoldTotal {
  const runCost = hasRunCost(loaded) ? (runCostTotal(loaded.profile)?.amount ?? 0) : 0
  const amount = toolTotal(loaded)
  return amount > 0
    ? { amount, waste: loaded.totals[loaded.tool]?.waste ?? 0, ofTraps: false, runCost }
    : { amount: loaded.totals[loaded.tool]?.traps ?? 0, waste: 0, ofTraps: true, runCost }
}
