/**
 * The live re-check before an execution: fresh books of both venues, the account's balance and positions, the
 * opportunity's record at the caller's terms, and every check's row.
 */
import { add, type Decimal, formatDecimal, max, sub, ZERO } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { OrderBook } from '../domain/order-book.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExecuteRequest } from '../ports/desk.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { OpportunityBook, OpportunityLegs } from '../ports/opportunities.ts';
import type { BalanceReport, FeeRates, PositionReport, VenueTrading } from '../ports/venue.ts';
import type { AccountFees } from './account-fees.ts';
import { type AccountFacts, type CheckRow, type Holder, type RiskLimits, runChecks } from './checks.ts';
import type { OtherOpenings } from './openings.ts';
import { type Draft, draftExecution } from './plan.ts';

/** Guards that the checks judge on the fresh books, with the contract's own codes and bounds. */
const CHECKED_WITH_BOUNDS: ReadonlySet<string> = new Set(['THIN_BOOK', 'THIN_EXIT', 'BELOW_MIN_NOTIONAL']);

export type PreflightOptions = {
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
	readonly accountFees: AccountFees;
	readonly clock: Clock;
	readonly limits: RiskLimits & { readonly maxSlippageBpsDefault: Decimal };
	/** Those of the record's guards that forbid a trade. */
	readonly blockingGuards: (record: Opportunity) => readonly string[];
	/** The user's executions that have not ended. */
	readonly openStates: (userId: string) => readonly ExecutionState[];
};

type AccountReading = {
	readonly balance: BalanceReport;
	readonly positions: readonly PositionReport[];
	readonly fees: FeeRates;
};

export type Preflight = {
	readonly legs: OpportunityLegs;
	readonly draft: Draft;
	readonly record: Opportunity;
	readonly rows: readonly CheckRow[];
	readonly maxSlippageBps: Decimal;
	readonly trading: { readonly long: VenueTrading; readonly short: VenueTrading };
};

/** What a judgement needs from the venues, read for this call. */
type Readings = {
	readonly legs: OpportunityLegs;
	readonly trading: { readonly long: VenueTrading; readonly short: VenueTrading };
	readonly books: { readonly long: OrderBook; readonly short: OrderBook };
	readonly accounts: { readonly long: AccountReading; readonly short: AccountReading };
};

/** Reads both books and both accounts. @throws CarrywireError, VenueError when one does not answer. */
export async function readVenues(options: PreflightOptions, request: ExecuteRequest): Promise<Readings> {
	const legs = findLegs(options, request.opportunityId);
	await options.accounts.ensure(request.userId);
	const venues = [legs.long.venue, legs.short.venue] as const;
	for (const venue of venues) requireFresh(options, venue);
	const trading = {
		long: requireSession(options, request.userId, venues[0]),
		short: requireSession(options, request.userId, venues[1]),
	};
	const [longBook, shortBook, longAccount, shortAccount] = await Promise.all([
		options.market.refreshBook(legs.long.venue, legs.long.symbol),
		options.market.refreshBook(legs.short.venue, legs.short.symbol),
		readAccount(options, request.userId, legs.long, trading.long),
		readAccount(options, request.userId, legs.short, trading.short),
	]);
	return {
		legs,
		trading,
		books: { long: longBook, short: shortBook },
		accounts: { long: longAccount, short: shortAccount },
	};
}

/** Every check on what was read, in one tick. `others`: what the user's other calls hold. @throws CarrywireError */
export function judge(
	options: PreflightOptions,
	request: ExecuteRequest,
	readings: Readings,
	others: OtherOpenings,
): Preflight {
	const { legs, trading, books, accounts } = readings;
	const maxSlippageBps = request.maxSlippageBps ?? options.limits.maxSlippageBpsDefault;
	const draft = draftExecution(
		legInputs(options, legs.long, books.long, accounts.long.fees),
		legInputs(options, legs.short, books.short, accounts.short.fees),
		{
			amount: request.amount,
			leverage: request.leverage,
			maxSlippageBps,
		},
	);
	const record = options.opportunities.record(
		request.opportunityId,
		{
			amount: request.amount,
			horizonHours: DEFAULT_TERMS.horizonHours,
			leverage: request.leverage,
			mode: 'single-direct',
		},
		{ long: accounts.long.fees, short: accounts.short.fees },
	);
	if (draft === undefined)
		throw new CarrywireError(
			'QUOTE_STALE',
			`No usable middle price of ${legs.long.coin}: a book is empty or crossed.`,
		);
	if (record === undefined) throw expired(request.opportunityId);
	requireUnguarded(options, record);
	const open = options.openStates(request.userId);
	const checks = runChecks({
		draft,
		amount: request.amount,
		leverage: request.leverage,
		maxSlippageBps,
		limits: options.limits,
		openCount: open.length + others.count,
		openAmount: open.reduce((total, state) => add(total, state.plan.amount), others.amount),
		holder: { long: holderOf(open, others, legs.long), short: holderOf(open, others, legs.short) },
		accounts: {
			long: accountFacts(accounts.long, others.marginAt(legs.long.venue)),
			short: accountFacts(accounts.short, others.marginAt(legs.short.venue)),
		},
	});
	const rows = [...checks, ...edgeRows(request, record)];
	return { legs, draft, record, rows, maxSlippageBps, trading };
}

function accountFacts({ balance, positions }: AccountReading, claimed: Decimal): AccountFacts {
	return { available: max(ZERO, sub(balance.available, claimed)), positions };
}

/** The caller's own guards on the verdict, where it set any. */
function edgeRows(request: ExecuteRequest, record: Opportunity): readonly CheckRow[] {
	const { verdict, reasons, net_apr: netApr } = record.net;
	const rows: CheckRow[] = [];
	if (request.onlyIfTrade)
		rows.push({
			check: 'verdict',
			code: 'NO_TRADE',
			passed: verdict === 'trade',
			value: verdict,
			limit: 'trade',
			message: `The verdict was ${verdict}, only_if_trade asks for trade: ${reasons.join(' ')}`.trim(),
		});
	if (request.minNetApr !== undefined) {
		const was = netApr === null ? 'unknown' : formatDecimal(netApr);
		const limit = formatDecimal(request.minNetApr);
		rows.push({
			check: 'net_apr',
			code: 'EDGE_GONE',
			passed: netApr !== null && netApr >= request.minNetApr,
			value: was,
			limit,
			message: `The net APR was ${was}, min_net_apr is ${limit}.`,
			field: 'min_net_apr',
		});
	}
	return rows;
}

/** Who of the user holds an instrument, or undefined. */
function holderOf(
	open: readonly ExecutionState[],
	others: OtherOpenings,
	instrument: { readonly venue: string; readonly symbol: string },
): Holder | undefined {
	const holder = open.find(({ plan }) =>
		[plan.legs.long, plan.legs.short].some(
			(leg) => leg.venue === instrument.venue && leg.instrument.symbol === instrument.symbol,
		),
	);
	if (holder !== undefined) return { executionId: holder.plan.executionId };
	return others.takes(instrument) ? { executionId: undefined } : undefined;
}

function findLegs(options: PreflightOptions, opportunityId: string): OpportunityLegs {
	const found = options.opportunities.find(opportunityId);
	if (found === 'unknown') {
		throw new CarrywireError(
			'UNKNOWN_OPPORTUNITY',
			`opportunity_id names no opportunity, was ${opportunityId}.`,
			{ field: 'opportunity_id' },
		);
	}
	if (found === 'expired') throw expired(opportunityId);
	return found;
}

function expired(opportunityId: string): CarrywireError {
	return new CarrywireError('OPPORTUNITY_EXPIRED', `The opportunity ${opportunityId} is gone.`, {
		field: 'opportunity_id',
	});
}

function requireFresh(options: PreflightOptions, venue: string): void {
	const status = options.market.status(venue);
	if (status.state === 'fresh') return;
	throw new CarrywireError(
		'PAIR_INACTIVE',
		`The market data of ${venue} is ${status.state}: ${status.reason ?? 'no reason known'}.`,
		{ facts: { exchange: venue } },
	);
}

function requireSession(options: PreflightOptions, userId: string, venue: string): VenueTrading {
	const session = options.accounts.trading(userId, venue);
	if (session === undefined)
		throw new CarrywireError('EXCHANGE_NOT_CONNECTED', `You have no account connected at ${venue}.`, {
			facts: { exchange: venue },
		});
	return session;
}

async function readAccount(
	{ accountFees }: PreflightOptions,
	userId: string,
	{ venue, symbol }: OpportunityLegs['long'],
	trading: VenueTrading,
): Promise<AccountReading> {
	const [balance, positions, fees] = await Promise.all([
		trading.balance(),
		trading.positions(),
		accountFees.of(userId, venue, symbol, trading),
	]);
	return { balance, positions, fees };
}

function legInputs(options: PreflightOptions, leg: OpportunityLegs['long'], book: OrderBook, fees: FeeRates) {
	const inputs: InstrumentInputs | undefined = options.market.get(leg.venue, leg.symbol);
	const funding = inputs?.ticker?.funding;
	if (inputs === undefined || funding === undefined || funding === null) {
		throw new CarrywireError(
			'QUOTE_STALE',
			`The funding of ${leg.venue} ${leg.symbol} is not known at this moment.`,
			{ facts: { exchange: leg.venue } },
		);
	}
	return {
		instrument: inputs.instrument,
		book,
		fees,
		intervalHours: funding.intervalMs / HOUR_MS,
	};
}

function requireUnguarded(options: PreflightOptions, record: Opportunity): void {
	const blocking = options.blockingGuards(record).filter((code) => !CHECKED_WITH_BOUNDS.has(code));
	if (blocking.length === 0) return;
	const sentences = record.reasons
		.filter((reason) => blocking.includes(reason.code))
		.map((reason) => reason.message);
	throw new CarrywireError(
		'OPPORTUNITY_GUARDED',
		`Guards forbid this trade: ${blocking.join(', ')}. ${sentences.join(' ')}`.trim(),
		{ facts: { guards: blocking } },
	);
}
