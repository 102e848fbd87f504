/**
 * Determines, from the journal on disk and the exchanges' records, in which phase of an execution a kill happened.
 * Counts the kills by mode and phase.
 */
import { isEnded, isInFlight, type OrderState } from '../../src/domain/execution.ts';
import { type JournaledExecution, unacknowledged } from './journal-on-disk.ts';
import type { Mode } from './kill-draws.ts';

export const MOMENTS = [
	'between intent and acknowledgement',
	'between acknowledgement and proof',
	'one leg filled',
	'maker resting',
	'maker partly filled',
	'maker being cancelled',
	'mid-hedge',
	'between slices',
	'while closing',
	'while unwinding',
	'at rest',
] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * Returns the phases that a kill counts for, which may be several. @param isOneLegged true if the exchanges held
 * different quantities
 */
export function momentsOf(
	journaled: JournaledExecution | undefined,
	isOneLegged: boolean,
): readonly Moment[] {
	const state = journaled?.state;
	const moments = new Set<Moment>();
	if (isOneLegged) moments.add('one leg filled');
	if (state !== undefined && !isEnded(state)) {
		const flying = state.orders.filter(isInFlight);
		const makers = flying.filter(({ timeInForce }) => timeInForce === 'postOnly');
		const isHedged = state.held.long === state.held.short;
		if (unacknowledged(state).length > 0) moments.add('between intent and acknowledgement');
		if (flying.some(({ status, timeInForce }) => status === 'accepted' && timeInForce === 'IOC'))
			moments.add('between acknowledgement and proof');
		if (makers.some(isOnBook)) moments.add('maker resting');
		if (makers.some(({ filledQuantity }) => filledQuantity > 0n)) moments.add('maker partly filled');
		if (makers.some(({ cancelAskedAt }) => cancelAskedAt !== undefined)) moments.add('maker being cancelled');
		if (!isHedged || flying.some(({ purpose }) => purpose === 'complete')) moments.add('mid-hedge');
		if (isHedged && flying.length === 0 && state.held.long > 0n && state.phase !== 'running')
			moments.add('between slices');
		if (state.close !== undefined) moments.add('while closing');
		const closesOpening = state.close !== undefined && state.openedAt === undefined;
		if (closesOpening || state.phase === 'unwinding') moments.add('while unwinding');
	}
	if (moments.size === 0) moments.add('at rest');
	return [...moments];
}

function isOnBook({ status, cancelAskedAt }: OrderState): boolean {
	return status === 'accepted' && cancelAskedAt === undefined;
}

/** Counts kills by mode and phase. */
export type KillTally = {
	count(mode: Mode, moments: readonly Moment[]): void;
	kills(mode?: Mode): number;
	/** Returns the number of kills in this phase, in one mode or in all. */
	of(moment: Moment, mode?: Mode): number;
	/** Returns one line of text per phase, with the number of kills in each mode. */
	lines(): readonly string[];
};

export function createKillTally(modes: readonly Mode[]): KillTally {
	const counted: { readonly mode: Mode; readonly moments: readonly Moment[] }[] = [];
	const matching = (mode: Mode | undefined) =>
		counted.filter((kill) => mode === undefined || kill.mode === mode);
	const of: KillTally['of'] = (moment, mode) =>
		matching(mode).filter(({ moments }) => moments.includes(moment)).length;
	const perMode = (figure: (mode: Mode) => number): string =>
		modes.map((mode) => `${mode} ${figure(mode)}`).join(', ');
	return {
		count: (mode, moments) => counted.push({ mode, moments }),
		kills: (mode) => matching(mode).length,
		of,
		lines: () => [
			`${counted.length} in all: ${perMode((mode) => matching(mode).length)}`,
			...MOMENTS.map((moment) => `${moment} ${of(moment)}: ${perMode((mode) => of(moment, mode))}`),
		],
	};
}
