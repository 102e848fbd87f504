/**
 * Sends bulk requests, each of which returns many contracts at once. ccxt claims which bulk methods an exchange has,
 * but only a call shows whether the claim is true. A refused method is marked as missing for five minutes, with the
 * reason, and then tried again. A method that keeps failing while the exchange responds to others is marked as
 * missing too. If the exchange responds to no other method either, the exchange counts as unreachable.
 */
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { isBody, text } from '../shared/fields.ts';
import { methodFailed, noAnswer, noMethod } from './text.ts';
import type { UnifiedMethod } from './unified-exchange.ts';
import type { UnifiedSession } from './unified-session.ts';

/** Rows, keyed by ccxt's symbol. */
export type BulkRows = ReadonlyMap<string, unknown>;

/** Cached responses from ccxt's bulk methods, and the reasons for missing ones. */
export type BulkReads = {
	/**
	 * Reads the rows of all groups, at most `ageMsMax` old. A missing method has no rows. @throws VenueError if the
	 * request failed and the method may exist
	 */
	readonly read: (method: UnifiedMethod, groups: readonly Group[], ageMsMax: number) => Promise<BulkRows>;
	/**
	 * Returns the reason why no group has rows from this method; undefined if a group has rows, or before the first
	 * request.
	 */
	readonly lacking: (method: UnifiedMethod) => string | undefined;
};

/**
 * Contracts with the same settlement currency. They are grouped because some exchanges return one currency per
 * request.
 */
export type Group = { readonly settle: string; readonly symbols: readonly string[] };

/** Pause before a missing method is tried again, milliseconds. */
const LACKING_MS = 5 * 60_000;

/**
 * Number of consecutive failures that mark a method as missing, if the exchange has responded to another request
 * since the first of them.
 */
const FAILURES_MAX = 3;

type Kept = {
	readonly rows: BulkRows;
	readonly readAt: number;
	/** Reason why the method is missing; undefined if the method returned rows. */
	readonly failure: string | undefined;
};

/** Creates an empty cache for one exchange. A missing method is tried again after five minutes. */
export function createBulkReads(venue: string, session: UnifiedSession, clock: Clock): BulkReads {
	const kept = new Map<UnifiedMethod, Map<string, Kept>>();
	const failing = new Map<string, { count: number; readonly since: number }>();
	let answeredAt = Number.NEGATIVE_INFINITY;

	async function readGroup(method: UnifiedMethod, group: Group, ageMsMax: number): Promise<Kept> {
		const ofMethod = kept.get(method) ?? new Map<string, Kept>();
		kept.set(method, ofMethod);
		const last = ofMethod.get(group.settle);
		const ageMs = last === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - last.readAt;
		if (last !== undefined && ageMs < (last.failure === undefined ? ageMsMax : LACKING_MS)) return last;
		const next = await ask(method, group);
		ofMethod.set(group.settle, next);
		return next;
	}

	async function ask(method: UnifiedMethod, group: Group): Promise<Kept> {
		const lacking = (failure: string): Kept => ({ rows: new Map(), readAt: clock.monotonic(), failure });
		if (!(await session.claims(method))) return lacking(noMethod(method));
		const key = `${method} ${group.settle}`;
		try {
			const rows = bySymbol(await session.read('market', method, group.symbols));
			answeredAt = clock.monotonic();
			failing.delete(key);
			return rows.size === 0
				? lacking(noAnswer(method))
				: { rows, readAt: clock.monotonic(), failure: undefined };
		} catch (error) {
			const reason = methodFailed(method, messageOf(error));
			if (error instanceof VenueError && error.kind === 'rejected') return lacking(reason);
			const failures = failing.get(key) ?? { count: 0, since: clock.monotonic() };
			failing.set(key, { ...failures, count: failures.count + 1 });
			if (failures.count + 1 >= FAILURES_MAX && answeredAt >= failures.since) return lacking(reason);
			const fault = error instanceof VenueError ? error.fault : undefined;
			throw new VenueError(venue, 'unavailable', reason, { cause: error, fault });
		}
	}

	return {
		async read(method, groups, ageMsMax) {
			const answers = await Promise.all(groups.map((group) => readGroup(method, group, ageMsMax)));
			return new Map(answers.flatMap(({ rows }) => [...rows]));
		},
		lacking(method) {
			const groups = [...(kept.get(method)?.values() ?? [])];
			return groups.every(({ failure }) => failure !== undefined) ? groups[0]?.failure : undefined;
		},
	};
}

/** Indexes ccxt's response by symbol. ccxt returns an object keyed by symbol, or a list of rows with a symbol. */
function bySymbol(answer: unknown): BulkRows {
	if (!Array.isArray(answer)) return new Map(isBody(answer) ? Object.entries(answer) : []);
	return new Map(
		answer.flatMap((row: unknown): [string, unknown][] => {
			const symbol = text(row, 'symbol');
			return symbol === undefined ? [] : [[symbol, row]];
		}),
	);
}
