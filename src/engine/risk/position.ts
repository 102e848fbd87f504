import type { ErrorCode } from '../../domain/codes.ts';
import { type Decimal, formatDecimal, sub } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import { type InstrumentUse, type OpenFacts, ROLES, type Sharer } from './facts.ts';

/**
 * One position per account and instrument: a venue nets. What it holds must be what our executions hold, all on this
 * side and with the same leverage and margin mode.
 */
export function position(facts: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const { venue, instrument } = facts.trade[role].plan;
		const name = `${venue} ${instrument.symbol}`;
		const { use } = facts.legs[role];
		const conflict = positionConflict(instrument, role, facts.leverage, use);
		const code = conflict?.code ?? 'POSITION_CONFLICT';
		const row = stated({ check: `position_${role}`, code }, conflict === undefined, () => ({
			value: formatDecimal(use.reported),
			limit: formatDecimal(nearest(use)),
			message:
				conflict?.sentence ??
				`position_${role}: ${name} holds ${formatDecimal(use.reported)} coins, as the executions there do.`,
		}));
		return withFacts(row, { exchange: venue, symbol: instrument.symbol, ...conflict?.facts });
	});
}

type Conflict = {
	/** Code of the refusal, where it is not POSITION_CONFLICT. */
	readonly code?: ErrorCode;
	readonly sentence: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Why a leg of that side and leverage, isolated, cannot be opened beside what is there; undefined when it can. */
export function positionConflict(
	instrument: Instrument,
	role: LegRole,
	leverage: Decimal,
	use: InstrumentUse,
): Conflict | undefined {
	const name = `${instrument.venue} ${instrument.symbol}`;
	return stuckClose(name, use) ?? unmanaged(name, use) ?? sharing(name, instrument, role, leverage, use);
}

/** A venue that refuses to close a leg now would not close a new one either. */
function stuckClose(name: string, { sharers }: InstrumentUse): Conflict | undefined {
	const stuck = sharers.find(({ refusedClose }) => refusedClose !== undefined);
	if (stuck === undefined) return undefined;
	return {
		code: 'CLOSE_REFUSED',
		sentence: `${name} refuses the orders that close ${nameOf(stuck)} (${stuck.refusedClose}), so nothing is opened beside it. Follow that close in portfolio_live, or take another instrument.`,
		facts: { executionId: stuck.executionId ?? null, refusal: stuck.refusedClose },
	};
}

function unmanaged(name: string, use: InstrumentUse): Conflict | undefined {
	const { reported, managedMin, managedMax } = use;
	if (reported >= managedMin && reported <= managedMax) return undefined;
	const managed = nearest(use);
	return {
		sentence: `${name} is taken by a position that no execution of yours explains: the account holds ${formatDecimal(reported)} coins, your executions ${formatDecimal(managed)}, so ${formatDecimal(sub(reported, managed))} are not managed here, limit 0.`,
		facts: { held: reported, managed, unmanaged: sub(reported, managed) },
	};
}

function sharing(
	name: string,
	{ quantityMin, lotSize }: Instrument,
	role: LegRole,
	leverage: Decimal,
	use: InstrumentUse,
): Conflict | undefined {
	for (const sharer of use.sharers) {
		const facts = { executionId: sharer.executionId ?? null };
		if (sharer.isRepaired)
			return {
				sentence: `${name} is held by ${nameOf(sharer)}, whose legs are being repaired or closed: until they are, what the account holds for it is not certain.`,
				facts,
			};
		if (sharer.role !== role)
			return {
				sentence: `${name} is held ${sharer.role} by ${nameOf(sharer)}; a ${role} leg would be netted against it.`,
				facts: { ...facts, side: sharer.role },
			};
		if (sharer.leverage !== leverage)
			return {
				sentence: `${name} is held at leverage ${formatDecimal(sharer.leverage)} by ${nameOf(sharer)}; leverage was ${formatDecimal(leverage)}, and one position has one leverage.`,
				facts: { ...facts, leverage: sharer.leverage },
			};
		if (sharer.marginMode !== 'isolated')
			return {
				sentence: `${name} is held in ${sharer.marginMode} margin by ${nameOf(sharer)}; an open is isolated, and one position has one margin mode.`,
				facts: { ...facts, marginMode: sharer.marginMode },
			};
	}
	const [other] = use.sharers;
	if (other !== undefined && quantityMin > lotSize)
		return {
			sentence: `${name} is held by ${nameOf(other)} and takes no order below ${formatDecimal(quantityMin)} coins, ${formatDecimal(lotSize)} being the step: what a partial fill leaves of one execution could not be closed without taking from the other.`,
			facts: { executionId: other.executionId ?? null },
		};
	return undefined;
}

function nameOf({ executionId }: Sharer): string {
	return executionId === undefined ? 'another call of yours that is opening it' : `execution ${executionId}`;
}

/** The end of the managed range that is nearer to what the venue reports. */
function nearest({ reported, managedMin, managedMax }: InstrumentUse) {
	return reported < managedMin ? managedMin : managedMax;
}
