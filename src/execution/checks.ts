/**
 * The checks before an execution, one row each: what was, what the limit is, and the contract's code when it fails.
 * Preview shows every row; execute stops at the first that fails, in this order.
 */
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	floorToStep,
	formatDecimal,
	fromInteger,
	max,
	min,
	mulDown,
	parseDecimal,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { PreviewCheck } from '../ports/desk.ts';
import type { PositionReport } from '../ports/venue.ts';
import { type Draft, type LegDraft, smallestTrade } from './plan.ts';

export type RiskLimits = {
	readonly amountMaxUsd: Decimal;
	readonly openAmountMaxUsd: Decimal;
	readonly executionsOpenMax: number;
	readonly leverageMax: Decimal;
};

export type AccountFacts = {
	/** USD of margin that no other call of the user has claimed. */
	readonly available: Decimal;
	readonly positions: readonly PositionReport[];
};

/** Who of the user is open on an instrument; without an id it is a call that is not journaled yet. */
export type Holder = { readonly executionId: string | undefined };

export type CheckFacts = {
	readonly draft: Draft;
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
	readonly limits: RiskLimits;
	/** The user's open executions and those being opened: their number and their amounts. */
	readonly openCount: number;
	readonly openAmount: Decimal;
	readonly holder: { readonly long: Holder | undefined; readonly short: Holder | undefined };
	readonly accounts: { readonly long: AccountFacts; readonly short: AccountFacts };
};

export type CheckRow = PreviewCheck & {
	readonly code: ErrorCode;
	readonly field?: string;
	readonly facts?: Readonly<Record<string, unknown>>;
};

/** Amounts that are told to callers are on it, so that what is told can be asked for. */
const CENT = parseDecimal('0.01');

type Check = (facts: CheckFacts) => readonly CheckRow[];

const CHECKS: readonly Check[] = [
	amountLimit,
	leverageLimit,
	openLimits,
	minimums,
	maximums,
	depth,
	conflicts,
	margins,
];

/** Every row, in order. */
export function runChecks(facts: CheckFacts): readonly CheckRow[] {
	return CHECKS.flatMap((check) => check(facts));
}

function amountLimit({ amount, limits }: CheckFacts): readonly CheckRow[] {
	return [
		row(
			'amount',
			'RISK_LIMIT',
			amount <= limits.amountMaxUsd,
			amount,
			limits.amountMaxUsd,
			'USD over both legs, at most',
			'amount',
		),
	];
}

function leverageLimit({ leverage, limits, draft }: CheckFacts): readonly CheckRow[] {
	const venueMax = fromInteger(
		Math.floor(Math.min(draft.long.plan.instrument.leverageMax, draft.short.plan.instrument.leverageMax)),
	);
	const limit = min(limits.leverageMax, venueMax);
	return [row('leverage', 'RISK_LIMIT', leverage <= limit, leverage, limit, 'times, at most', 'leverage')];
}

function openLimits({ openCount, openAmount, amount, limits }: CheckFacts): readonly CheckRow[] {
	const total = add(openAmount, amount);
	return [
		row(
			'open_amount',
			'RISK_LIMIT',
			total <= limits.openAmountMaxUsd,
			total,
			limits.openAmountMaxUsd,
			'USD over all your open executions with this one, at most',
			'amount',
		),
		row(
			'open_executions',
			'RISK_LIMIT',
			openCount < limits.executionsOpenMax,
			fromInteger(openCount + 1),
			fromInteger(limits.executionsOpenMax),
			'open executions with this one, at most',
		),
	];
}

function minimums({ draft, leverage }: CheckFacts): readonly CheckRow[] {
	const smallest = smallestTrade(draft, leverage);
	const passed = draft.quantity >= smallest.quantity;
	const bound = row(
		'minimum',
		'BELOW_MIN_NOTIONAL',
		passed,
		draft.quantity,
		smallest.quantity,
		"coins per leg, at least, by the venues' minimum quantities and notionals",
		'amount',
	);
	if (passed) return [bound];
	const least = ceilToStep(smallest.amount, CENT);
	const message = `${bound.message} Ask for an amount of at least ${formatDecimal(least)} USD.`;
	return [{ ...bound, message, facts: { min_amount: least } }];
}

function maximums({ draft }: CheckFacts): readonly CheckRow[] {
	const limit = min(draft.long.plan.instrument.quantityMax, draft.short.plan.instrument.quantityMax);
	return [
		row(
			'maximum',
			'RISK_LIMIT',
			draft.quantity <= limit,
			draft.quantity,
			limit,
			'coins per order, at most, by the venues',
			'amount',
		),
	];
}

function depth(facts: CheckFacts): readonly CheckRow[] {
	const { draft, leverage } = facts;
	const fillable = min(
		min(draft.long.depth, draft.short.depth),
		min(draft.long.exitDepth, draft.short.exitDepth),
	);
	const maxAmount = amountOf(draft, fillable, leverage);
	return [draft.long, draft.short].flatMap((leg) =>
		(['entry', 'exit'] as const).map((when) => {
			const held = when === 'entry' ? leg.depth : leg.exitDepth;
			const check = row(
				`depth_${when}_${leg.plan.role}`,
				'INSUFFICIENT_DEPTH',
				held >= leg.quantity,
				leg.quantity,
				held,
				`coins that ${leg.plan.venue} holds for the ${when} inside ${formatDecimal(facts.maxSlippageBps)} bp, at most`,
				'amount',
			);
			return check.passed
				? check
				: { ...check, facts: { exchange: leg.plan.venue, max_amount: floorToStep(maxAmount, CENT) } };
		}),
	);
}

/** Amount over both legs that a quantity per leg stands for, rounded down. */
function amountOf(draft: Draft, quantity: Decimal, leverage: Decimal): Decimal {
	const price = max(draft.long.plan.decisionMid, draft.short.plan.decisionMid);
	return divDown(mulDown(mulDown(quantity, price), fromInteger(2)), leverage);
}

/** One position per account and instrument: whatever the venue or we hold there already is in the way. */
function conflicts({ draft, holder, accounts }: CheckFacts): readonly CheckRow[] {
	return (['long', 'short'] as const).map((role) => {
		const leg: LegDraft = draft[role];
		const { venue, instrument } = leg.plan;
		const present =
			accounts[role].positions.find((position) => position.symbol === instrument.symbol)?.quantity ?? ZERO;
		const held = holder[role];
		const execution = held?.executionId;
		const passed = present === 0n && held === undefined;
		const check = row(
			`position_${role}`,
			'POSITION_CONFLICT',
			passed,
			present,
			ZERO,
			`coins of ${instrument.symbol} that the ${venue} account may hold before the open`,
		);
		if (passed) return check;
		return {
			...check,
			message: `${venue} ${instrument.symbol} is taken by ${nameOf(held)}: held ${formatDecimal(present)} coins, limit 0.`,
			facts: { exchange: venue, ...(execution === undefined ? {} : { execution_id: execution }) },
		};
	});
}

function nameOf(holder: Holder | undefined): string {
	if (holder === undefined) return 'a position that no execution of yours explains';
	return holder.executionId === undefined
		? 'another call of yours that is opening it'
		: `execution ${holder.executionId}`;
}

function margins({ draft, accounts }: CheckFacts): readonly CheckRow[] {
	return (['long', 'short'] as const).map((role) => {
		const leg: LegDraft = draft[role];
		const { available } = accounts[role];
		const check = row(
			`margin_${role}`,
			'INSUFFICIENT_MARGIN',
			leg.margin <= available,
			leg.margin,
			available,
			`USD of margin with fees and 2 %, at most what is available at ${leg.plan.venue}`,
			'amount',
		);
		if (check.passed) return check;
		return {
			...check,
			facts: { exchange: leg.plan.venue, missing: ceilToStep(sub(leg.margin, available), CENT) },
		};
	});
}

function row(
	check: string,
	code: ErrorCode,
	passed: boolean,
	value: Decimal,
	limit: Decimal,
	meaning: string,
	field?: string,
): CheckRow {
	const message = `${check}: was ${formatDecimal(value)}, limit ${formatDecimal(limit)} (${meaning}).`;
	return {
		check,
		code,
		passed,
		value: formatDecimal(value),
		limit: formatDecimal(limit),
		message,
		...(field === undefined ? {} : { field }),
	};
}
