/** Defines the doctor's findings, one line each. */
import { messageOf } from '../../domain/message-of.ts';

/** Parts of an installation that the doctor checks. */
export const AREAS = [
	'configuration',
	'machine',
	'data',
	'vault',
	'database',
	'service',
	'chat',
	'network',
	'clocks',
	'exchanges',
	'accounts',
] as const;

/** One part of an installation. */
export type Area = (typeof AREAS)[number];

/** `warn`: blocks nothing; `FAIL`: something does not work. */
export type FindingState = 'ok' | 'warn' | 'FAIL';

/** One finding of the doctor. */
export type Finding = {
	readonly area: Area;
	readonly state: FindingState;
	/** The finding, as a sentence without its full stop. */
	readonly said: string;
	/** The remedy; null if none is needed. */
	readonly todo: string | null;
};

/** Findings in the order of the checks. */
export type Findings = AsyncIterable<Finding>;

/** Creates a finding that reports no problem. */
export function ok(area: Area, said: string): Finding {
	return { area, state: 'ok', said, todo: null };
}

/** Creates a warning, which blocks nothing. `todo` says what to do about it. */
export function warn(area: Area, said: string, todo: string): Finding {
	return { area, state: 'warn', said, todo };
}

/** Creates a failure, which means that something does not work. `todo` says what to do about it. */
export function fail(area: Area, said: string, todo: string): Finding {
	return { area, state: 'FAIL', said, todo };
}

/** Formats a finding as a human-readable line: `FAIL  network   fact — what to do`. */
export function findingLine({ area, state, said, todo }: Finding): string {
	const width = Math.max(...AREAS.map((name) => name.length));
	return `${state.padEnd(4)}  ${area.padEnd(width)}  ${said}${todo === null ? '' : ` — ${todo}`}`;
}

/** Returns an error's message on one line, without its full stop and cut to a readable length. */
export function reasonOf(error: unknown): string {
	const text = messageOf(error);
	return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, REASON_CHARS_MAX);
}

/** Maximum length of an error's message, characters. Messages from exchanges and libraries can be long. */
const REASON_CHARS_MAX = 500;
