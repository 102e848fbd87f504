/**
 * Takes a sample of every user's accounts and open executions once a period, and stores it. A failed or slow sample
 * leaves a gap: figures are never filled in later, and trading never waits for a sample.
 */
import { plus } from '../domain/account-identity.ts';
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	mulTrunc,
	ONE,
	roundPlaces,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import { LEDGER_PLACES } from '../domain/ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import {
	type AccountSample,
	type ExecutionSample,
	MINUTE_MS,
	type SampleBatch,
	type SampleStore,
} from '../ports/money-samples.ts';
import type { FiguresNow, OpenNow } from './figures-now.ts';
import type { RunningPortfolioReader } from './reader.ts';

/**
 * Maximum age of an account's read before the sampler requests it from the exchange, ms. In between, the equity
 * follows the marks of the positions, and a fill or payment that was booked causes a read at once.
 */
export const ACCOUNT_READ_MS = 5 * MINUTE_MS;
/** Maximum number of users whose accounts are read at the same time. */
const USERS_AT_ONCE = 10;

/** Dependencies of the sampler. */
export type SamplerOptions = {
	/** Returns the users who have a connected account or an open execution. */
	readonly users: () => readonly string[];
	readonly figuresNow: RunningPortfolioReader['figuresNow'];
	readonly store: Pick<SampleStore, 'add'>;
	/** Time between two samples, ms; a whole number of minutes. */
	readonly periodMs: number;
	readonly clock: Clock;
	readonly log: Logger;
};

/** Takes samples from `start` until `close`. */
export type Sampler = {
	readonly start: () => void;
	/** Time since which samples cannot be stored, milliseconds; undefined while they are stored. */
	readonly failingSince: () => number | undefined;
	/** Stores nothing more. Resolves once the reads in progress have ended. */
	readonly close: () => Promise<void>;
};

type Running = SamplerOptions & {
	failingSince: number | undefined;
	/** The sample in progress; never rejects. Only one is taken at a time. */
	taking: Promise<void> | undefined;
	cancel: () => void;
	isClosed: boolean;
};

/** Creates the sampler. It takes a sample at the start of each period. */
export function createSampler(options: SamplerOptions): Sampler {
	const sampler: Running = {
		...options,
		failingSince: undefined,
		taking: undefined,
		cancel() {},
		isClosed: false,
	};
	return {
		start: () => scheduleNext(sampler),
		failingSince: () => sampler.failingSince,
		async close() {
			sampler.isClosed = true;
			sampler.cancel();
			await sampler.taking;
		},
	};
}

function scheduleNext(sampler: Running): void {
	const { clock, periodMs } = sampler;
	sampler.cancel = clock.after(periodMs - (clock.now() % periodMs), () => {
		scheduleNext(sampler);
		sampler.taking ??= take(sampler).finally(() => {
			sampler.taking = undefined;
		});
	});
}

/** Never rejects. */
async function take(sampler: Running): Promise<void> {
	const { clock, store, log } = sampler;
	const now = clock.now();
	try {
		const batch = await batchOf(sampler, now - (now % MINUTE_MS));
		if (sampler.isClosed) return;
		await store.add(batch);
		if (sampler.failingSince !== undefined) log.info({}, 'samples of equity and profit are stored again');
		sampler.failingSince = undefined;
	} catch (error) {
		// One warning per failure is enough, because the next minutes repeat it.
		if (sampler.failingSince === undefined)
			log.warn({ error }, 'samples of equity and profit cannot be stored; charts will have a gap');
		sampler.failingSince ??= now;
	}
}

async function batchOf(sampler: Running, at: number): Promise<SampleBatch> {
	const users = sampler.users();
	const accounts: SampleBatch['accounts'][number][] = [];
	const executions: SampleBatch['executions'][number][] = [];
	for (let begin = 0; begin < users.length; begin += USERS_AT_ONCE) {
		const group = users.slice(begin, begin + USERS_AT_ONCE);
		const figures = await Promise.all(group.map((userId) => sampler.figuresNow(userId, ACCOUNT_READ_MS)));
		for (const [index, userId] of group.entries()) {
			const { accounts: rows, open } = figures[index] as FiguresNow;
			accounts.push(...rows.map((row) => ({ userId, ...accountSample(row) })));
			executions.push(
				...open.map((one) => ({ executionId: one.state.plan.executionId, ...executionSample(one) })),
			);
		}
	}
	return { at, accounts, executions };
}

/** Figures of an account that could not be read now are old, so they are unknown in the sample. */
function accountSample(row: FiguresNow['accounts'][number]): AccountSample {
	const { exchange, account, equity, externalFlows, stale } = row;
	return {
		exchange,
		account,
		equity: stale || equity === null ? null : rounded(equity),
		externalFlows: stale || externalFlows === null ? null : rounded(externalFlows),
	};
}

/** Returns the sample of an open execution at its current marks. */
export function executionSample({ state, marks, ledger: { long, short } }: OpenNow): ExecutionSample {
	const delta = sub(state.held.long, state.held.short);
	const mark = marks.long ?? marks.short;
	const pricePnl = plus(long.priceAtMid, short.priceAtMid);
	return {
		pricePnl: pricePnl === null ? null : rounded(pricePnl),
		fundingPnl: sub(
			add(long.fundingReceived, short.fundingReceived),
			add(long.fundingPaid, short.fundingPaid),
		),
		feeCost: add(long.fees, short.fees),
		slippageCost: rounded(add(long.slippage, short.slippage)),
		delta,
		deltaUsd: deltaUsdOf(delta, mark),
		basis:
			marks.long === null || marks.short === null || marks.long === 0n
				? null
				: rounded(sub(divTrunc(marks.short, marks.long), ONE)),
	};
}

function deltaUsdOf(delta: Decimal, mark: Decimal | null): Decimal | null {
	if (delta === 0n) return ZERO;
	if (mark === null) return null;
	const worth = rounded(mulTrunc(abs(delta), mark));
	return delta > 0n ? worth : sub(ZERO, worth);
}

/** Samples are observations, so they keep the digits of the exchanges' ledgers and no more. */
function rounded(value: Decimal): Decimal {
	return roundPlaces(value, LEDGER_PLACES);
}
