/**
 * Records the lifetimes of opportunities. Sightings are merged in memory and written in batches. An opportunity that
 * is seen again soon after a restart continues its lifetime. Otherwise the lifetime counts as ended with its last
 * sighting before the restart.
 */

import { type Decimal, parseDecimal } from '../domain/decimal.ts';
import type { FieldReason } from '../domain/opportunity.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { Clock } from '../ports/clock.ts';
import type {
	EndReason,
	Life,
	LifePage,
	LifeQuery,
	LifeRecord,
	LifeStore,
	OpportunityLives,
} from '../ports/lives.ts';
import type { Logger } from '../ports/logger.ts';
import { RECORD_TEXT } from './text.ts';

/** A sighting of an opportunity at default terms. */
export type SeenFigures = {
	/** Coin and quote, such as `BTCUSDT`. */
	readonly symbol: string;
	/** The exchange pair's canonical name. */
	readonly pair: string;
	/** Headline spread, a fraction; null while unknown. */
	readonly spread: number | null;
	/** Expected net as a fraction of one leg's notional; null while unknown. */
	readonly expectedNet: number | null;
};

/** The `life` field of an opportunity detail. */
export type LifeSoFar = Pick<
	LifeRecord,
	'firstSeen' | 'peakSpread' | 'peakSpreadAt' | 'peakExpectedNet' | 'peakExpectedNetAt'
>;

/** Records when each opportunity was first and last seen, its best figures, and why it ended. */
export type Lives = OpportunityLives & {
	/**
	 * Records a sighting at `at` (ms). It changes only memory and never throws, because every pair is seen every
	 * second.
	 */
	seen(opportunityId: string, figures: SeenFigures, at: number): void;
	/** Ends a lifetime at `at` (ms). An unknown opportunity is ignored. */
	ended(opportunityId: string, reason: EndReason, at: number): void;
	/** Returns an opportunity's current lifetime; undefined before its first sighting. */
	current(opportunityId: string): LifeSoFar | undefined;
	/**
	 * Writes everything that can be written. Lifetimes stay open, so that the service continues them after its next
	 * start.
	 */
	close(): Promise<void>;
};

/** Maximum open lifetimes in memory. Further opportunities are not recorded. */
export const OPEN_LIVES_MAX = 50_000;
/** A lifetime resumes after a restart if its last sighting is at most this old, ms; otherwise it counts as ended. */
export const RESUME_MS = 15 * 60_000;
const FLUSH_MS = 5_000;
/** Interval at which a lifetime is written even if only its last sighting has changed, ms. */
const LAST_SEEN_MS = 10 * 60_000;
/** Maximum rows per transaction. */
const BATCH_ROWS = 500;
/** Maximum ended lifetimes that wait to be written; the oldest are dropped. */
const WAITING_ENDS_MAX = 10_000;
const FIGURE_PLACES = 12;
/** Figures above this cannot be valid fractions. */
const FIGURE_MAX = 1e6;

/** A current lifetime. It is changed in place, because every pair is seen every second. */
type OpenLife = { -readonly [Name in keyof Life]: Life[Name] } & {
	/** True if the lifetime has changed since it was last written. */
	changed: boolean;
	/** Value of `lastSeen` when the lifetime was last written, ms. */
	writtenSeen: number;
	/** True if the lifetime was loaded from an earlier run and the opportunity has not been seen in this one. */
	resumed: boolean;
};

type LivesParts = {
	/** Lifetimes that were open when the service last stopped, oldest first. */
	readonly open: readonly Life[];
	readonly store: Pick<LifeStore, 'put' | 'find'>;
	readonly clock: Clock;
	readonly log: Logger;
};

type LivesState = Omit<LivesParts, 'open'> & {
	readonly open: Map<string, OpenLife>;
	readonly startedAt: number;
	ends: Life[];
	warnedFull: boolean;
	/** The write in progress. Only one may run at a time, so that an older state never overwrites a newer one. */
	writing: Promise<boolean>;
	isWriting: boolean;
};

/**
 * Creates the tracker, with the lifetimes that were open when the service last stopped. A failed write is logged and
 * retried.
 */
export function createLives(parts: LivesParts): Lives {
	const { store, clock } = parts;
	const open = new Map<string, OpenLife>();
	const state: LivesState = {
		...parts,
		open,
		startedAt: clock.now(),
		ends: [],
		warnedFull: false,
		writing: Promise.resolve(true),
		isWriting: false,
	};
	for (const life of parts.open) {
		const earlier = open.get(life.opportunityId);
		// The service was killed before it could write the end of the earlier lifetime.
		if (earlier !== undefined) end(state, earlier, 'service_stopped', earlier.lastSeen);
		open.set(life.opportunityId, { ...life, changed: false, writtenSeen: life.lastSeen, resumed: true });
	}
	const cancelFlush = clock.every(FLUSH_MS, () => flush(state));

	return {
		seen: (opportunityId, figures, at) => see(state, opportunityId, figures, at),
		ended(opportunityId, reason, at) {
			const life = open.get(opportunityId);
			if (life !== undefined) end(state, life, reason, at);
		},
		current(opportunityId) {
			const life = open.get(opportunityId);
			if (life === undefined) return undefined;
			const { firstSeen, peakSpread, peakSpreadAt, peakExpectedNet, peakExpectedNetAt } = recordOf(life);
			return { firstSeen, peakSpread, peakSpreadAt, peakExpectedNet, peakExpectedNetAt };
		},
		async list(query: LifeQuery): Promise<LifePage> {
			const { lives, count } = await store.find(query);
			return {
				data: lives.map((life) => recordOf(present(state, life))),
				pagination: paginationOf(count, query),
				asOf: instant(clock.now()),
			};
		},
		async close() {
			cancelFlush();
			await writeAll(state);
		},
	};
}

function see(state: LivesState, opportunityId: string, figures: SeenFigures, at: number): void {
	let life = state.open.get(opportunityId);
	if (life?.resumed === true) {
		life.resumed = false;
		if (at - life.lastSeen > RESUME_MS) {
			end(state, life, 'service_stopped', life.lastSeen);
			life = undefined;
		}
	}
	life ??= begin(state, opportunityId, figures, at);
	if (life === undefined) return;
	if (at > life.lastSeen) life.lastSeen = at;
	const { spread, expectedNet } = figures;
	if (spread !== null && isFigure(spread) && (life.peakSpread === null || spread > life.peakSpread)) {
		life.peakSpread = spread;
		life.peakSpreadAt = at;
		life.changed = true;
	}
	if (
		expectedNet !== null &&
		isFigure(expectedNet) &&
		(life.peakExpectedNet === null || expectedNet > life.peakExpectedNet)
	) {
		life.peakExpectedNet = expectedNet;
		life.peakExpectedNetAt = at;
		life.changed = true;
	}
}

function begin(
	state: LivesState,
	opportunityId: string,
	{ symbol, pair }: SeenFigures,
	at: number,
): OpenLife | undefined {
	if (state.open.size >= OPEN_LIVES_MAX) {
		if (!state.warnedFull)
			state.log.warn(
				{ limit: OPEN_LIVES_MAX },
				'too many opportunities; the service does not record the lifetimes of further ones',
			);
		state.warnedFull = true;
		return undefined;
	}
	const life: OpenLife = {
		opportunityId,
		symbol,
		pair,
		firstSeen: at,
		lastSeen: at,
		peakSpread: null,
		peakSpreadAt: null,
		peakExpectedNet: null,
		peakExpectedNetAt: null,
		endedAt: null,
		endReason: null,
		changed: true,
		writtenSeen: at,
		resumed: false,
	};
	state.open.set(opportunityId, life);
	return life;
}

function end(state: LivesState, life: OpenLife, reason: EndReason, at: number): void {
	state.open.delete(life.opportunityId);
	state.ends.push({ ...plain(life), endedAt: Math.max(at, life.firstSeen), endReason: reason });
	if (state.ends.length > WAITING_ENDS_MAX) state.ends.shift();
}

function flush(state: LivesState): void {
	if (state.isWriting) return;
	if (state.clock.now() - state.startedAt > RESUME_MS) endUnseen(state);
	const changed: OpenLife[] = [];
	for (const life of state.open.values()) {
		if (changed.length === BATCH_ROWS) break;
		if (life.changed || life.lastSeen - life.writtenSeen >= LAST_SEEN_MS) changed.push(life);
	}
	void write(state, state.ends.slice(0, BATCH_ROWS), changed);
}

/** Ends lifetimes from an earlier run whose opportunities have not been seen since the service started. */
function endUnseen(state: LivesState): void {
	for (const life of state.open.values())
		if (life.resumed) end(state, life, 'service_stopped', life.lastSeen);
}

/** Writes lifetimes; returns false if the write failed. The next flush retries. */
function write(state: LivesState, ended: readonly Life[], living: readonly OpenLife[]): Promise<boolean> {
	if (ended.length + living.length === 0) return Promise.resolve(true);
	state.isWriting = true;
	state.writing = put(state, ended, living).finally(() => {
		state.isWriting = false;
	});
	return state.writing;
}

/** Writes rows and updates the state; false if the write failed. Never rejects. */
async function put(state: LivesState, ended: readonly Life[], living: readonly OpenLife[]): Promise<boolean> {
	const { open, store, log } = state;
	const rows = living.map(plain);
	// Reset the flag before the write, so that a sighting during the write sets it again.
	for (const life of living) life.changed = false;
	try {
		await store.put([...ended, ...rows]);
	} catch (error) {
		for (const life of living) life.changed = true;
		log.warn({ error }, 'cannot write lifetimes of opportunities; they are kept for the next attempt');
		return false;
	}
	const written = new Set(ended);
	state.ends = state.ends.filter((life) => !written.has(life));
	living.forEach((life, index) => {
		life.writtenSeen = rows[index]?.lastSeen ?? life.writtenSeen;
		// Move the lifetime to the end of the map, so that frequently changing lifetimes do not block the others.
		if (open.get(life.opportunityId) !== life) return;
		open.delete(life.opportunityId);
		open.set(life.opportunityId, life);
	});
	return true;
}

/** Returns the current state of a lifetime, which may not have been written yet. */
function present({ open, ends }: LivesState, life: Life): Life {
	const living = open.get(life.opportunityId);
	if (living?.firstSeen === life.firstSeen) return plain(living);
	return ends.find((ended) => isSame(ended, life)) ?? life;
}

async function writeAll(state: LivesState): Promise<void> {
	await state.writing;
	while (state.ends.length > 0 && (await write(state, state.ends.slice(0, BATCH_ROWS), [])));
	const living = [...state.open.values()].filter(
		(life) => life.changed || life.lastSeen !== life.writtenSeen,
	);
	for (let from = 0; from < living.length; from += BATCH_ROWS)
		if (!(await write(state, [], living.slice(from, from + BATCH_ROWS)))) return;
}

function isFigure(value: number): boolean {
	return Math.abs(value) <= FIGURE_MAX;
}

function isSame(a: Life, b: Life): boolean {
	return a.opportunityId === b.opportunityId && a.firstSeen === b.firstSeen;
}

function plain({ changed: _changed, writtenSeen: _written, resumed: _resumed, ...life }: OpenLife): Life {
	return life;
}

function recordOf(life: Life): LifeRecord {
	return {
		opportunityId: life.opportunityId,
		symbol: life.symbol,
		exchangepair: life.pair,
		state: life.endedAt === null ? 'open' : 'ended',
		firstSeen: instant(life.firstSeen),
		lastSeen: instant(life.lastSeen),
		peakSpread: decimalOrNull(life.peakSpread),
		peakSpreadAt: instantOrNull(life.peakSpreadAt),
		peakExpectedNet: decimalOrNull(life.peakExpectedNet),
		peakExpectedNetAt: instantOrNull(life.peakExpectedNetAt),
		endedAt: instantOrNull(life.endedAt),
		endReason: life.endReason,
		reasons: [
			...(life.peakSpread === null ? neverKnown('peak_spread', 'spread') : []),
			...(life.peakExpectedNet === null ? neverKnown('peak_expected_net', 'expected_net') : []),
		],
	};
}

function neverKnown(field: string, what: 'spread' | 'expected_net'): FieldReason[] {
	const message = RECORD_TEXT.neverKnown({ what });
	return [field, `${field}_at`].map((name) => ({ field: name, code: 'NEVER_KNOWN', message }));
}

function decimalOrNull(value: number | null): Decimal | null {
	return value === null ? null : parseDecimal(value.toFixed(FIGURE_PLACES));
}

function instant(at: number): string {
	return new Date(at).toISOString();
}

function instantOrNull(at: number | null): string | null {
	return at === null ? null : instant(at);
}
