/**
 * Requests that answer for many contracts at once. ccxt says which an exchange has; whether it has them shows when they are
 * called. One that is refused, or fails again and again while the exchange answers others, is lacking for some minutes, with
 * the reason, and then tried again. A failure beside which nothing else is answered is an exchange that is away.
 */
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { isBody, text } from '../shared/fields.ts';
import type { UnifiedMethod } from './unified-exchange.ts';
import type { UnifiedSession } from './unified-session.ts';

/** Rows by ccxt's symbol. */
export type BulkRows = ReadonlyMap<string, unknown>;

/** Cached answers of ccxt's methods for many contracts, and the reasons for methods that give none. */
export type BulkReads = {
	/** Rows of all groups, at most so old. What is lacking has none. @throws VenueError where it failed and may not be lacking */
	readonly read: (method: UnifiedMethod, groups: readonly Group[], ageMsMax: number) => Promise<BulkRows>;
	/** Why the exchange has no rows of it for any group; undefined where it has, or nobody asked yet. */
	readonly lacking: (method: UnifiedMethod) => string | undefined;
};

/** Contracts of one settlement currency: some exchanges answer for one at a time. */
export type Group = { readonly settle: string; readonly symbols: readonly string[] };

/** What was lacking is tried again after this long, milliseconds. */
const LACKING_MS = 5 * 60_000;

/** So many failures in a row are no accident, where the exchange has answered something else meanwhile. */
const FAILURES_MAX = 3;

type Kept = {
	readonly rows: BulkRows;
	readonly readAt: number;
	/** Why it is lacking; undefined where it is not. */
	readonly failure: string | undefined;
};

/** Creates an empty cache for one exchange; a method found lacking is tried again after some minutes. */
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
		if (!(await session.claims(method))) return lacking(`ccxt has no ${method} of it`);
		const key = `${method} ${group.settle}`;
		try {
			const rows = bySymbol(await session.read('market', method, group.symbols));
			answeredAt = clock.monotonic();
			failing.delete(key);
			return rows.size === 0
				? lacking(`${method} answered nothing`)
				: { rows, readAt: clock.monotonic(), failure: undefined };
		} catch (error) {
			const said = `${method} failed: ${messageOf(error)}`;
			if (error instanceof VenueError && error.kind === 'rejected') return lacking(said);
			const failures = failing.get(key) ?? { count: 0, since: clock.monotonic() };
			failing.set(key, { ...failures, count: failures.count + 1 });
			if (failures.count + 1 >= FAILURES_MAX && answeredAt >= failures.since) return lacking(said);
			const fault = error instanceof VenueError ? error.fault : undefined;
			throw new VenueError(venue, 'unavailable', said, { cause: error, fault });
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

/** ccxt answers an object by symbol, or a list of rows that carry it. */
function bySymbol(answer: unknown): BulkRows {
	if (!Array.isArray(answer)) return new Map(isBody(answer) ? Object.entries(answer) : []);
	return new Map(
		answer.flatMap((row: unknown): [string, unknown][] => {
			const symbol = text(row, 'symbol');
			return symbol === undefined ? [] : [[symbol, row]];
		}),
	);
}
