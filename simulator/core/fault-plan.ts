/** Keeps the fault plan: which requests get which fault, and how often each fault was applied. */

import { formatDecimal, ONE, ZERO } from '../../src/domain/decimal.ts';
import { FieldError, type Fields, readFields, required } from './json-fields.ts';
import { LAG_MS_MAX, type ReadLag } from './read-lag.ts';
import { streamOf, uniformBetween } from './seeded.ts';

/**
 * One entry of the fault plan. An entry applies to requests with a matching operation and symbol, `count` times
 * (default 1), after skipping the first `skip` matches (default 0).
 */
export type Fault = {
	readonly id: string;
	/**
	 * `any`, or the operation class that the front end assigns to each request: `order.create`, `order.cancel`,
	 * `order.query`, `account`, `position`, `funding`, `deadMan` (requests that arm or disarm a dead-man switch),
	 * `transfer` (requests that move money between an owner's wallets), `oauth`, `promotion` (requests about a broker's or referrer's share, which trading does not need), `market`.
	 */
	readonly operation: string;
	readonly symbol?: string | undefined;
	readonly skip?: number | undefined;
	readonly count?: number | undefined;
	/** Fraction of the matching requests that get the fault, 0 to 1. `seed` decides which ones. */
	readonly share?: number | undefined;
	readonly seed?: number | undefined;
	readonly action: /** Closes the connection before the request has any effect. */
		| { readonly kind: 'dropRequest' }
		/** Executes the request, then closes the connection without a response. */
		| { readonly kind: 'dropAnswer' }
		/** Waits before the effect (the receive window is checked after the wait) or before the response. */
		| { readonly kind: 'delay'; readonly at: 'before' | 'after'; readonly ms: number }
		/** Responds with this HTTP status before or after the effect. */
		| { readonly kind: 'status'; readonly at: 'before' | 'after'; readonly status: number }
		/** order.create only: refuses with the exchange's own code for FAULT_REJECT. */
		| { readonly kind: 'reject' }
		/** order.create only: fills at most this fraction of the quantity; the rest of an IOC order is canceled. */
		| { readonly kind: 'partialFill'; readonly share: string }
		/** Responds with the exchange's own rate-limit body. */
		| { readonly kind: 'rateLimit' }
		/**
		 * Responds as the exchange does to a banned address. If the response says when the ban ends, that is `ms`
		 * from now, or the documented time by default.
		 */
		| { readonly kind: 'ban'; readonly ms?: number | undefined }
		/**
		 * Only for operation `any`: while the entry exists, requests and streams show changes late. Lags are random,
		 * from the seed.
		 */
		| ({ readonly kind: 'lag' } & Omit<ReadLag, 'seed'>);
};

/** Operation classes, as documented at `Fault`. */
const OPERATIONS = [
	'any',
	'order.create',
	'order.cancel',
	'order.query',
	'deadMan',
	'transfer',
	'account',
	'position',
	'funding',
	'oauth',
	'promotion',
	'market',
] as const;

const KINDS = [
	...(['dropRequest', 'dropAnswer', 'delay', 'status', 'reject', 'partialFill', 'rateLimit'] as const),
	...(['ban', 'lag'] as const),
] as const;

/** Fault types that apply to a single order. */
const ORDER_KINDS: readonly string[] = ['reject', 'partialFill'];

const FAULTS_MAX = 1_000;
const COUNT_MAX = 1_000_000;
const DELAY_MS_MAX = 600_000;

export type PlannedFault = {
	readonly fault: Fault;
	/** Number of matching requests, including the skipped ones. Requests after the last hit are not counted. */
	readonly matched: number;
	/** Number of requests that got the fault. */
	readonly hits: number;
};

export type FaultPlan = {
	/** @throws FieldError if the plan is full */
	add(fault: Omit<Fault, 'id'>): Fault;
	list(): readonly PlannedFault[];
	/** Removes one entry, or all if `id` is undefined. Returns the number of removed entries. */
	remove(id: string | undefined): number;
	/** Returns the first entry that applies to this request, and counts a hit of that entry. */
	take(operation: string, symbol: string | undefined): Fault | undefined;
	/** Returns the lag in force, which is that of the latest `lag` entry. */
	lag(): ReadLag | undefined;
	/**
	 * Returns the current lag for a request that reads the account, and counts a hit. Returns undefined for any other
	 * request.
	 */
	takeLag(operation: string): ReadLag | undefined;
};

/** Operation classes that read orders, fills or positions. */
const LAGGING: ReadonlySet<string> = new Set(['order.query', 'account', 'position']);

export function createFaultPlan(): FaultPlan {
	const entries: { fault: Fault; matched: number; hits: number }[] = [];
	let lastId = 0;
	const lagging = () => entries.findLast(({ fault }) => fault.action.kind === 'lag');
	return {
		add(spec) {
			if (entries.length >= FAULTS_MAX)
				throw new FieldError(`There are too many faults, limit ${FAULTS_MAX}.`);
			lastId += 1;
			const fault = { id: String(lastId), ...spec };
			entries.push({ fault, matched: 0, hits: 0 });
			return fault;
		},
		list: () => entries.map((entry) => ({ ...entry })),
		remove(id) {
			const before = entries.length;
			for (let index = entries.length - 1; index >= 0; index -= 1) {
				if (id === undefined || entries[index]?.fault.id === id) entries.splice(index, 1);
			}
			return before - entries.length;
		},
		take(operation, symbol) {
			for (const entry of entries) {
				const { fault } = entry;
				if (fault.action.kind === 'lag') continue;
				if (fault.operation !== 'any' && fault.operation !== operation) continue;
				if (fault.symbol !== undefined && fault.symbol !== symbol) continue;
				if (entry.hits >= (fault.count ?? 1)) continue;
				entry.matched += 1;
				if (entry.matched <= (fault.skip ?? 0)) continue;
				if (fault.share !== undefined && drawn(fault.seed ?? 0, entry.matched) >= fault.share) continue;
				entry.hits += 1;
				return fault;
			}
			return undefined;
		},
		lag: () => lagOf(lagging()?.fault),
		takeLag(operation) {
			const entry = LAGGING.has(operation) ? lagging() : undefined;
			if (entry === undefined) return undefined;
			entry.matched += 1;
			entry.hits += 1;
			return lagOf(entry.fault);
		},
	};
}

function lagOf(fault: Fault | undefined): ReadLag | undefined {
	if (fault?.action.kind !== 'lag') return undefined;
	const { orders, fills, positions, streams } = fault.action;
	return { orders, fills, positions, streams, seed: fault.seed ?? 0 };
}

/** @throws FieldError if the fault is invalid */
export function readFault(value: unknown): Omit<Fault, 'id'> {
	const fields = readFields(value, ['operation', 'symbol', 'skip', 'count', 'share', 'seed', 'action']);
	const operation = required(fields.oneOf('operation', OPERATIONS), 'operation');
	const action = readAction(
		required(fields.object('action', ['kind', 'at', 'ms', 'status', 'share', ...LAGGED]), 'action'),
	);
	if (action.kind === 'lag' && operation !== 'any')
		throw new FieldError(`operation of a lag must be any, was ${operation}.`);
	if (ORDER_KINDS.includes(action.kind) && operation !== 'order.create') {
		throw new FieldError(`operation of a ${action.kind} must be order.create, was ${operation}.`);
	}
	return {
		operation,
		symbol: fields.text('symbol', 40),
		skip: fields.whole('skip', 0, COUNT_MAX),
		count: fields.whole('count', 1, COUNT_MAX),
		share: readShare(fields),
		seed: fields.whole('seed', 0, Number.MAX_SAFE_INTEGER),
		action,
	};
}

function readShare(fields: Fields): number | undefined {
	const share = fields.decimal('share');
	if (share === undefined) return undefined;
	if (share < ZERO || share > ONE) throw new FieldError('share must be 0 to 1.');
	return Number(formatDecimal(share));
}

/** Returns a number in [0, 1) that depends only on `seed` and `matched`. */
function drawn(seed: number, matched: number): number {
	return uniformBetween(streamOf(seed, 'fault'), matched, 0, 1);
}

/** Names of the lags that a `lag` fault can set. */
const LAGGED = ['orders', 'fills', 'positions', 'streams'] as const;

function readAction(fields: Fields): Fault['action'] {
	const kind = required(fields.oneOf('kind', KINDS), 'action.kind');
	const at = (): 'before' | 'after' => required(fields.oneOf('at', ['before', 'after']), 'action.at');
	switch (kind) {
		case 'delay':
			return { kind, at: at(), ms: required(fields.whole('ms', 0, DELAY_MS_MAX), 'action.ms') };
		case 'status':
			return { kind, at: at(), status: required(fields.whole('status', 200, 599), 'action.status') };
		case 'partialFill': {
			const share = required(fields.decimal('share'), 'action.share');
			if (share < ZERO || share > ONE) throw new FieldError('action.share must be 0 to 1.');
			return { kind, share: formatDecimal(share) };
		}
		case 'ban':
			return { kind, ms: fields.whole('ms', 0, DELAY_MS_MAX) };
		case 'lag': {
			const [orders = 0, fills = 0, positions = 0, streams = 0] = LAGGED.map((name) =>
				fields.whole(name, 0, LAG_MS_MAX),
			);
			return { kind, orders, fills, positions, streams };
		}
		default:
			return { kind };
	}
}
