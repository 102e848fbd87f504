/** What the doctor found: one line each. */
import { messageOf } from '../../domain/message-of.ts';

/** Parts of an installation that the doctor looks at, in the order in which it does. */
export const AREAS = [
	'configuration',
	'machine',
	'data',
	'vault',
	'database',
	'service',
	'network',
	'clocks',
	'exchanges',
	'accounts',
] as const;

/** One part of an installation. */
export type Area = (typeof AREAS)[number];

/** `warn` is worth knowing and stops nothing; a `FAIL` keeps something from working. */
export type FindingState = 'ok' | 'warn' | 'FAIL';

/** One thing that the doctor has found. */
export type Finding = {
	readonly area: Area;
	readonly state: FindingState;
	/** What is so; a sentence without its full stop. */
	readonly said: string;
	/** What to do about it; null where nothing is to be done. */
	readonly todo: string | null;
};

/** Findings in the order in which they are found. */
export type Findings = AsyncIterable<Finding>;

/** Nothing is wrong here. */
export function ok(area: Area, said: string): Finding {
	return { area, state: 'ok', said, todo: null };
}

/** Worth knowing; it stops nothing. `todo`: what to do about it. */
export function warn(area: Area, said: string, todo: string): Finding {
	return { area, state: 'warn', said, todo };
}

/** Keeps something from working. `todo`: what to do about it. */
export function fail(area: Area, said: string, todo: string): Finding {
	return { area, state: 'FAIL', said, todo };
}

/** For people: `FAIL  network   what is so — what to do`. */
export function findingLine({ area, state, said, todo }: Finding): string {
	const width = Math.max(...AREAS.map((name) => name.length));
	return `${state.padEnd(4)}  ${area.padEnd(width)}  ${said}${todo === null ? '' : ` — ${todo}`}`;
}

/** The message of an error, on one line and without the full stop that a line of ours does not have. */
export function reasonOf(error: unknown): string {
	const text = messageOf(error);
	return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, REASON_CHARS_MAX);
}

/** What an exchange or a library says may be long. */
const REASON_CHARS_MAX = 500;
