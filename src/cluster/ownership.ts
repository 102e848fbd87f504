/**
 * Keeps this process's lease, takes over users that no live process serves, and gives them away again.
 *
 * A unit passes through these states. `opening`: the process composes its part of the service; after a take-over from a
 * process that may still have orders under way it sends nothing before `sendFrom`. `served`. `leaving`: its orders in
 * flight are being proven, and then another process gets it. A unit that another process took over is lost: everything
 * about it in memory is dropped, and nothing more is sent.
 */
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { NodeEntry, NodeState, UnitEpoch, UnitGrant, UnitStore } from '../ports/units.ts';

/** Times of a lease, ms. */
export type LeaseTimes = {
	/** Life of a lease since its last renewal. */
	readonly ttlMs: number;
	readonly renewMs: number;
	/** The process stops sending this long before its lease ends. */
	readonly marginMs: number;
	/** Time between two searches for units without a live owner. */
	readonly pollMs: number;
};

/** The times with which take-overs were measured. */
export const LEASE_TIMES: LeaseTimes = { ttlMs: 3_000, renewMs: 1_000, marginMs: 500, pollMs: 250 };
/** Units that a process opens at a time. */
const OPENING_MAX = 50;
/** A process gives units away once it has this many more than its share. */
const SURPLUS_MIN = 2;
/** Version of the stops that matches no stored one: nothing may open. */
const UNKNOWN_STOPS = -1;

/** A unit that this process now serves. */
export type ServedUnit = UnitEpoch & {
	/** Time on the monotonic clock before which the process sends no order for the unit. */
	readonly sendFrom: number;
};

/** Work that follows from changes of ownership. */
export type UnitWork = {
	/** Longest time for which an exchange may still accept an order of the last owner, ms. */
	readonly waitMsOf: (unit: string) => Promise<number>;
	/** Begins to serve a unit. If it rejects, the unit is given back. */
	readonly open: (served: ServedUnit) => Promise<void>;
	/** Ends work on a unit in an orderly way. Resolves with true if the unit has no order in flight. */
	readonly drain: (unit: string) => Promise<boolean>;
	/** Drops a unit. Nothing may be sent for it after this call. */
	readonly drop: (unit: string) => void;
	/** Reads kill switches and stopped agents again. */
	readonly readStops: () => Promise<void>;
};

/** Parts of the ownership. */
export type OwnershipParts = {
	readonly store: UnitStore;
	readonly entry: NodeEntry;
	readonly work: UnitWork;
	readonly clock: Clock;
	readonly log: Logger;
	readonly times?: LeaseTimes;
};

type Held = { readonly epoch: number; stopVersion: number; phase: 'opening' | 'served' | 'leaving' };

type State = OwnershipParts & {
	readonly times: LeaseTimes;
	readonly units: Map<string, Held>;
	node: NodeState;
	/** Time on the monotonic clock until which the process may send. */
	sendUntil: number;
	isClosed: boolean;
	/** The last of the queries that must not overlap: a unit that one takes must not be found by another. */
	last: Promise<unknown>;
};

/** Creates the lease and the units of this process. It owns nothing before `start`. */
export function createOwnership(parts: OwnershipParts) {
	const state: State = {
		...parts,
		times: parts.times ?? LEASE_TIMES,
		units: new Map(),
		node: 'up',
		sendUntil: Number.NEGATIVE_INFINITY,
		isClosed: false,
		last: Promise.resolve(),
	};
	const { clock, entry, store, times, units } = state;
	const timers: (() => void)[] = [];
	return {
		node: entry.node,
		incarnation: entry.incarnation,
		epochOf: (unit: string) => units.get(unit)?.epoch,
		stopVersionOf: (unit: string) => units.get(unit)?.stopVersion ?? UNKNOWN_STOPS,
		/** Time on the monotonic clock until which this process may send orders. */
		sendUntil: () => state.sendUntil,
		/** Units of this process. */
		units: (): readonly string[] => [...units.keys()],
		/** Takes a lease, and from then on every unit that no live process serves, up to this process's share. */
		async start(): Promise<void> {
			await renew(state);
			const renewal = repeated(state, async () => {
				if (await renew(state)) await compare(state);
			});
			const search = repeated(state, () => takeFree(state).then(() => undefined));
			timers.push(clock.every(times.renewMs, renewal), clock.every(times.pollMs, search));
			await Promise.all(await takeFree(state));
		},
		/** Takes this unit now if no live process serves it. Returns true if this process serves it. */
		async claim(unit: string): Promise<boolean> {
			if (units.has(unit)) return true;
			if (state.node === 'draining') return false;
			const serving = await alone(state, async () => {
				const grant = units.has(unit) ? undefined : await store.takeOne(entry, unit);
				return grant === undefined ? undefined : { done: serve(state, grant) };
			});
			await serving?.done;
			return units.has(unit);
		},
		/** Reads at once who owns what, after another process has announced a change. */
		reread: () => compare(state),
		/** Gives all units away, one after another, and takes none. */
		async drain(): Promise<void> {
			state.node = 'draining';
			await renew(state);
			await Promise.all([...units.keys()].map((unit) => giveAway(state, unit)));
		},
		/** Ends the lease. Units that were not given away can be taken over at once. */
		async close(): Promise<void> {
			state.isClosed = true;
			for (const cancel of timers.splice(0)) cancel();
			state.sendUntil = Number.NEGATIVE_INFINITY;
			await store.leave(entry);
		},
	};
}

/** Runs the query after all earlier ones. */
function alone<Result>(state: State, query: () => Promise<Result>): Promise<Result> {
	const result = state.last.then(query);
	state.last = result.catch(() => undefined);
	return result;
}

/** Returns a task that does the work unless it is still under way, and logs a failure: the next one may succeed. */
function repeated(state: State, work: () => Promise<void>): () => void {
	let isUnderWay = false;
	return () => {
		if (isUnderWay || state.isClosed) return;
		isUnderWay = true;
		void work()
			.catch((error: unknown) =>
				state.log.warn({ error: messageOf(error) }, 'the lease could not be renewed'),
			)
			.finally(() => {
				isUnderWay = false;
			});
	};
}

/** Extends the lease. Returns false if another start of this node holds it. */
async function renew(state: State): Promise<boolean> {
	const { store, entry, times, clock, log } = state;
	// Counted from the asking, so that a late answer cannot lengthen the lease.
	const askedAt = clock.monotonic();
	if (await store.renew(entry, state.node, times.ttlMs)) {
		state.sendUntil = askedAt + times.ttlMs - times.marginMs;
		return true;
	}
	state.sendUntil = Number.NEGATIVE_INFINITY;
	log.error({ node: entry.node }, 'another start of this node holds its lease; this one serves nobody');
	for (const unit of [...state.units.keys()]) lose(state, unit);
	return false;
}

/** Compares the units in memory with those in the database. */
async function compare(state: State): Promise<void> {
	const { store, entry, units } = state;
	const owned = await alone(state, async () => {
		const before = new Map(units);
		const found = await store.owned(entry);
		const present = new Map(found.map((one) => [one.unit, one]));
		for (const [unit, held] of before)
			if (units.get(unit) === held && present.get(unit)?.epoch !== held.epoch) lose(state, unit);
		for (const one of found) if (!units.has(one.unit)) await acceptGiven(state, one);
		return found;
	});
	await followStops(state, owned);
	await shareOut(state);
}

/** Begins to serve a unit that another process gave to this one. */
async function acceptGiven(state: State, unit: UnitGrant): Promise<void> {
	if (state.node === 'draining') return;
	if (await state.store.accept(unit, state.entry.node)) void serve(state, unit);
}

/** Knows a version of the stops only once everything that it counts has been read. */
async function followStops({ units, work }: State, owned: readonly UnitGrant[]): Promise<void> {
	const changed = owned.filter(({ unit, epoch, stopVersion }) => {
		const held = units.get(unit);
		return held?.epoch === epoch && held.stopVersion !== stopVersion;
	});
	if (changed.length === 0) return;
	await work.readStops();
	for (const { unit, epoch, stopVersion } of changed) {
		const held = units.get(unit);
		if (held?.epoch === epoch) held.stopVersion = stopVersion;
	}
}

/** Takes units that no live process serves. Returns the opening of each. */
function takeFree(state: State): Promise<readonly Promise<void>[]> {
	const { store, entry, clock, units } = state;
	return alone(state, async () => {
		if (state.node === 'draining' || clock.monotonic() >= state.sendUntil) return [];
		const { free, share } = await shares(state);
		const limit = Math.min(share - units.size, OPENING_MAX);
		if (free === 0 || limit <= 0) return [];
		return (await store.take(entry, limit)).map((grant) => serve(state, grant));
	});
}

/** Returns the number of units that each process should serve, and of those that none serves. */
async function shares({ store }: State): Promise<{ readonly free: number; readonly share: number }> {
	const [{ units, free }, nodes] = await Promise.all([store.counts(), store.nodes()]);
	const taking = nodes.filter(({ state }) => state === 'up').length;
	return { free, share: Math.ceil(units / Math.max(1, taking)) };
}

/** Gives one unit away if this process has more than its share, so that a new process gets its part step by step. */
async function shareOut(state: State): Promise<void> {
	if (state.node === 'draining' || state.units.size < SURPLUS_MIN) return;
	const { share } = await shares(state);
	if (state.units.size < share + SURPLUS_MIN) return;
	const surplus = [...state.units].find(([, { phase }]) => phase === 'served')?.[0];
	if (surplus !== undefined) await giveAway(state, surplus);
}

async function serve(state: State, grant: UnitGrant): Promise<void> {
	const { clock, entry, log, store, units, work } = state;
	const { unit, epoch, isClean, stopVersion } = grant;
	const takenAt = clock.monotonic();
	const held: Held = { epoch, stopVersion: UNKNOWN_STOPS, phase: 'opening' };
	units.set(unit, held);
	try {
		const waitMs = isClean ? 0 : await work.waitMsOf(unit);
		await work.readStops();
		held.stopVersion = stopVersion;
		await work.open({ unit, epoch, sendFrom: takenAt + waitMs });
		held.phase = 'served';
		log.info({ unit, epoch, waitMs }, 'serves a user');
	} catch (error) {
		log.error({ unit, epoch, error: messageOf(error) }, 'a user could not be served; the unit goes back');
		if (units.get(unit) !== held) return;
		lose(state, unit);
		await store.give(grant, entry.node, null, false).catch(() => undefined);
	}
}

/** Gives a unit to the live process with the fewest units. It stays here if there is none, or if it cannot be drained. */
async function giveAway(state: State, unit: string): Promise<void> {
	const { store, entry, units, work, log } = state;
	const held = units.get(unit);
	if (held?.phase !== 'served') return;
	const successor = (await store.nodes())
		.filter((one) => one.state === 'up' && one.node !== entry.node)
		.toSorted((a, b) => a.units - b.units)[0];
	if (successor === undefined && state.node === 'up') return;
	held.phase = 'leaving';
	const isClean = await work.drain(unit);
	if (units.get(unit) !== held) return;
	lose(state, unit);
	await store.give({ unit, epoch: held.epoch }, entry.node, successor?.node ?? null, isClean);
	log.info({ unit, to: successor?.node, isClean }, 'gave a user away');
}

function lose({ units, work, log }: State, unit: string): void {
	if (!units.delete(unit)) return;
	log.info({ unit }, 'serves a user no more');
	work.drop(unit);
}
