// Checks, when types are checked, that `api.ts` says of each value what the module says that gives it.

import type * as api from './api'
import type * as wasm from './pkg/rules'
import type * as study from './pkg/study'
import type * as engine from '../engine/api'
import type * as workshop from '../workshop/api'
import type * as foreign from '../workshop/foreign-api'
import type * as workshopWasm from './pkg/workshop'
import type * as exchange from './pkg/exchange'
import type * as report from '../workshop/report-api'
import type * as reportWasm from './pkg/report'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** A type with its parts written out, so that only the parts count. */
type Parts<T> = T extends (infer E)[]
  ? T extends [infer A, infer B]
    ? [Parts<A>, Parts<B>]
    : Parts<E>[]
  : T extends object
    ? { [K in keyof T]: Parts<T[K]> }
    : T
type Same<A, B> = Equal<Parts<A>, Parts<B>>

/** Does not compile unless each is true. */
type All<T extends true[]> = T

export type Checked = All<
  [
    Same<api.GameCard, wasm.GameCard>,
    Same<api.GameInfo, wasm.GameInfo>,
    Same<api.View, wasm.View>,
    Same<api.Played, wasm.Played>,
    Same<api.Inspection, wasm.Inspection>,
    Same<api.Goal, wasm.Goal>,
    Same<api.Waits, wasm.Waits>,
    Same<engine.Line, wasm.Line>,
    Same<engine.Thought, wasm.Thought>,
    Same<engine.Think, wasm.Think>,
    Same<engine.Review, study.Review>,
    Same<engine.Reviewed, study.Reviewed>,
    Same<workshop.Checked, workshopWasm.Checked>,
    Same<workshop.KeyHelp, workshopWasm.KeyHelp>,
    Same<workshop.KnownPiece, workshopWasm.KnownPiece>,
    Same<foreign.Foreign, exchange.Foreign>,
    Same<report.PlayedGame, reportWasm.PlayedGame>,
    Same<report.ReportState, reportWasm.ReportState>,
  ]
>
