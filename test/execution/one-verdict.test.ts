/**
 * Checks on random markets that an opportunity has the same verdict in the list, in its detail, in a preview and for
 * an agent's `must_be_trade`. The alert for a running pair must agree with it.
 */
import { expect, test } from 'vitest';
import { reversalFinding } from '../../src/alerts/rules.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { isReversed } from '../../src/domain/exit-reversal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { DEFAULT_TERMS, type Opportunity, VERDICTS } from '../../src/domain/opportunity.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import { stayAdvice } from '../../src/domain/stay-advice.ts';
import { VERDICT_HORIZONS_HOURS } from '../../src/domain/verdict.ts';
import { createStayOutlook } from '../../src/engine/decide/stay-outlook.ts';
import { createOpenings } from '../../src/engine/drive/openings.ts';
import { judge, type PreflightOptions, type Readings } from '../../src/engine/orders/preflight.ts';
import { blockingGuards } from '../../src/opportunities/guards.ts';
import { createScanner, type Scanner } from '../../src/opportunities/scanner.ts';
import type { OpportunityQuery } from '../../src/ports/opportunities.ts';
import type { ExecuteRequest } from '../../src/ports/order-service.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { createRandomMarket, type RandomMarket } from '../support/random-market.ts';
import { runningExecution } from '../support/running-execution.ts';
import { createScannerSources } from '../support/scanner-sources.ts';

const MARKETS = 1_000;
/** Number of opportunities checked individually per market, for each verdict except `trade`. */
const OTHERS_PER_MARKET = 2;
const T0 = Date.UTC(2026, 10, 21, 8, 30);
const AGES = { tickerStaleMs: 5_000, bookStaleMs: 5_000 };
const MUCH = fromInteger(1_000_000_000);

const LIMITS: PreflightOptions['limits'] = {
	amountMaxUsd: MUCH,
	openAmountMaxUsd: MUCH,
	executionsOpenMax: 1_000,
	leverageMax: fromInteger(10),
	openNotionalMaxUsd: MUCH,
	coinNotionalMaxUsd: MUCH,
	venueNotionalMaxUsd: MUCH,
	unhedgedMaxUsd: MUCH,
	unhedgedUserMaxUsd: MUCH,
	unhedgedServiceMaxUsd: MUCH,
	dailyLossMaxUsd: MUCH,
	stressMovePct: fromInteger(10),
	liquidationDistanceMinPct: fromInteger(1),
	collarPct: fromInteger(5),
	dataAgeMsMax: 5_000,
	tickerStaleMs: AGES.tickerStaleMs,
	venueErrorPctMax: fromInteger(50),
	venueErrorsMin: 10,
	childDepthSharePct: fromInteger(20),
	makerMs: 30_000,
	gridMs: 14_400_000,
	maxSlippageBpsDefault: fromInteger(15),
	bookAgeMsMax: 5_000,
};

/** An agent that may open only opportunities whose verdict is `trade`. */
const AGENT = {
	agentId: 'agent_1',
	caps: { amountMax: null, openAmountMax: null, pairs: null, executionsPerDay: null, mustBeTrade: true },
};

const QUERY: OpportunityQuery = {
	exchangepair: undefined,
	limit: 100,
	page: 1,
	sortby: 'net_apr',
	q: undefined,
	maxMinAmount: undefined,
	order: 'best_first',
	isByCoin: false,
	coins: undefined,
	tradableOnly: false,
	verdict: undefined,
	terms: DEFAULT_TERMS,
};

function scannerOf(world: RandomMarket): Scanner {
	return createScanner({
		market: world.market,
		clock: world.clock,
		...createScannerSources(world.clock, world.history),
		limits: {
			...AGES,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: LIMITS.stressMovePct,
			tooGoodApr: fromInteger(50),
		},
	});
}

/** Builds the preview's inputs. Nothing is open, and both accounts have enough margin. */
function preflightOf(world: RandomMarket, scanner: Scanner): PreflightOptions {
	const unused = (): never => {
		throw new Error('A verdict must not call an exchange.');
	};
	return {
		market: world.market,
		opportunities: scanner,
		clock: world.clock,
		limits: LIMITS,
		accounts: { connected: unused, trading: unused, ensure: unused, users: unused } as never,
		accountFees: {} as PreflightOptions['accountFees'],
		accountState: unused,
		refusal: () => undefined,
		blockingGuards,
		openStates: () => [],
		openStatesOfAll: () => [],
		stability: { counts: () => ({ answered: 0, failed: 0 }) },
		profitToday: { prepare: async () => {}, of: () => ZERO },
		openedToday: () => 0,
	};
}

function readingsOf(world: RandomMarket, legs: Readings['legs']): Readings | undefined {
	const long = world.market.get(legs.long.venue, legs.long.symbol);
	const short = world.market.get(legs.short.venue, legs.short.symbol);
	if (long?.book === undefined || short?.book === undefined) return undefined;
	const account = (fees: typeof long.fees) => ({
		balance: { equity: MUCH, available: MUCH, marginUsed: ZERO, assets: [] },
		positions: [],
		takenAt: world.clock.now(),
		takenMonotonic: world.clock.monotonic(),
		fees,
	});
	const books: { long: OrderBook; short: OrderBook } = { long: long.book, short: short.book };
	return {
		legs,
		trading: {} as { long: VenueTrading; short: VenueTrading },
		books,
		accounts: { long: account(long.fees), short: account(short.fees) } as unknown as Readings['accounts'],
		switches: undefined,
		openBefore: [],
	};
}

function requestOf(opportunityId: string): ExecuteRequest {
	return {
		userId: 'ann',
		agent: AGENT,
		opportunityId,
		amount: DEFAULT_TERMS.amount,
		mode: 'auto',
		leverage: DEFAULT_TERMS.leverage,
		maxSlippageBps: undefined,
		minNetApr: undefined,
		onlyIfTrade: false,
		exit: undefined,
		idempotencyKey: undefined,
		preview: true,
		previewId: undefined,
	};
}

/** Returns the verdict that the agent's preview uses; undefined without prices or if the amount is below one lot. */
function previewed(options: PreflightOptions, world: RandomMarket, id: string) {
	const legs = options.opportunities.find(id);
	if (typeof legs === 'string') throw new Error(`The list shows ${id}, which is ${legs}.`);
	const readings = readingsOf(world, legs);
	if (readings === undefined) return undefined;
	const request = requestOf(id);
	const openings = createOpenings();
	const others = openings.others(openings.begin(request.userId, AGENT.agentId));
	try {
		const { record, rows } = judge(options, request, readings, others);
		return { record, mayOpen: rows.find(({ check }) => check === 'verdict')?.passed };
	} catch (error) {
		if (error instanceof CarrywireError) return undefined;
		throw error;
	}
}

const RUNNING = runningExecution({ openedAt: T0 });

/** Builds a running pair on the legs of an opportunity, with one lot each. */
function runningOn(long: Instrument, short: Instrument, lot: ExecutionState['held']['long']): ExecutionState {
	const { legs } = RUNNING.plan;
	return {
		...RUNNING,
		held: { long: lot, short: lot },
		plan: {
			...RUNNING.plan,
			legs: {
				long: { ...legs.long, venue: long.venue, instrument: long },
				short: { ...legs.short, venue: short.venue, instrument: short },
			},
		},
	};
}

async function listed(
	scanner: Scanner,
	verdict?: OpportunityQuery['verdict'],
): Promise<readonly Opportunity[]> {
	const { rows } = await scanner.list({ ...QUERY, verdict });
	return rows.map(({ record }) => record);
}

/** Returns every opportunity whose verdict is `trade`, and the first few for each of the other verdicts. */
function checkedAt(all: readonly Opportunity[]): readonly Opportunity[] {
	const few = (verdict: string) =>
		all.filter(({ net }) => net.verdict === verdict).slice(0, OTHERS_PER_MARKET);
	return [...all.filter(({ net }) => net.verdict === 'trade'), ...few('no_trade'), ...few('unknown')];
}

test('list, filter, detail, preview, an agent and the alert agree on a thousand random markets', async () => {
	const seen = { trade: 0, no_trade: 0, unknown: 0, previewed: 0, reversed: 0, held: 0 };
	const horizons = new Set<bigint>();
	for (let seed = 0; seed < MARKETS; seed += 1) {
		const world = createRandomMarket(seed, T0);
		const scanner = scannerOf(world);
		const options = preflightOf(world, scanner);
		const outlookOf = createStayOutlook({
			market: world.market,
			outlook: scanner.outlook,
			takerFee: () => undefined,
			ages: AGES,
		});
		await world.pass(world.pick([100, 60_000]));
		for (let count = world.random.below(6); count > 0; count -= 1) world.change();
		world.receiveAll();
		const all = await listed(scanner);
		for (const verdict of VERDICTS) {
			const ids = (await listed(scanner, verdict)).map(({ opportunityId: id }) => id);
			expect(new Set(ids)).toEqual(
				new Set(all.filter(({ net }) => net.verdict === verdict).map(({ opportunityId: id }) => id)),
			);
		}
		for (const { net } of all) {
			seen[net.verdict] += 1;
			if (net.expectedCarry !== null) horizons.add(net.horizonHours);
		}
		for (const { opportunityId: id, net } of checkedAt(all)) {
			expect((await scanner.detail(id, DEFAULT_TERMS))?.net).toEqual(net);
			const preview = previewed(options, world, id);
			if (preview === undefined) expect(net.verdict).not.toBe('trade');
			else {
				seen.previewed += 1;
				expect(preview.record.net).toEqual(net);
				expect(preview.mayOpen).toBe(net.verdict === 'trade');
			}
			const legs = scanner.find(id);
			if (typeof legs === 'string') throw new Error(`The list shows ${id}, which is ${legs}.`);
			const lot = legs.long.lotSize;
			for (const state of [runningOn(legs.long, legs.short, lot), runningOn(legs.short, legs.long, lot)]) {
				const outlook = outlookOf(state, world.clock.now());
				const { action } = stayAdvice(outlook);
				const isLeft = !('unknown' in outlook) && isReversed({ ...outlook, exitPremium: 0 });
				expect(action).toBe('unknown' in outlook ? 'unknown' : isLeft ? 'close' : 'hold');
				if ('unknown' in outlook) continue;
				expect(reversalFinding(state, outlook)?.is === 'active').toBe(isLeft);
				seen[isLeft ? 'reversed' : 'held'] += 1;
				// The advice never closes a pair that may be opened now.
				const isShown = state.plan.legs.long.venue === legs.long.venue;
				if (net.verdict === 'trade' && isShown) expect(action).toBe('hold');
			}
		}
		scanner.close();
	}
	expect(Math.min(seen.no_trade, seen.unknown, seen.previewed)).toBeGreaterThan(500);
	expect(seen.held).toBeGreaterThan(300);
	expect(Math.min(seen.trade, seen.reversed)).toBeGreaterThan(50);
	expect(horizons.size).toBe(VERDICT_HORIZONS_HOURS.length);
});
