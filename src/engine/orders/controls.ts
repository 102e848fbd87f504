/**
 * Handles calls from users and operators on existing executions: cancels, exit rule changes, resubmissions of failed
 * executions, and kill switches. The order service opens and closes executions.
 *
 * Every call becomes an input to the engine. The engine decides, and the response reports what has become durable.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import type { ExitPlan } from '../../domain/event.ts';
import { eventSentence } from '../../domain/event-sentence.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { mayOpenMore, statusOf } from '../../domain/status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HaltEffect, KillSwitches } from '../../ports/halts.ts';
import type { Journal } from '../../ports/journal.ts';
import type {
	Asker,
	CloseAnswer,
	ExecuteAnswer,
	ExecuteRequest,
	ExecutionControls,
	ExecutionHistory,
	ExitAnswer,
	ExitChange,
	PreviewAnswer,
} from '../../ports/order-service.ts';
import { shownNameOf } from '../../venues/facts.ts';
import {
	canceledBecause,
	cancelGoesOn,
	closesOpening,
	closeTakenBack,
	isCanceled,
	isWaitingClose,
	openingKept,
	requireCancelable,
	requireKeepable,
} from '../decide/canceling.ts';
import type { AgentStops } from '../drive/agent-stops.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import type { Halts } from '../drive/halts.ts';
import { nextChange } from '../drive/next-change.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import type { CloseCalls } from './close-calls.ts';
import { changedExit, continuedExit, exitAnswer, requireExitChangeable } from './exit-changes.ts';
import { findExecution, type KnownExecutions, mayCommand, ownExecution } from './own-execution.ts';
import { notWrittenYet, requireJournal } from './require-journal.ts';
import { resubmission } from './resubmission.ts';

/** Dependencies of the controls. */
export type ControlsOptions = Pick<KnownExecutions, 'foldEnded'> & {
	readonly driver: ExecutionDriver;
	readonly halts: Halts;
	readonly journal: Journal;
	readonly clock: Clock;
	readonly stopAgent: AgentStops['stop'];
	/** The order service's opening call, so that a failed execution runs again through the same gate as any other. */
	readonly execute: (request: ExecuteRequest) => Promise<ExecuteAnswer | PreviewAnswer>;
	/** Returns the final figures of an ended execution. */
	readonly finals: CloseCalls['finals'];
	readonly maxSlippageBpsDefault: Decimal;
	/**
	 * Time that a cancel call waits for the execution's end before it responds that the cancel continues,
	 * milliseconds.
	 */
	readonly cancelWaitMs: number;
};

/** Calls on existing executions, and the kill switches. */
export type Controls = ExecutionControls & {
	readonly switches: KillSwitches;
	/** Submits the closes and cancels that the active halts require, for example after a restart. */
	readonly enforceHalts: () => Pick<HaltEffect, 'closing' | 'canceling'>;
};

const BY_CALLER = canceledBecause('by cancel_execution');
const KEPT_BY_CALLER = canceledBecause('the opening was ended by cancel_execution');
/** Time that a change to exit rules waits for the journal, milliseconds. */
const CHANGE_WAIT_MS = 5_000;

type Control = ControlsOptions & {
	/** Last exit rule change in progress, by execution. Each change starts from the result of the previous one. */
	readonly changing: Map<string, Promise<unknown>>;
};

/** Creates the controls of running executions. */
export function createControls(options: ControlsOptions): Controls {
	const { driver, halts } = options;
	const control: Control = { ...options, changing: new Map() };
	// The execution may be half closed or still opening when the halt arrives, so the halt is applied again after each
	// change.
	driver.onChange((state) => {
		enforce(control, state);
	});
	return {
		cancel: (by, id, keeps) => cancel(control, by, id, keeps),
		updateExit: (by, id, change: ExitChange) =>
			changeExit(control, by, id, (state) => changedExit(state, change)),
		continueEpoch: (by, id) => changeExit(control, by, id, continuedExit),
		resubmit: (by, jobId) => resubmit(control, by, jobId),
		history: (userId, id, limit) => history(control, userId, id, limit),
		stopAgent: options.stopAgent,
		enforceHalts: () => enforceHalts(control),
		switches: {
			...halts,
			async halt(wanted) {
				const halt = await halts.set(wanted);
				const effect = { halt, ...enforceHalts(control) };
				stopOpening(control);
				return effect;
			},
		},
	};
}

async function cancel(control: Control, by: Asker, id: string, keeps: boolean): Promise<CloseAnswer> {
	const state = await ownExecution(control, id, by);
	if (isCanceled(state)) return control.finals(state);
	// A plain cancel of an execution that never ran always closes the execution, however often the cancel is sent.
	// Only a cancel that keeps the position takes such a close back.
	if (isWaitingClose(state) && (keeps || !closesOpening(state))) return takeBack(control, by, state);
	// The end of a roll leaves both pairs whole, so a cancel closes neither.
	if (keeps || state.plan.rolls !== undefined) return keep(control, by, state);
	requireCancelable(state);
	requireJournal(control.driver, 'canceled');
	// The execution may start to run before this cancel is applied. In that case the cancel has no effect.
	const over = nextChange(control, id, control.cancelWaitMs, isAtRest);
	control.driver.submit(id, { kind: 'cancelRequested', reason: BY_CALLER });
	const after = await over;
	if (after !== undefined && isEnded(after)) return control.finals(after);
	const present = await ownExecution(control, id, by);
	requireCancelable(present);
	if (!closesOpening(present)) throw notWrittenYet('cancel');
	return cancelGoesOn(present, control.clock.now());
}

/** Stops the opening and waits until the filled part runs. A running execution already meets the request. */
async function keep(control: Control, by: Asker, state: ExecutionState): Promise<CloseAnswer> {
	const { executionId: id } = state.plan;
	requireKeepable(state);
	if (state.phase === 'running') return openingKept(state, control.clock.now());
	requireJournal(control.driver, 'stopped');
	const over = nextChange(control, id, control.cancelWaitMs, isAtRest);
	control.driver.submit(id, { kind: 'endOpening', reason: KEPT_BY_CALLER });
	const after = await over;
	if (after !== undefined && isEnded(after)) return control.finals(after);
	const present = await ownExecution(control, id, by);
	requireKeepable(present);
	if (mayOpenMore(present)) throw notWrittenYet('cancel');
	return openingKept(present, control.clock.now());
}

/** Takes back a close that waits for a contract to trade while both legs are equal. */
async function takeBack(control: Control, by: Asker, state: ExecutionState): Promise<CloseAnswer> {
	const { executionId: id } = state.plan;
	requireJournal(control.driver, 'reversed');
	const over = nextChange(control, id, CHANGE_WAIT_MS, (next) => isEnded(next) || !isWaitingClose(next));
	control.driver.submit(id, { kind: 'closeTakenBack', reason: BY_CALLER });
	if ((await over) === undefined) throw notWrittenYet('cancel');
	const present = await ownExecution(control, id, by);
	if (isEnded(present)) return control.finals(present);
	if (present.phase !== 'running') requireCancelable(present);
	return closeTakenBack(present, control.clock.now());
}

/** Runs the changes to an execution's exit rules one at a time, so that two simultaneous calls both take effect. */
function changeExit(
	control: Control,
	by: Asker,
	id: string,
	change: (state: ExecutionState) => ExitPlan,
): Promise<ExitAnswer> {
	const before = control.changing.get(id) ?? Promise.resolve();
	const answer = before.then(() => applyExit(control, by, id, change));
	const settled = answer
		.catch(() => undefined)
		.finally(() => {
			if (control.changing.get(id) === settled) control.changing.delete(id);
		});
	control.changing.set(id, settled);
	return answer;
}

async function applyExit(
	control: Control,
	by: Asker,
	id: string,
	change: (state: ExecutionState) => ExitPlan,
): Promise<ExitAnswer> {
	const exit = change(await ownExecution(control, id, by));
	requireJournal(control.driver, 'changed');
	const noted = nextChange(
		control,
		id,
		CHANGE_WAIT_MS,
		(state, events) => isEnded(state) || events.some(({ type }) => type === 'ExitChanged'),
	);
	control.driver.submit(id, { kind: 'exitChanged', exit });
	const after = await noted;
	if (after === undefined) throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.exitNotWritten());
	requireExitChangeable(after);
	return exitAnswer(after);
}

async function resubmit(control: Control, by: Asker, jobId: string): Promise<ExecuteAnswer> {
	const id = (await control.journal.findJob(jobId))?.executionId;
	const state = id === undefined ? undefined : await findExecution(control, id);
	if (state === undefined || !mayCommand(state, by))
		throw new CarrywireError('UNKNOWN_JOB', REFUSAL_TEXT.unknownJob({ id: jobId }), {
			field: 'job_id',
		});
	if (state.phase !== 'failed')
		throw new CarrywireError(
			'NOT_RESUBMITTABLE',
			REFUSAL_TEXT.notResubmittable({ id: state.plan.executionId, status: statusOf(state) }),
			{ facts: { executionId: state.plan.executionId, status: statusOf(state) } },
		);
	if (state.plan.rolls !== undefined)
		throw new CarrywireError(
			'NOT_RESUBMITTABLE',
			REFUSAL_TEXT.rollNotResubmittable({ id: state.plan.executionId }),
			{ facts: { executionId: state.plan.executionId, status: statusOf(state) } },
		);
	// The request is not a preview, so the result is an execution.
	return (await control.execute(resubmission(state.plan, by))) as ExecuteAnswer;
}

async function history(
	control: Control,
	userId: string,
	id: string,
	limit: number,
): Promise<ExecutionHistory> {
	const by = { userId, agent: undefined };
	const state = await ownExecution(control, id, by);
	// The events of an execution that runs for a year are thousands, of which callers want the last few.
	const rows = await control.journal.readExecution(id, Math.max(0, state.eventCount - limit));
	return {
		events: rows
			.slice(Math.max(0, rows.length - limit))
			.map((row) => ({ ...row, text: eventSentence(row.event, state, shownNameOf) })),
		total: (rows.at(-1)?.streamSeq ?? state.eventCount - 1) + 1,
		agentId: state.plan.agentId ?? null,
	};
}

/**
 * Submits the close or cancel that a halt requires for an execution. Returns undefined if there is nothing to submit
 * now.
 */
function enforce(control: Control, state: ExecutionState): 'closing' | 'canceling' | undefined {
	const why = isEnded(state) ? null : control.halts.wantsClosed(state);
	if (why === null) return undefined;
	const { executionId } = state.plan;
	const isSlow = state.close?.firm === true || state.close?.maker !== undefined;
	if (state.phase === 'running' || (state.phase === 'closing' && isSlow)) {
		control.driver.submit(executionId, {
			kind: 'closeRequested',
			reason: `closed ${why}`,
			remaining: ZERO,
			maxSlippageBps: control.maxSlippageBpsDefault,
			firm: false,
		});
		return 'closing';
	}
	if (state.openedAt !== undefined || state.close !== undefined) return undefined;
	control.driver.submit(executionId, { kind: 'cancelRequested', reason: canceledBecause(why) });
	return 'canceling';
}

function enforceHalts(control: Control): Pick<HaltEffect, 'closing' | 'canceling'> {
	const asked = control.driver
		.states()
		.map((state) => ({ id: state.plan.executionId, what: enforce(control, state) }));
	const idsOf = (wanted: 'closing' | 'canceling') =>
		asked.flatMap(({ id, what }) => (what === wanted ? [id] : []));
	return { closing: idsOf('closing'), canceling: idsOf('canceling') };
}

/**
 * Runs the engine at once for each halted opening, so that resting orders are canceled now instead of at the next
 * check.
 */
function stopOpening(control: Control): void {
	for (const state of control.driver.states())
		if (!isEnded(state) && state.phase !== 'running' && control.halts.openingHalted(state) !== null)
			control.driver.submit(state.plan.executionId, { kind: 'tick' });
}

function isAtRest(state: ExecutionState): boolean {
	return isEnded(state) || state.phase === 'running';
}
