/**
 * Checks a trade again on live data before an execution. It reads the current books of both venues, and the balances
 * and positions of the accounts. It rates the opportunity at the caller's terms, plans the slices, and runs every
 * line of the risk gate.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { add, type Decimal, divDown, fromInteger, max, mulDown, sub, ZERO } from '../../domain/decimal.ts';
import { exchangePair } from '../../domain/exchange-pair.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { isShadowUser, type LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { DEFAULT_TERMS, type Opportunity } from '../../domain/opportunity.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SwitchAnswer } from '../../ports/dead-man-switch.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { LegFees, OpportunityBook, OpportunityLegs } from '../../ports/opportunities.ts';
import type { Asker, ExecuteRequest } from '../../ports/order-service.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { instrumentUse } from '../decide/instrument-use.ts';
import { marginToCome, openAmountOf, openNotional, unhedgedOf } from '../decide/open-notional.ts';
import { type Draft, draftExecution } from '../decide/plan.ts';
import type { AccountState } from '../drive/account-cache.ts';
import type { AccountFees } from '../drive/account-fees.ts';
import type { DeadManSwitches } from '../drive/dead-man-switches.ts';
import type { OtherOpenings } from '../drive/openings.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { maximumAmount } from '../risk/amount.ts';
import { type CheckRow, refusalOf } from '../risk/check-row.ts';
import type { LegFacts, OpenFacts, RiskLimits } from '../risk/facts.ts';
import { gateLines } from '../risk/gate.ts';
import { minimum } from '../risk/minimums.ts';
import type { VenueStability } from '../risk/venue-stability.ts';
import { exitPlan } from './exit-changes.ts';
import { freshBook } from './fresh-book.ts';
import { type OpeningLimits, type OpeningPlan, type OpeningTerms, openingPlan } from './opening-plan.ts';
import { directionOf, expiredOpportunity, findLegs } from './requested-opportunity.ts';
import { requireFresh, requireSession, requireTraded } from './required-venues.ts';

const ACCOUNT_CODES: ReadonlySet<string> = new Set([
	'INSUFFICIENT_MARGIN',
	'POSITION_CONFLICT',
	'QUOTE_STALE',
]);
const TWO = fromInteger(2);
const PERCENT = fromInteger(100);
/** Guards that the gate leaves out. It checks the same conditions on fresh books, with its own codes and bounds. */
const CHECKED_WITH_BOUNDS: ReadonlySet<string> = new Set(['THIN_BOOK', 'THIN_EXIT', 'BELOW_MIN_NOTIONAL']);

/** Dependencies of a check. */
export type PreflightOptions = {
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
	readonly accountFees: AccountFees;
	readonly clock: Clock;
	/** Returns balance and positions from the cache, or from a read that begins now. @throws VenueError */
	readonly accountState: (userId: string, venue: VenueName, age: AccountAge) => Promise<AccountState>;
	readonly limits: RiskLimits &
		OpeningLimits & {
			readonly maxSlippageBpsDefault: Decimal;
			/** Maximum age of a streamed book, milliseconds; an older one is refetched. */
			readonly bookAgeMsMax: number;
		};
	/** Dead-man switches; undefined in paper mode, in which nothing rests at an exchange. */
	readonly switches?: Pick<DeadManSwitches, 'check'> | undefined;
	/** Returns why this caller may open no positions at these venues now; undefined when openings are allowed. */
	readonly refusal: (asker: Asker, venues: readonly VenueName[]) => CarrywireError | undefined;
	/** Returns the guards of the record that block a trade. */
	readonly blockingGuards: (record: Opportunity) => readonly string[];
	/** Returns the user's open executions. */
	readonly openStates: (userId: string) => readonly ExecutionState[];
	/** Returns the open executions of all users. */
	readonly openStatesOfAll: () => readonly ExecutionState[];
	readonly stability: Pick<VenueStability, 'counts'>;
	/**
	 * The user's profit since 00:00 UTC; null while a mark price that it depends on is unknown. Call `prepare` before
	 * `of`.
	 */
	readonly profitToday: {
		readonly prepare: (userId: string) => Promise<void>;
		readonly of: (userId: string) => Decimal | null;
	};
	/** Counts the executions that a user's agent began since 00:00 UTC, without those in `except`. */
	readonly openedToday: (
		agent: { readonly userId: string; readonly agentId: string },
		except: ReadonlySet<string>,
	) => number;
};

/**
 * Time for which order connections stay open after a preview, milliseconds, because the caller may open within this
 * time.
 */
const WARM_AFTER_READ_MS = 120_000;

/** `kept`: from the cache. `now`: from a read that begins now. */
export type AccountAge = 'kept' | 'now';

type AccountReading = AccountState & { readonly fees: FeeRates };

/** Result of a check: the trade, its slices, the opportunity's record, and every line of the gate. */
export type Preflight = {
	readonly legs: OpportunityLegs;
	readonly draft: Draft;
	readonly opening: OpeningPlan;
	readonly record: Opportunity;
	readonly rows: readonly CheckRow[];
	readonly maxSlippageBps: Decimal;
	readonly trading: { readonly long: VenueTrading; readonly short: VenueTrading };
	/** Fees of the account on each leg. */
	readonly fees: LegFees;
};

/** Inputs of a check from the venues, either cached or read for this call. */
export type Readings = {
	readonly legs: OpportunityLegs;
	readonly trading: { readonly long: VenueTrading; readonly short: VenueTrading };
	readonly books: { readonly long: OrderBook; readonly short: OrderBook };
	readonly accounts: { readonly long: AccountReading; readonly short: AccountReading };
	/** Whether each leg's exchange can arm a dead-man switch; undefined when the opening can have no resting order. */
	readonly switches: Readonly<Record<LegRole, SwitchAnswer>> | undefined;
	/** The user's open executions before the first read. */
	readonly openBefore: readonly ExecutionState[];
};

/**
 * Reads both books and both accounts, from the cache within the age limits or from the venues. An amount above the
 * service's limit is refused before any read. @throws CarrywireError, VenueError if a venue does not respond
 */
export async function readVenues(
	options: PreflightOptions,
	request: ExecuteRequest,
	age: AccountAge = 'kept',
): Promise<Readings> {
	const legs = findLegs(options.opportunities, request);
	requireHolds(maximumAmount(request.amount, options.limits.amountMaxUsd));
	const venues = [legs.long.venue, legs.short.venue] as const;
	for (const venue of venues) requireTraded(options, venue);
	await options.accounts.ensure(request.userId, venues);
	for (const venue of venues) requireFresh(options, venue);
	const trading = {
		long: requireSession(options, request.userId, venues[0]),
		short: requireSession(options, request.userId, venues[1]),
	};
	for (const session of [trading.long, trading.short]) session.keepOrdersWarm?.(WARM_AFTER_READ_MS);
	const openBefore = options.openStates(request.userId);
	const [longBook, shortBook, longAccount, shortAccount, switches] = await Promise.all([
		readBook(options, request, legs.long),
		readBook(options, request, legs.short),
		readAccount(options, request.userId, legs.long, trading.long, age),
		readAccount(options, request.userId, legs.short, trading.short, age),
		readSwitches(options, request, legs),
		options.profitToday.prepare(request.userId),
	]);
	return {
		legs,
		trading,
		books: { long: longBook, short: shortBook },
		accounts: { long: longAccount, short: shortAccount },
		switches,
		openBefore,
	};
}

/**
 * Checks every line of the gate against the readings, synchronously. `others`: claims of the user's other calls;
 * `bound`: the previewed plan. @throws CarrywireError if there is nothing to check: no prices, no whole lot, or no
 * opportunity
 */
export function judge(
	options: PreflightOptions,
	request: ExecuteRequest,
	readings: Readings,
	others: OtherOpenings,
	bound?: OpeningTerms['bound'],
): Preflight {
	const { legs } = readings;
	const maxSlippageBps = request.maxSlippageBps ?? options.limits.maxSlippageBpsDefault;
	const draft = draftOf(options, request, readings, maxSlippageBps);
	const record = recordOf(options, request, readings);
	const opening = openingPlan(
		draft,
		{
			mode: request.mode,
			maxSlippageBps,
			basisSd: options.opportunities.observedBasis(legs.long, legs.short)?.sd,
			switches: readings.switches,
			bound,
		},
		options.limits,
	);
	return gated(options, request, readings, others, { draft, opening, record, maxSlippageBps });
}

/** A proposed trade with its slices and the pair's record. */
export type Proposal = Pick<Preflight, 'draft' | 'opening' | 'record' | 'maxSlippageBps'>;

/** Runs every line of the gate on a proposed trade. `adjusted` replaces figures that a roll counts differently. */
export function gated(
	options: PreflightOptions,
	request: ExecuteRequest,
	readings: Readings,
	others: OtherOpenings,
	{ draft, opening, record, maxSlippageBps }: Proposal,
	adjusted: (facts: OpenFacts) => OpenFacts = (facts) => facts,
): Preflight {
	const { legs, trading } = readings;
	const facts: OpenFacts = adjusted({
		now: options.clock.now(),
		amount: request.amount,
		leverage: request.leverage,
		maxSlippageBps,
		onlyIfTrade: request.onlyIfTrade,
		minNetApr: request.minNetApr,
		exit: exitPlan(request.exit),
		agent: agentFacts(options, request, others),
		exchangepair: exchangePair(legs.long.venue, legs.short.venue).name,
		refusal: options.refusal(request, [legs.long.venue, legs.short.venue]),
		trade: draft,
		opening,
		record,
		blockingGuards: options.blockingGuards(record).filter((code) => !CHECKED_WITH_BOUNDS.has(code)),
		limits: options.limits,
		user: userFacts(options, request, readings, others),
		legs: {
			long: legFacts(options, request, readings, others, 'long'),
			short: legFacts(options, request, readings, others, 'short'),
		},
	});
	const fees = feesOf(readings);
	return { legs, draft, opening, record, rows: gateLines(facts), maxSlippageBps, trading, fees };
}

/**
 * True if a failed row depends on account data. Data a few seconds old is good enough to accept a trade but not to
 * refuse it, so the accounts are read again first.
 */
export function dependsOnAccounts({ rows }: Pick<Preflight, 'rows'>): boolean {
	return rows.some(({ passed, code }) => !passed && ACCOUNT_CODES.has(code));
}

function draftOf(
	options: PreflightOptions,
	{ amount, leverage }: ExecuteRequest,
	{ legs, books, accounts }: Readings,
	maxSlippageBps: Decimal,
): Draft {
	const draft = draftExecution(
		legInputs(options, legs.long, books.long, accounts.long.fees),
		legInputs(options, legs.short, books.short, accounts.short.fees),
		{ amount, leverage, maxSlippageBps },
	);
	if (draft === undefined)
		throw new CarrywireError('QUOTE_STALE', REFUSAL_TEXT.noMid({ coin: legs.long.coin }));
	// Without a whole lot there is no trade to preview, so the call is refused at once.
	if (draft.quantity <= 0n) requireHolds(minimum(amount, leverage, draft, options.limits.stressMovePct));
	return draft;
}

/** @throws CarrywireError */
function requireHolds(row: CheckRow): void {
	if (!row.passed) throw refusalOf(row);
}

/** Rates the pair at the caller's terms. @throws CarrywireError OPPORTUNITY_EXPIRED */
export function recordOf(
	{ opportunities }: PreflightOptions,
	request: ExecuteRequest,
	readings: Readings,
): Opportunity {
	const { opportunityId: id, amount, leverage } = request;
	const terms = { ...DEFAULT_TERMS, amount, leverage };
	const record = opportunities.record(id, terms, feesOf(readings), directionOf(request));
	if (record === undefined) throw expiredOpportunity(id);
	return record;
}

function feesOf({ accounts: { long, short } }: Readings): LegFees {
	return { long: long.fees, short: short.fees };
}

function userFacts(
	options: PreflightOptions,
	{ userId }: ExecuteRequest,
	{ legs }: Readings,
	others: OtherOpenings,
): OpenFacts['user'] {
	const open = options.openStates(userId);
	const notional = openNotional(open, others.trades);
	return {
		openCount: open.length + others.count,
		openAmount: open.reduce((total, state) => add(total, openAmountOf(state)), others.amount),
		notional: notional.total,
		coinNotional: notional.coin(legs.long.coin),
		venueNotional: { long: notional.venue(legs.long.venue), short: notional.venue(legs.short.venue) },
		unhedged: add(unhedgedOf(open), others.unhedged),
		serviceUnhedged: add(unhedgedOf(options.openStatesOfAll()), others.unhedgedOfAll),
		profitToday: options.profitToday.of(userId),
	};
}

/** Counts each execution of the agent once, even if it is on disk while its call still counts as unjournaled. */
function agentFacts(
	options: PreflightOptions,
	{ userId, agent }: ExecuteRequest,
	{ ofAgent: { count, amount, executionIds } }: OtherOpenings,
): OpenFacts['agent'] {
	if (agent === undefined) return undefined;
	const { agentId, caps } = agent;
	const open = options
		.openStates(userId)
		.filter(({ plan }) => plan.agentId === agentId && !executionIds.has(plan.executionId));
	return {
		caps,
		openAmount: open.reduce((total, state) => add(total, openAmountOf(state)), amount),
		openedToday:
			caps.executionsPerDay === null ? null : options.openedToday({ userId, agentId }, executionIds) + count,
	};
}

function legFacts(
	options: PreflightOptions,
	{ userId }: ExecuteRequest,
	{ legs, accounts, openBefore }: Readings,
	others: OtherOpenings,
	role: LegRole,
): LegFacts {
	const instrument = legs[role];
	const { balance, positions, takenAt } = accounts[role];
	const inputs = options.market.get(instrument.venue, instrument.symbol);
	const open = options.openStates(userId);
	const unclaimed = (states: readonly ExecutionState[]) =>
		states.filter(({ plan }) => !others.executionIds.has(plan.executionId));
	const toCome = marginToCome(
		instrument.venue,
		{ before: unclaimed(openBefore), now: unclaimed(open) },
		accounts[role].fees.taker,
	);
	const reported = positions.find(({ symbol }) => symbol === instrument.symbol)?.quantity ?? ZERO;
	return {
		available: max(ZERO, sub(balance.available, add(others.marginAt(instrument.venue), toCome))),
		readAt: takenAt,
		tickerAt: inputs?.tickerReceivedAt,
		mark: inputs?.ticker?.mark ?? null,
		index: inputs?.ticker?.index ?? null,
		outcomes: options.stability.counts(instrument.venue),
		use: instrumentUse(instrument, reported, { before: openBefore, now: open }, others.sharersOf(instrument)),
	};
}

/**
 * Gets an order book deep enough for the trade. A book that the stream cut off is thus not mistaken for a thin one.
 */
function readBook(
	options: PreflightOptions,
	{ amount, leverage }: ExecuteRequest,
	{ venue, symbol }: OpportunityLegs['long'],
): Promise<OrderBook> {
	const { market, clock, limits } = options;
	const leg = mulDown(divDown(amount, TWO), leverage);
	const notional = divDown(mulDown(leg, PERCENT), limits.childDepthSharePct);
	return freshBook({ market, clock, bookAgeMsMax: limits.bookAgeMsMax }, venue, symbol, notional);
}

/** Modes whose first leg may rest. */
const RESTING_MODES: ReadonlySet<ExecuteRequest['mode']> = new Set(['auto', 'single-delay']);

async function readSwitches(
	{ switches }: PreflightOptions,
	{ userId, mode }: ExecuteRequest,
	{ long, short }: OpportunityLegs,
): Promise<Readings['switches']> {
	// An order of a shadow pot rests on a paper account, which needs no dead-man switch.
	if (switches === undefined || isShadowUser(userId) || !RESTING_MODES.has(mode)) return undefined;
	const [ofLong, ofShort] = await Promise.all([
		switches.check(userId, long.venue, long.symbol),
		switches.check(userId, short.venue, short.symbol),
	]);
	return { long: ofLong, short: ofShort };
}

async function readAccount(
	{ accountFees, accountState }: PreflightOptions,
	userId: string,
	{ venue, symbol }: OpportunityLegs['long'],
	trading: VenueTrading,
	age: AccountAge,
): Promise<AccountReading> {
	const [state, fees] = await Promise.all([
		accountState(userId, venue, age),
		accountFees.of(userId, venue, symbol, trading),
	]);
	return { ...state, fees };
}

/** @throws CarrywireError QUOTE_STALE if the funding of the leg is unknown */
export function legInputs(
	options: PreflightOptions,
	leg: OpportunityLegs['long'],
	book: OrderBook,
	fees: FeeRates,
) {
	const inputs: InstrumentInputs | undefined = options.market.get(leg.venue, leg.symbol);
	const funding = inputs?.ticker?.funding;
	if (inputs === undefined || funding === undefined || funding === null) {
		throw new CarrywireError(
			'QUOTE_STALE',
			REFUSAL_TEXT.noFunding({ instrument: `${shownNameOf(leg.venue)} ${leg.symbol}` }),
			{
				facts: { exchange: leg.venue },
			},
		);
	}
	return {
		instrument: inputs.instrument,
		book,
		fees,
		intervalHours: funding.intervalMs / HOUR_MS,
	};
}
